import TestSupport
import Testing

@testable import RequestScheduler

/// Random histories of a coordinator that nobody holds any more at some point of them.
@Suite(.timeLimit(.minutes(5)))
struct ReleaseInterleavingTests {
    @Test func whoeverDidNotAwaitIsToldOnceThoughNothingIsAnswered() {
        var released = 0
        for seed in InterleavingTests.seeds {
            var history = ReleaseHistory(seed: seed)
            history.run()
            for problem in history.problems { Issue.record("seed \(seed): \(problem)") }
            released += history.releasedCalls
        }
        print("release: \(released) calls ended with it")
        #expect(released > 0)
    }
}

private struct ReleaseHistory {
    private var random: SeededRandom
    private let executor = ManualExecutor()
    private let transport = HeldTransport(showsActivity: true)
    private let store = StubStore()
    private let indicator = ActivityIndicator()
    private var coordinator: RequestCoordinator?
    private var logs: [Log<String>] = []
    private var expected: [Int] = []
    private var kept: [RequestCall<Kept>] = []
    private var listeners: [Listener] = []
    private(set) var problems: [String] = []
    private(set) var releasedCalls = 0

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        var configuration = RequestCoordinator.Configuration()
        configuration.taskExecutor = executor
        configuration.clock = TestClock()
        configuration.activityIndicator = indicator
        coordinator = RequestCoordinator(transports: [transport], stores: [store], configuration: configuration)
    }

    mutating func run() {
        let life = 5 + random.below(40)
        for _ in 0..<life { takeStep() }
        weak let weakly = coordinator
        coordinator = nil
        // Calls that are only now started have nobody to ask.
        for call in kept where random.below(2) == 0 { start(call) }
        let gate = Gate()
        hold(.read, at: gate)
        executor.drain(&random)
        if weakly != nil { problems.append("a call keeps the coordinator") }
        gate.open()
        hold(.read, at: nil)
        executor.drain(&random)
        for (index, log) in logs.enumerated() where log.all.count != expected[index] {
            problems.append("call \(index) was told of \(log.all), \(expected[index]) ends are due")
        }
        if indicator.count != 0 { problems.append("\(indicator.count) are shown") }
        releasedCalls = logs.flatMap(\.all).count { $0 == "released" }
    }

    private mutating func takeStep() {
        switch random.below(8) {
        case 0, 1: if logs.count < 8 { addCall() }
        case 2:
            let count = transport.requests.count
            if count > 0 { transport.succeed(random.below(count), Text("1")) }
        default: _ = executor.step(&random)
        }
    }

    private mutating func addCall() {
        guard let coordinator else { return }
        let request = Kept(random.below(2))
        let duplicates = [DuplicatePolicy.join, .allow, .exclude, .replace][random.below(4)]
        let log = Log<String>()
        switch random.below(6) {
        case 0: coordinator.response(for: request, duplicates: duplicates) { log.append($0.word) }
        case 1:
            coordinator.response(for: request, duplicates: duplicates, policy: .storeElseNetwork) {
                log.append($0.word)
            }
        case 2:
            coordinator.responses(for: request, duplicates: duplicates, element: { _ in }) { log.append($0.word) }
        case 3:
            let link = [StoreLink.independent, .dependFull, .dependSuccessResult][random.below(3)]
            coordinator.response(
                for: request,
                duplicates: duplicates,
                linkingStored: Kept(3),
                link: link,
                stored: { log.append($0.word) },
                fetched: { log.append($0.word) }
            )
            logs.append(log)
            expected.append(2)
            return
        case 4:
            let listener = Listener()
            listener.onStreamEnd { log.append($0.outcome.word) }
            listeners.append(listener)
            coordinator.responses(for: request, duplicates: duplicates, informing: listener)
        default:
            kept.append(coordinator.call(for: request, duplicates: duplicates))
            return
        }
        logs.append(log)
        expected.append(1)
    }

    private mutating func start(_ call: RequestCall<Kept>) {
        let log = Log<String>()
        call.start { log.append($0.word) }
        logs.append(log)
        expected.append(1)
    }

    private func hold(_ operation: StubStore.Operation, at gate: Gate?) {
        let store = store
        Task(executorPreference: executor) { await store.hold(operation, at: gate) }
    }
}

extension CallOutcome {
    fileprivate var word: String {
        switch self {
        case .value: "value"
        case .error: "error"
        case .cancelled(let reason): "\(reason)"
        }
    }
}
