#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif
import Dispatch
import Foundation
import RequestScheduler

/// A small HTTP/1.1 server on 127.0.0.1 whose every move is scripted.
///
/// ```swift
/// let server = try LoopbackServer { request in
///     request.path == "/user/7" ? .json(#"{"id":7}"#) : .status(404)
/// }
/// defer { server.stop() }
/// // … ask server.url("/user/7") …
/// await server.waitForRequests(1, to: "/user/7")
/// ```
///
/// One thread listens and each connection has its own, with a small stack. The closure runs on the connection's thread once
/// the request's body has arrived.
package final class LoopbackServer: Sendable {
    private struct State {
        var isStopped = false
        var nextID = 1
        var connections: [Int: Connection] = [:]
    }

    /// The port it listens on.
    package let port: UInt16

    private let listener: Int32
    private let answerHead: @Sendable (ReceivedRequest) -> ServerScript?
    private let answer: @Sendable (ReceivedRequest) -> ServerScript
    private let log = ServerLog()
    private let stopping: Hold
    private let threads = DispatchGroup()
    private let state = Lock(State())

    /// Starts listening; port 0 takes any free one.
    ///
    /// What `answeringHeads` gives for a request is run as soon as its head has come, and ends its connection; `nil` waits for
    /// the body and leaves the answer to `answering`.
    package init(
        port: UInt16 = 0,
        answeringHeads answerHead: @escaping @Sendable (ReceivedRequest) -> ServerScript? = { _ in nil },
        answering answer: @escaping @Sendable (ReceivedRequest) -> ServerScript
    ) throws {
        stopping = try Hold()
        (listener, self.port) = try Socket.listen(on: port)
        self.answerHead = answerHead
        self.answer = answer
        // The thread keeps what it needs, not the server: a forgotten one stops when it is released.
        startThread { [listener, stopping, weak self] in
            while Socket.poll(listener, stopping.descriptor) == listener {
                guard let descriptor = Socket.accept(from: listener) else { continue }
                guard let self else {
                    close(descriptor)
                    break
                }
                self.serve(descriptor)
            }
            close(listener)
        }
    }

    deinit {
        closeAll()
    }

    /// Stops listening, ends every connection and returns when the last thread has ended.
    package func stop() {
        closeAll()
        threads.wait()
    }

    private func closeAll() {
        let connections = state.withLock { state in
            state.isStopped = true
            return Array(state.connections.values)
        }
        stopping.release()
        for connection in connections { connection.shutDown() }
    }

    private func serve(_ descriptor: Int32) {
        let connection = state.withLock { state -> Connection? in
            guard !state.isStopped else { return nil }
            let connection = Connection(
                state.nextID,
                on: descriptor,
                log: log,
                answeringHeads: answerHead,
                answering: answer
            )
            state.connections[state.nextID] = connection
            state.nextID += 1
            return connection
        }
        guard let connection else {
            close(descriptor)
            return
        }
        log.append(.accepted(connection: connection.id))
        startThread { [weak self] in
            connection.serve()
            self?.forget(connection)
        }
    }

    private func forget(_ connection: Connection) {
        state.withLock { $0.connections[connection.id] = nil }
    }

    private func startThread(_ body: @escaping @Sendable () -> Void) {
        threads.enter()
        let thread = Thread { [threads] in
            body()
            threads.leave()
        }
        thread.stackSize = 256 << 10
        thread.start()
    }
}

extension LoopbackServer {
    /// The URL of a target on this server.
    package func url(_ target: String) -> String { "http://127.0.0.1:\(port)\(target)" }

    /// Everything that has happened so far.
    package var record: ServerRecord { log.record }

    /// How many requests to a path have arrived.
    package func requestCount(for path: String) -> Int { record.requests(to: path).count }

    /// Waits until that many requests to a path have arrived, and gives the newest.
    @discardableResult
    package func waitForRequests(_ count: Int = 1, to path: String) async -> ReceivedRequest? {
        await log.wait { $0.requests(to: path).count >= count }
        return record.requests(to: path).last
    }

    /// Waits until clients have opened that many connections, whatever became of them.
    package func waitForConnections(_ count: Int = 1) async {
        await log.wait { $0.connections >= count }
    }

    /// Waits until clients have ended that many connections.
    package func waitForPeerCloses(_ count: Int = 1) async {
        await log.wait { $0.peerCloses >= count }
    }

    /// Waits until that many connections are left, or fewer.
    package func waitForOpenConnections(atMost count: Int) async {
        await log.wait { $0.openConnections <= count }
    }
}
