import TestSupport

@testable import RequestScheduler

/// One random history of a real coordinator whose every step a seed decides, and what was seen of it.
///
/// Callers, cancels, answers and steps of the executor come in random order. At the end everything is answered and run dry;
/// then each caller must have had exactly one outcome, one that somebody brought about, and nothing may be left.
struct Interleaving {
    let seed: UInt64
    private(set) var problems: [String] = []
    private(set) var history = Hasher()
    private(set) var meetings: Set<FlightJournal.Meeting> = []

    private var random: SeededRandom
    private let executor = ManualExecutor()
    private let transport: HeldTransport
    private let store = StubStore()
    private let clock = TestClock()
    private let journal = FlightJournal()
    private var coordinator: RequestCoordinator?
    private var callers = CallerLedger()
    private var writeGate: Gate?
    private var readGate: Gate?

    init(seed: UInt64) {
        self.seed = seed
        random = SeededRandom(seed: seed)
        let hops = random.below(3) == 0
        transport = HeldTransport(
            sendExecutor: random.below(4) == 0 ? ForwardingExecutor(to: executor) : nil,
            decodingExecutor: hops ? ForwardingExecutor(to: executor) : nil,
            showsActivity: true,
            decoding: { payload, origin in
                try Task.checkCancellation()
                return try HeldTransport.integer(payload, origin)
            }
        )
        var configuration = RequestCoordinator.Configuration()
        configuration.taskExecutor = executor
        configuration.clock = clock
        configuration.journal = journal
        coordinator = RequestCoordinator(transports: [transport], stores: [store], configuration: configuration)
    }

    /// Runs the history to its end.
    mutating func run() {
        for _ in 0..<80 { takeRandomStep() }
        settleCancelled()
        finishEverything()
        judge()
        replayJournal()
        release()
        meetings = journal.meetings
    }
}

// MARK: - Steps

extension Interleaving {
    private mutating func takeRandomStep() {
        let draw = random.below(32)
        history.combine(draw)
        switch draw {
        case 0...5: if callers.count < 8 { addCaller() }
        case 6, 7: cancelOneCaller()
        case 8...11: answerOne()
        case 12: report()
        case 19: if !transport.requests.isEmpty { transport.rearm(random.below(transport.requests.count)) }
        case 13: if random.below(2) == 0 { cancelFromOutside() }
        case 14: toggleGate(\.writeGate, .write)
        case 15: toggleGate(\.readGate, .read)
        case 16: if random.below(3) == 0 { clock.advance(by: .seconds(11)) }
        case 17: if random.below(12) == 0 { shutDown() }
        case 18: removeStored()
        default: history.combine(executor.step(&random))
        }
    }

    private mutating func addCaller() {
        guard let coordinator else { return }
        // Awaited calls more often: they reach more of a cell's phases in as many steps.
        let draw = random.below(20)
        let call = RandomCall.allCases[draw < 16 ? draw % 8 : draw - 8]
        let id = random.below(2)
        let abandonment = [AbandonPolicy.cancel, .cancel, .finish, .linger(.seconds(5))][random.below(4)]
        let request = Kept(id, form: random.below(2) == 0 ? .raw : .value, abandonment: abandonment)
        let duplicates = [DuplicatePolicy.join, .join, .join, .allow, .exclude, .replace][random.below(6)]
        if duplicates == .replace { callers.replaces = true }
        let seen = Log<RandomCall.Seen>()
        let task = Task(executorPreference: executor) {
            seen.append(await call.outcome(request, duplicates, on: coordinator))
        }
        callers.enter(call, task, seeing: seen)
    }

    private mutating func cancelOneCaller() {
        guard callers.count > 0 else { return }
        callers.cancel(random.below(callers.count))
    }

    /// Answers a flight that was started, perhaps for the second time.
    private mutating func answerOne() {
        let requests = transport.requests
        guard !requests.isEmpty else { return }
        let index = random.below(requests.count)
        history.combine(index)
        answer(index, random.below(4))
    }

    private mutating func answer(_ index: Int, _ how: Int) {
        guard let id = (transport.requests[index] as? Kept)?.id else { return }
        switch how {
        case 0: transport.fail(index, Failure(index))
        case 1: transport.succeed(index, Text("not a number"))
        default: transport.succeed(index, Text("\(index * 10 + id)"))
        }
    }

    private mutating func report() {
        let count = transport.requests.count
        guard count > 0 else { return }
        transport.report(random.below(count), TransferProgress(received: Int64(random.below(100))))
    }

    private mutating func cancelFromOutside() {
        guard let coordinator else { return }
        let which = random.below(5)
        let id = random.below(2)
        let counted = callers.expectCancel()
        Task(executorPreference: executor) {
            let count =
                switch which {
                case 0: await coordinator.cancel(Kept(id))
                case 1: await coordinator.cancel(type: Kept.self)
                case 2: await coordinator.cancel(key: "key")
                case 3: await coordinator.cancel(keyType: String.self)
                default: await coordinator.cancelAll()
                }
            counted.append(count)
        }
    }

    private mutating func toggleGate(_ path: WritableKeyPath<Self, Gate?>, _ operation: StubStore.Operation) {
        let gate = self[keyPath: path]
        gate?.open()
        let next = gate == nil ? Gate() : nil
        self[keyPath: path] = next
        let store = store
        let claims = random.below(2) == 0
        Task(executorPreference: executor) {
            await store.claimBeforeGate(claims)
            await store.hold(operation, at: next)
        }
    }

    private mutating func shutDown() {
        guard let coordinator else { return }
        callers.shutsDown = true
        Task(executorPreference: executor) { await coordinator.shutDown() }
    }

    private mutating func removeStored() {
        guard let coordinator else { return }
        Task(executorPreference: executor) {
            // Refused after a shutdown; that is tested elsewhere.
            try? await coordinator.removeStored(of: .default)
        }
    }
}

// MARK: - The end

extension Interleaving {
    /// Who was cancelled is settled though no transport answers and no store moves.
    private mutating func settleCancelled() {
        executor.drain(&random)
        problems += callers.unsettled
    }

    private mutating func finishEverything() {
        writeGate?.open()
        readGate?.open()
        let store = store
        Task(executorPreference: executor) {
            await store.hold(.read, at: nil)
            await store.hold(.write, at: nil)
        }
        executor.drain(&random)
        var answered = 0
        while answered < transport.requests.count {
            answer(answered, 2)
            answered += 1
            executor.drain(&random)
        }
        clock.advance(by: .seconds(60))
        executor.drain(&random)
    }

    private mutating func judge() {
        history.combine(callers.seen)
        problems += callers.problems
        let idle = Log<Bool>()
        if let coordinator {
            Task(executorPreference: executor) {
                idle.append(await coordinator.isIdle())
            }
        }
        executor.drain(&random)
        if idle.all != [true] { problems.append("something is left in the table: \(describeRest())") }
        if let shown = coordinator?.environment.activity.count, shown != 0 { problems.append("\(shown) are shown") }
        for (index, count) in transport.cancellations.enumerated() where count > 1 {
            problems.append("flight \(index) was cancelled \(count) times")
        }
    }

    private mutating func describeRest() -> String {
        let rest = Log<String>()
        if let coordinator {
            Task(executorPreference: executor) {
                for (id, entry) in await coordinator.entries() {
                    rest.append("\(id) \(entry.stage) \(entry.flight.describedCell)")
                }
            }
        }
        executor.drain(&random)
        return rest.all.joined(separator: ", ")
    }

    private mutating func replayJournal() {
        problems += FlightJournal.differences(in: journal.entries)
    }

    private mutating func release() {
        weak let weakly = coordinator
        let calls = callers.calls
        callers = CallerLedger()
        coordinator = nil
        executor.drain(&random)
        if weakly != nil { problems.append("the coordinator outlives its last reference after \(calls)") }
    }
}
