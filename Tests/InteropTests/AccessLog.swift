import Foundation
import RequestScheduler
import RequestTransports
import Testing

/// A request as nginx wrote it down.
struct AccessLine: Decodable, Sendable {
    /// What the request's query named `tag`.
    let tag: String
    let method: String
    let status: String
    /// The version that was spoken, such as `HTTP/2.0`.
    let version: String
    /// The connection's number.
    let connection: String
    /// Which request of the connection it was.
    let ordinal: String
    /// The coding of the answer that was sent.
    let coding: String
    /// What the request said of its body.
    let length: String
    let transfer: String
}

/// What tells the requests of one test from all others in the log.
struct Tag: Sendable, CustomStringConvertible {
    let description: String

    init(_ name: String) {
        description = "\(name)-\(UUID().uuidString)"
    }
}

/// What nginx wrote down of some requests.
struct AccessLog: Sendable {
    let lines: [AccessLine]

    /// The lines of the requests that bear this tag.
    ///
    /// nginx writes them down when it has sent an answer, so it is asked for one more: its one worker has written by then.
    init(of servers: ForeignServers, tag: Tag) async throws {
        let barrier = RequestCoordinator(transports: [HTTPTransport()])
        _ = try await barrier.response(for: Call(servers.url(.plain, "/hello")))
        let text = String(decoding: try servers.data("access.log"), as: UTF8.self)
        lines = try text.split(separator: "\n").map { try JSONDecoder().decode(AccessLine.self, from: Data($0.utf8)) }
            .filter { $0.tag == tag.description }
    }

    var versions: Set<String> { Set(lines.map(\.version)) }

    var connections: Set<String> { Set(lines.map(\.connection)) }

    /// The most requests that one connection carried.
    var longest: Int { lines.compactMap { Int($0.ordinal) }.max() ?? 0 }
}
