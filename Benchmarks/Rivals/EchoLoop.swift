import RequestScheduler
import Synchronization

/// An event loop: an inbox that one task empties, and a bell that wakes it.
final class EchoLoop: Sendable {
    enum Question: Sendable {
        case channel(ResultChannel, any Sendable)
        case continuation(UnsafeContinuation<any Sendable, Never>, any Sendable)
    }

    private let inbox = Mutex<ContiguousArray<Question>>([])
    private let ringer: AsyncStream<Void>.Continuation

    init() {
        let (bell, ringer) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.ringer = ringer
        // The loop lives as long as the process: rows are made once.
        Task.detached { [self] in
            for await _ in bell { answerAll() }
        }
    }

    func post(_ question: Question) {
        let isFirst = inbox.withLock { inbox in
            inbox.append(question)
            return inbox.count == 1
        }
        if isFirst { ringer.yield() }
    }

    private func answerAll() {
        let questions = inbox.withLock { inbox in
            defer { inbox = [] }
            return inbox
        }
        for question in questions {
            switch question {
            case .channel(let channel, let answer): channel.finish(.success(answer))
            case .continuation(let continuation, let answer): continuation.resume(returning: answer)
            }
        }
    }
}

/// What a transport has been asked and has not answered.
final class HeldChannels: Sendable {
    private let held = Mutex<ContiguousArray<(ResultChannel, any Sendable)>>([])

    var count: Int { held.withLock { $0.count } }

    func keep(_ channel: ResultChannel, _ answer: any Sendable) {
        held.withLock { $0.append((channel, answer)) }
    }

    func answerAll() {
        let channels = held.withLock { held in
            defer { held = [] }
            return held
        }
        for (channel, answer) in channels { channel.finish(.success(answer)) }
    }

    /// Room for so many, so that keeping them is not what is measured.
    func reserve(_ count: Int) {
        held.withLock { $0.reserveCapacity(count) }
    }
}
