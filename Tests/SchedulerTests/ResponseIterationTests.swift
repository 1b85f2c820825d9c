import RequestScheduler
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Beginning, leaving and repeating an iteration, and progress.
@Suite(.timeLimit(.minutes(3)))
struct ResponseIterationTests {
    let transport = HeldTransport()
    let store = StubStore()

    private func makeCoordinator() async -> RequestCoordinator {
        await store.put(.value(Data("1".utf8)), for: Kept(1).key, savedAt: Date())
        return RequestCoordinator(transports: [transport], stores: [store])
    }

    @Test func nothingBeginsBeforeTheFirstNext() async throws {
        let coordinator = await makeCoordinator()
        var iterator = coordinator.responses(for: Kept(1)).makeAsyncIterator()
        #expect(await coordinator.isIdle())
        #expect(store.begun[.read]?.value == 0)
        #expect(try await iterator.next()?.value == 1)
    }

    @Test(
        .bug("https://github.com/swiftlang/swift/issues/66541")
    ) func aSecondIterationThrows() async throws {
        let coordinator = RequestCoordinator(transports: [transport])
        let sequence = coordinator.responses(for: Get(1))
        let first = Task { try await sequence.reduce(into: []) { $0.append($1.value) } }
        await transport.started.reach(1)
        let second = Task { for try await _ in sequence {} }
        #expect(await second.reason == .alreadyIterated)
        transport.succeed(0, 4)
        #expect(try await first.value == [4])
        let third = Task { for try await _ in sequence {} }
        #expect(await third.reason == .alreadyIterated)
        #expect(transport.requests.count == 1)
    }

    @Test(
        .bug("https://github.com/swiftlang/swift/issues/66541")
    ) func aSecondNextOfACopiedIteratorThrowsWhileTheFirstWaits() async throws {
        let coordinator = RequestCoordinator(transports: [transport])
        let copying = CopyingActor(coordinator.responses(for: Get(1)))
        let first = Task { try await copying.next()?.value }
        await transport.started.reach(1)
        let second = Task { try await copying.next()?.value }
        #expect(await second.reason == .alreadyIterated)
        transport.succeed(0, 4)
        #expect(try await first.value == 4)
        #expect(try await copying.next() == nil)
    }

    @Test func afterItsEndAnIterationGivesNothingMore() async throws {
        let coordinator = RequestCoordinator(transports: [transport])
        Task {
            await transport.started.reach(1)
            transport.fail(0, Failure(2))
        }
        var iterator = coordinator.responses(for: Get(1)).makeAsyncIterator()
        do {
            _ = try await iterator.next()
            Issue.record("nothing was thrown")
        } catch {
            #expect(error as? Failure == Failure(2))
        }
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
    }

    // MARK: Leaving

    @Test(
        .bug("https://github.com/groue/Semaphore/issues/14")
    ) func leavingTheLoopCancelsTheTransportThoughTheSequenceIsKept() async throws {
        let coordinator = await makeCoordinator()
        let sequence = coordinator.responses(for: Kept(1))
        for try await element in sequence {
            #expect(element.value == 1)
            await transport.started.reach(1)
            break
        }
        await transport.cancelled.reach(1)
        await coordinator.waitUntilIdle()
        withExtendedLifetime(sequence) {}
    }

    @Test func leavingTheLoopLeavesSharersAlone() async throws {
        let coordinator = await makeCoordinator()
        let sharer = Task { try await coordinator.response(for: Kept(1), duplicates: .join) }
        await transport.started.reach(1)
        for try await _ in coordinator.responses(for: Kept(1), duplicates: .join) { break }
        await coordinator.waitForCallers(1)
        transport.succeed(0, 9)
        #expect(try await sharer.value == 9)
        #expect(transport.cancelled.value == 0)
    }

    @Test func cancellingTheIteratingTaskEndsItAtOnce() async throws {
        let coordinator = await makeCoordinator()
        await store.hold(.read, at: Gate())
        let iteration = Task { for try await _ in coordinator.responses(for: Kept(1)) {} }
        await transport.started.reach(1)
        iteration.cancel()
        #expect(await iteration.isCancellation)
        await transport.cancelled.reach(1)
        #expect(await coordinator.isIdle())
    }

    @Test func cancellingATaskThatIsAboutToLookAgainEndsItAsCancelled() async throws {
        let executor = HeldExecutor()
        let coordinator = RequestCoordinator(transports: [transport])
        let iteration = Task(executorPreference: executor) {
            for try await _ in coordinator.responses(for: Get(1), includingProgress: true) {}
        }
        await transport.started.reach(1)
        await executor.drain()
        executor.hold()
        // Wakes the iteration, which has no thread to run on before it is cancelled.
        transport.report(0, TransferProgress(received: 1))
        iteration.cancel()
        executor.release()
        #expect(await iteration.isCancellation)
        await transport.cancelled.reach(1)
        await coordinator.waitUntilIdle()
    }

    @Test func anIterationOfACancelledTaskStartsNothing() async {
        let coordinator = await makeCoordinator()
        let iteration = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            for try await _ in coordinator.responses(for: Kept(1)) {}
        }
        #expect(await iteration.isCancellation)
        #expect(transport.started.value == 0)
        #expect(store.begun[.read]?.value == 0)
    }

    // MARK: Sharing

    @Test func aStreamAndACallShareOneFlightAndOneDecoding() async throws {
        let decodings = Counter()
        let transport = HeldTransport(decoding: { payload, _ in
            decodings.increment()
            return payload
        })
        let coordinator = RequestCoordinator(transports: [transport])
        let streams = (0..<3).map { _ in
            Task {
                try await coordinator.responses(for: Get(1), duplicates: .join).reduce(into: []) { $0.append($1.value) }
            }
        }
        await coordinator.waitForCallers(3, at: transport)
        transport.succeed(0, 4)
        for stream in streams { #expect(try await stream.value == [4]) }
        #expect(decodings.value == 1)
        #expect(transport.requests.count == 1)
    }

    // MARK: Progress

    @Test func progressIsTheNewestAndNeverGoesBack() async throws {
        let executor = HeldExecutor()
        let coordinator = RequestCoordinator(transports: [transport])
        let (seen, count) = (Log<TransferProgress>(), Counter())
        let iteration = Task(executorPreference: executor) {
            for try await element in coordinator.responses(for: Get(1), includingProgress: true) {
                if case .progress(let progress) = element {
                    seen.append(progress)
                    count.increment()
                }
            }
        }
        await transport.started.reach(1)
        await executor.drain()
        executor.hold()
        transport.report(0, TransferProgress(received: 10, expectedToReceive: 100))
        transport.report(0, TransferProgress(received: 60))
        transport.report(0, TransferProgress(received: 40))
        executor.release()
        await count.reach(1)
        transport.report(0, TransferProgress(received: 100))
        await count.reach(2)
        transport.succeed(0, 1)
        try await iteration.value
        #expect(seen.all.map(\.received) == [60, 100])
        #expect(seen.all.map(\.expectedToReceive) == [100, 100])
    }

    @Test func progressIsLeftOutUnlessAskedFor() async throws {
        let coordinator = RequestCoordinator(transports: [transport])
        let iteration = Task {
            try await coordinator.responses(for: Get(1)).reduce(into: []) { $0.append($1) }
        }
        await transport.started.reach(1)
        transport.report(0, TransferProgress(received: 10))
        transport.succeed(0, 1)
        #expect(try await iteration.value == [.fetched(1)])
    }
}

/// Awaits copies of one iterator, as an actor can that is asked again while it waits.
private actor CopyingActor<R: Request> {
    private let iterator: ResponseSequence<R>.Iterator

    init(_ sequence: ResponseSequence<R>) { iterator = sequence.makeAsyncIterator() }

    func next() async throws -> ResponseElement<R.Response>? {
        var copy = iterator
        return try await copy.next(isolation: self)
    }
}
