/// One thing that happened on the server.
package enum ServerEvent: Sendable, Equatable {
    case accepted(connection: Int)
    case request(connection: Int, ReceivedRequest)
    /// The client ended the connection, in whatever way.
    case peerClosed(connection: Int)
    /// The connection is gone, whoever ended it.
    case closed(connection: Int)
}

/// The events of a server in their order, counted.
package struct ServerRecord: Sendable {
    package private(set) var events: [(event: ServerEvent, time: ContinuousClock.Instant)] = []
    package private(set) var connections = 0
    package private(set) var openConnections = 0
    package private(set) var maximumOpenConnections = 0
    package private(set) var peerCloses = 0
    private var requestsByPath: [String: [ReceivedRequest]] = [:]

    /// The requests to a path, oldest first.
    package func requests(to path: String) -> [ReceivedRequest] { requestsByPath[path] ?? [] }

    /// How many requests have come to all other paths.
    package func requestCount(except path: String) -> Int {
        requestsByPath.reduce(0) { $0 + ($1.key == path ? 0 : $1.value.count) }
    }

    mutating func take(_ event: ServerEvent) {
        events.append((event, .now))
        switch event {
        case .accepted:
            connections += 1
            openConnections += 1
            maximumOpenConnections = max(maximumOpenConnections, openConnections)
        case .request(_, let request): requestsByPath[request.path, default: []].append(request)
        case .peerClosed: peerCloses += 1
        case .closed: openConnections -= 1
        }
    }
}
