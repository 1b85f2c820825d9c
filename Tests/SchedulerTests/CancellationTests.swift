import RequestScheduler
import TestSupport
import Testing

private enum One {
    struct Load: Request, Hashable { typealias Response = Int }
}

private enum Two {
    struct Load: Request, Hashable { typealias Response = Int }
}

@Suite(.timeLimit(.minutes(5)))
struct CancellationTests {
    let transport = HeldTransport()

    private struct Calls {
        let coordinator: RequestCoordinator
        var tasks: [Task<Int, any Error>] = []

        mutating func add<R: Request>(_ request: R, _ key: RequestKey? = nil) where R.Response == Int {
            tasks.append(
                Task { [coordinator] in
                    try await coordinator.response(for: request, key: key, duplicates: key == nil ? .join : .allow)
                }
            )
        }
    }

    /// Two callers of one flight, one of another instance, one of another type, and three under keys.
    private func sevenCallers() async -> Calls {
        var calls = Calls(coordinator: RequestCoordinator(transports: [transport]))
        calls.add(Get(1))
        await calls.coordinator.waitForCallers(1, at: transport)
        calls.add(Get(1))
        await calls.coordinator.waitForCallers(2, at: transport)
        calls.add(Get(2))
        await transport.started.reach(2)
        calls.add(Fetch(1))
        await transport.started.reach(3)
        calls.add(Get(3), "a")
        await transport.started.reach(4)
        calls.add(Fetch(3), "a")
        await transport.started.reach(5)
        calls.add(Get(4), RequestKey(1))
        await transport.started.reach(6)
        return calls
    }

    enum Selection: CaseIterable, Sendable {
        case instance, type, key, keyType, all, nothing

        var ended: Set<Int> {
            switch self {
            case .instance: [0, 1]
            case .type: [0, 1, 2, 4, 6]
            case .key, .keyType: [4, 5]
            case .all: Set(0..<7)
            case .nothing: []
            }
        }

        func cancel(in coordinator: RequestCoordinator) async -> Int {
            switch self {
            case .instance: await coordinator.cancel(Get(1))
            case .type: await coordinator.cancel(type: Get.self)
            case .key: await coordinator.cancel(key: "a")
            case .keyType: await coordinator.cancel(keyType: String.self)
            case .all: await coordinator.cancelAll()
            case .nothing:
                await coordinator.cancel(Get(99)) + coordinator.cancel(type: Anonymous.self)
                    + coordinator.cancel(key: "z") + coordinator.cancel(keyType: Float.self)
            }
        }

        func isThere(in coordinator: RequestCoordinator) async -> Bool {
            switch self {
            case .instance: await coordinator.contains(Get(1))
            case .type: await coordinator.contains(type: Get.self)
            case .key: await coordinator.contains(key: "a")
            case .keyType: await coordinator.contains(keyType: String.self)
            case .all: await !coordinator.snapshot().isEmpty
            case .nothing: await coordinator.contains(Get(99))
            }
        }
    }

    @Test(arguments: Selection.allCases)
    func exactlyWhatMatchesEnds(_ selection: Selection) async throws {
        let calls = await sevenCallers()
        let coordinator = calls.coordinator
        #expect(await selection.isThere(in: coordinator) == (selection != .nothing))
        #expect(await selection.cancel(in: coordinator) == selection.ended.count)
        #expect(await selection.isThere(in: coordinator) == false)
        #expect(await selection.cancel(in: coordinator) == 0)
        for index in transport.requests.indices { transport.succeed(index, index) }
        for (index, task) in calls.tasks.enumerated() {
            if selection.ended.contains(index) {
                #expect(await task.reason == .cancelled, "caller \(index)")
            } else {
                #expect(try await task.value == max(0, index - 1), "caller \(index)")
            }
        }
        #expect(transport.cancellations.allSatisfy { $0 <= 1 })
        #expect(await coordinator.isIdle())
    }

    @Test func nestedTypesOfOneNameAreNotMixed() async throws {
        var calls = Calls(coordinator: RequestCoordinator(transports: [transport]))
        calls.add(One.Load())
        await transport.started.reach(1)
        calls.add(Two.Load())
        await transport.started.reach(2)
        #expect(await calls.coordinator.cancel(type: One.Load.self) == 1)
        #expect(await calls.coordinator.contains(Two.Load()))
        transport.succeed(1, 2)
        #expect(await calls.tasks[0].reason == .cancelled)
        #expect(try await calls.tasks[1].value == 2)
    }

    @Test func aCallThatReadsTheStoreIsCancelledToo() async throws {
        let (store, gate) = (StubStore(), Gate())
        await store.hold(.read, at: gate)
        let coordinator = RequestCoordinator(transports: [transport], stores: [store])
        let call = Task { try await coordinator.response(for: Kept(1), policy: .storeElseNetwork) }
        await store.begun[.read]?.reach(1)
        #expect(await coordinator.contains(Kept(1)))
        #expect(await coordinator.cancel(Kept(1)) == 1)
        #expect(await call.reason == .cancelled)
        gate.open()
        await store.ended[.read]?.reach(1)
        #expect(await coordinator.isIdle())
        #expect(transport.started.value == 0)
    }

    @Test(
        .bug("https://github.com/kean/Nuke/pull/671"),
        arguments: [FetchPolicy.networkOnly, .storeElseNetwork]
    )
    func aTaskCancelledBeforeItEnteredNeverReachesTheTransport(_ policy: FetchPolicy) async {
        let coordinator = RequestCoordinator(transports: [transport], stores: [StubStore()])
        for _ in 0..<5000 {
            let call = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await coordinator.response(for: Kept(1), policy: policy)
            }
            #expect(await call.isCancellation)
        }
        #expect(transport.started.value == 0)
        #expect(await coordinator.isIdle())
    }

    @Test func aTaskCancelledRightAfterItsCreationEnds() async {
        let coordinator = RequestCoordinator(transports: [transport], stores: [StubStore()])
        for _ in 0..<5000 {
            let call = Task { try await coordinator.response(for: Kept(1), policy: .storeElseNetwork) }
            call.cancel()
            #expect(await call.isCancellation)
        }
        #expect(transport.cancelled.value == transport.started.value)
        #expect(await coordinator.isIdle())
    }

    @Test func aCallWhoseFlightHasEndedKeepsItsResult() async throws {
        let executor = HeldExecutor()
        let coordinator = RequestCoordinator(transports: [transport])
        let driver = Task { try await coordinator.response(for: Get(1), duplicates: .join) }
        await coordinator.waitForCallers(1, at: transport)
        let other = Task(executorPreference: executor) {
            try await coordinator.response(for: Get(1), duplicates: .join)
        }
        await coordinator.waitForCallers(2, at: transport)
        await executor.drain()
        executor.hold()
        transport.succeed(0, 6)
        #expect(try await driver.value == 6)
        // The other caller has not run yet; its flight has ended all the same.
        #expect(await coordinator.cancel(Get(1)) == 0)
        executor.release()
        #expect(try await other.value == 6)
    }

    @Test func theCancelHandlerRunsOnceHoweverOftenItIsCancelled() async {
        let coordinator = RequestCoordinator(transports: [transport])
        for round in 0..<500 {
            let call = Task { try await coordinator.response(for: Get(1)) }
            await transport.started.reach(round + 1)
            async let first = coordinator.cancel(Get(1))
            async let second = coordinator.cancelAll()
            call.cancel()
            #expect(await first + second <= 1)
            _ = await call.result
            // Whichever came first, the handler has run by the time the last of them has returned.
            #expect(transport.cancellations[round] == 1)
        }
    }

    @Test func theLateAnswerOfACancelledFlightIsIgnoredAndNotStored() async {
        let channels = Log<ResultChannel>()
        let transport = HeldTransport(starting: { _, channel in channels.append(channel) })
        let store = StubStore()
        let coordinator = RequestCoordinator(transports: [transport], stores: [store])
        let call = Task { try await coordinator.response(for: Kept(1)) }
        await transport.started.reach(1)
        #expect(await coordinator.cancel(Kept(1)) == 1)
        channels.all[0].finish(.success(9))
        #expect(await call.reason == .cancelled)
        #expect(await coordinator.isIdle())
        #expect(store.begun[.write]?.value == 0)
    }

    @Test func aFlightCancelledBeforeItsTransportStartedNeverStartsIt() async {
        let executor = HeldExecutor()
        let transport = HeldTransport(sendExecutor: executor)
        let coordinator = RequestCoordinator(transports: [transport])
        executor.hold()
        let call = Task { try await coordinator.response(for: Get(1)) }
        await executor.jobs.reach(1)
        #expect(await coordinator.cancel(Get(1)) == 1)
        #expect(await call.reason == .cancelled)
        executor.release()
        await executor.drain()
        #expect(transport.started.value == 0)
    }
}
