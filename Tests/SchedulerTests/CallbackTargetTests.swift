import Dispatch
import RequestScheduler
import TestSupport
import Testing

/// Completions run where the caller chose.
@Suite(.timeLimit(.minutes(3)))
struct CallbackTargetTests {
    private actor Place {
        private(set) var outcomes = 0
        func note() { outcomes += 1 }
    }

    let transport = HeldTransport(starting: { index, channel in channel.finish(.success(index)) })

    private func call(on target: CallbackTarget, _ check: @escaping @Sendable () -> Bool) async -> Bool {
        let coordinator = RequestCoordinator(transports: [transport])
        let (seen, ended) = (Log<Bool>(), Counter())
        coordinator.response(for: Get(1), on: target) { _ in
            seen.append(check())
            ended.increment()
        }
        await ended.reach(1)
        coordinator.responses(for: Get(1), on: target) { _ in
            seen.append(check())
        } completion: { _ in
            seen.append(check())
            ended.increment()
        }
        await ended.reach(2)
        return seen.all == [true, true, true]
    }

    @Test func aQueue() async {
        let key = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "target")
        queue.setSpecific(key: key, value: true)
        #expect(await call(on: .queue(queue)) { DispatchQueue.getSpecific(key: key) == true })
    }

    @Test func theMainActor() async {
        #expect(await call(on: .mainActor) { MainActor.assumeIsolated { true } })
    }

    @Test func anActor() async {
        let place = Place()
        #expect(await call(on: .actor(place)) { place.assumeIsolated { _ in true } })
    }

    @Test func anExecutor() async {
        let executor = HeldExecutor()
        #expect(await call(on: .executor(executor)) { executor.isCurrent })
    }

    @Test func aClosureThatRunsJobs() async {
        let runs = Counter()
        let target = CallbackTarget { job in
            runs.increment()
            job()
        }
        #expect(await call(on: target) { runs.value > 0 })
        #expect(runs.value == 3)
    }

    @Test func aTargetThatIsSlowHoldsNeitherFlightNorCoordinator() async {
        let executor = HeldExecutor()
        executor.hold()
        let coordinator = RequestCoordinator(transports: [transport])
        let ended = Counter()
        coordinator.response(for: Get(1), on: .executor(executor)) { _ in ended.increment() }
        await executor.jobs.reach(1)
        await coordinator.waitUntilIdle()
        #expect(ended.value == 0)
        executor.release()
        await ended.reach(1)
    }
}
