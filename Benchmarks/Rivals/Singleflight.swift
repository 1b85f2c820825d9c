import RequestScheduler
import Synchronization

/// The least that shares equal calls: a dictionary under a lock, and continuations.
///
/// It cannot cancel, finds nothing by key or type, stores nothing and has one policy. What the coordinator takes longer
/// is the price of all that.
final class Singleflight: Sendable {
    enum Source: Sendable {
        case direct
        case loop(EchoLoop)
        case held(Gate)
    }

    private let source: Source
    private let flights = Mutex<[Key: Followers]>([:])

    init(_ source: Source) {
        self.source = source
    }

    func response<R: Request & Hashable>(for request: R) async throws -> R.Response {
        let key = KeyOf(request)
        let (followers, leads) = flights.withLock { flights in
            if let known = flights[key] { return (known, false) }
            let followers = Followers()
            flights[key] = followers
            return (followers, true)
        }
        guard leads else { return try decoded(await followers.answer()) }
        let answer = await ask(request)
        flights.withLock { _ = $0.removeValue(forKey: key) }
        followers.end(with: answer)
        return try decoded(answer)
    }

    private func ask<R: Request>(_ request: R) async -> any Sendable {
        switch source {
        case .direct: return Echo.answer(to: request)
        case .loop(let loop):
            return await withUnsafeContinuation { loop.post(.continuation($0, Echo.answer(to: request))) }
        case .held(let gate):
            await gate.pass()
            return Echo.answer(to: request)
        }
    }

    /// How many follow whoever leads.
    var followers: Int { flights.withLock { $0.values.reduce(0) { $0 + $1.count } } }
}

/// Everyone who waits for one answer.
private final class Followers: Sendable {
    private enum State {
        case waiting([UnsafeContinuation<any Sendable, Never>])
        case ended(any Sendable)
    }

    private let state = Mutex(State.waiting([]))

    var count: Int { state.withLock { if case .waiting(let all) = $0 { all.count } else { 0 } } }

    func answer() async -> any Sendable {
        await withUnsafeContinuation { continuation in
            let answer = state.withLock { state -> (any Sendable)? in
                switch state {
                case .ended(let answer): return answer
                case .waiting(var waiting):
                    state = .waiting([])
                    waiting.append(continuation)
                    state = .waiting(waiting)
                    return nil
                }
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    func end(with answer: any Sendable) {
        let waiting = state.withLock { state -> [UnsafeContinuation<any Sendable, Never>] in
            guard case .waiting(let waiting) = state else { return [] }
            state = .ended(answer)
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: answer) }
    }
}

/// A request of any type as a key, hashed once.
private class Key: Hashable, @unchecked Sendable {  // Immutable, as is its one subclass.
    let hash: Int
    let type: ObjectIdentifier

    init(hash: Int, type: ObjectIdentifier) {
        self.hash = hash
        self.type = type
    }

    func isSame(as other: Key) -> Bool { self === other }

    static func == (one: Key, other: Key) -> Bool {
        one === other || (one.hash == other.hash && one.isSame(as: other))
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

private final class KeyOf<R: Request & Hashable>: Key, @unchecked Sendable {  // As its superclass.
    private let request: R

    init(_ request: R) {
        self.request = request
        super.init(hash: request.hashValue, type: ObjectIdentifier(R.self))
    }

    override func isSame(as other: Key) -> Bool {
        other.type == type && unsafeDowncast(other, to: KeyOf<R>.self).request == request
    }
}
