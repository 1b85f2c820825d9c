import RequestScheduler
import TestSupport
import Testing

/// Calls that are made now and started later.
@Suite(.timeLimit(.minutes(3)))
struct RequestCallTests {
    let transport = HeldTransport()

    private func makeCoordinator() -> RequestCoordinator { RequestCoordinator(transports: [transport]) }

    private func isReady(_ call: RequestCall<Get>) -> Bool { if case .ready = call.state { true } else { false } }

    private func isInProgress(_ call: RequestCall<Get>) -> Bool {
        if case .inProgress = call.state { true } else { false }
    }

    private func ending(_ call: RequestCall<Get>) -> CallOutcome<Int>? {
        if case .ended(let outcome) = call.state { outcome } else { nil }
    }

    @Test func itGoesFromReadyThroughProgressToItsEndAndAgain() async {
        let coordinator = makeCoordinator()
        let (call, ended) = (coordinator.call(for: Get(1)), Counter())
        #expect(isReady(call))
        #expect(await coordinator.contains(Get(1)) == false)
        for run in 0..<3 {
            #expect(call.start { _ in ended.increment() })
            #expect(isInProgress(call))
            await transport.started.reach(run + 1)
            #expect(isInProgress(call))
            transport.succeed(run, run)
            await ended.reach(run + 1)
            #expect(ending(call)?.value == run)
        }
        #expect(transport.requests.count == 3)
    }

    @Test func aStartThatWasCancelledBeforeTouchesNoTransport() async {
        let coordinator = makeCoordinator()
        let (call, ended) = (coordinator.call(for: Get(1)), Counter())
        call.cancel()
        #expect(isReady(call))
        call.start { outcome in
            #expect(outcome.cancellation == .cancelled)
            ended.increment()
        }
        await ended.reach(1)
        #expect(ending(call)?.cancellation == .cancelled)
        #expect(transport.started.value == 0)
        // What was cancelled is that start, not those after it.
        call.start { outcome in
            #expect(outcome.value == 4)
            ended.increment()
        }
        await transport.started.reach(1)
        transport.succeed(0, 4)
        await ended.reach(2)
    }

    @Test func cancellingEndsARunAndNothingElse() async {
        let coordinator = makeCoordinator()
        let (call, ended) = (coordinator.call(for: Get(1)), Counter())
        call.start { _ in ended.increment() }
        await transport.started.reach(1)
        call.cancel()
        await ended.reach(1)
        #expect(ending(call)?.cancellation == .cancelled)
        #expect(transport.cancellations == [1])
        call.start { _ in ended.increment() }
        await transport.started.reach(2)
        transport.succeed(1, 4)
        await ended.reach(2)
        // It has ended: that outcome stays, and the next start is not affected.
        call.cancel()
        #expect(ending(call)?.value == 4)
        call.start { _ in ended.increment() }
        await transport.started.reach(3)
        transport.succeed(2, 5)
        await ended.reach(3)
        #expect(ending(call)?.value == 5)
    }

    @Test func startingOneInProgressTellsOfThatRun() async {
        let coordinator = makeCoordinator()
        let (call, ended) = (coordinator.call(for: Get(1)), Counter())
        let tell: @Sendable (CallOutcome<Int>) -> Void = { outcome in
            #expect(outcome.value == 4)
            ended.increment()
        }
        #expect(call.start(completion: tell))
        await transport.started.reach(1)
        #expect(call.start(completion: tell) == false)
        #expect(call.start() == false)
        transport.succeed(0, 4)
        await ended.reach(2)
        #expect(transport.requests.count == 1)
    }

    @Test func anyNumberOfTasksWaitForItsValue() async throws {
        let coordinator = makeCoordinator()
        let call = coordinator.call(for: Get(1))
        let waiting = (0..<5).map { _ in Task { try await call.value } }
        let impatient = Task { try await call.value }
        impatient.cancel()
        #expect(await impatient.isCancellation)
        call.start()
        await transport.started.reach(1)
        transport.succeed(0, 4)
        for task in waiting { #expect(try await task.value == 4) }
        #expect(try await call.value == 4)

        call.start()
        await transport.started.reach(2)
        let other = Task { try await call.value }
        call.cancel()
        #expect(await other.reason == .cancelled)
    }

    @Test func aCompletionMayUseItsCall() async {
        let coordinator = makeCoordinator()
        let (call, ended) = (coordinator.call(for: Get(1)), Counter())
        call.start { outcome in
            #expect(outcome.value == 4)
            call.cancel()
            _ = call.state
            call.start { _ in ended.increment() }
            ended.increment()
        }
        await transport.started.reach(1)
        transport.succeed(0, 4)
        await transport.started.reach(2)
        call.cancel()
        await ended.reach(2)
    }

    @Test func startsAndCancelsOnManyThreadsEndEveryRunOnce() async {
        let transport = HeldTransport(starting: { index, channel in channel.finish(.success(index)) })
        let coordinator = RequestCoordinator(transports: [transport])
        let (call, ended) = (coordinator.call(for: Get(1)), Counter())
        await withDiscardingTaskGroup { group in
            for worker in 0..<8 {
                group.addTask {
                    for _ in 0..<100 {
                        call.start { _ in ended.increment() }
                        if worker.isMultiple(of: 2) { call.cancel() }
                        await Task.yield()
                    }
                }
            }
        }
        await ended.reach(800)
        await coordinator.waitUntilIdle()
        #expect(ended.value == 800)
    }

    @Test func itKeepsItsCoordinatorNeitherBeforeItsStartNorAfter() async {
        var coordinator: RequestCoordinator? = makeCoordinator()
        weak let weakly = coordinator
        let call = coordinator?.call(for: Get(1))
        coordinator = nil
        #expect(weakly == nil)
        let ended = Counter()
        call?.start { outcome in
            #expect(outcome.cancellation == .released)
            ended.increment()
        }
        await ended.reach(1)
    }
}
