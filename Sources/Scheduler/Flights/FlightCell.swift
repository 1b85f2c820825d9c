/// What one flight's callers wait on: the pure machine under the flight's lock.
///
/// It owns the callers' places, the baton, and the one instant at which the flight ends. Events go in, actions come out;
/// whoever holds the lock runs the action after letting it go. A waiter is taken out before it is returned, so it is
/// resumed exactly once.
///
/// The **baton** is the duty to decode the answer. It goes to a parked caller, the highest priority first and of these the
/// oldest; else it is left for a caller on its way from its turn; else it is offered to streams; else somebody must be
/// found who drives unattended. Whoever has it decodes, then begins a commit or ends the flight.
struct FlightCell<Waiter, Answer, Outcome> {
    /// A caller's place, in order of arrival.
    typealias Token = Int

    enum Phase {
        /// The transport has not answered.
        case open
        /// There is an answer and nobody has the baton.
        case answered(Answer)
        /// Somebody decodes.
        case driving(Answer, driver: Token?)
        /// The answer is decoded and being stored.
        case committing(Outcome)
        /// The one end.
        case ended(Outcome)
    }

    enum Place {
        /// On the way from its turn to the cell: it arrives, or leaves.
        case arriving
        /// Suspended, to be resumed once.
        case parked(Waiter)
        /// A stream, which is told of the end and may be offered the baton.
        case streaming(Waiter)
        /// Settled, and no longer counted.
        case left
    }

    private struct Interest {
        var place: Place
        let priority: UInt8
    }

    /// A phase without what is known in it: every event asks for it, and most for nothing else.
    private enum Stage { case open, answered, driving(Token?), committing, ended }

    private var stage = Stage.open
    /// The answer, while it is to be decoded.
    private var answer: Answer?
    /// The outcome, from the time it is decided.
    private var outcome: Outcome?
    private var first: Interest?
    private var others: ContiguousArray<Interest> = []
    /// Callers that have not left.
    private(set) var callers = 0
    private var isStarted = false
    private var isAnswered = false
    private var cancelHandler: (@Sendable () -> Void)?
    private(set) var progress = TransferProgress()
    /// Whether the answer is decoded though no caller is left to see it.
    private let finishesUnattended: Bool

    init(finishesUnattended: Bool = false) {
        self.finishesUnattended = finishesUnattended
    }
}

// MARK: - Phases

extension FlightCell {
    var phase: Phase {
        switch (stage, answer, outcome) {
        case (.answered, let answer?, _): .answered(answer)
        case (.driving(let driver), let answer?, _): .driving(answer, driver: driver)
        case (.committing, _, let outcome?): .committing(outcome)
        case (.ended, _, let outcome?): .ended(outcome)
        default: .open
        }
    }

    var isOpen: Bool { if case .open = stage { true } else { false } }

    var hasEnded: Bool { if case .ended = stage { true } else { false } }
}

// MARK: - Callers

extension FlightCell {
    /// A caller comes in; `nil` if the flight has ended and cannot be joined.
    mutating func admit(priority: UInt8, streaming waiter: Waiter? = nil) -> Token? {
        if hasEnded { return nil }
        let interest = Interest(place: waiter.map { .streaming($0) } ?? .arriving, priority: priority)
        callers += 1
        guard first != nil else {
            first = interest
            return 0
        }
        others.append(interest)
        return others.count
    }

    /// A caller arrives, or asks for a baton it was told of.
    ///
    /// `nil` stands for an unattended driver.
    mutating func take(_ token: Token?) -> Step {
        if let token, case .left = self[token] { return .left }
        switch stage {
        case .open, .driving, .committing: return .park
        case .answered:
            guard let answer else { return .park }
            stage = .driving(token)
            return .drive(answer)
        case .ended: return outcome.map { .ended($0) } ?? .park
        }
    }

    /// A caller suspends; `nil` if it stays suspended.
    mutating func park(_ token: Token, _ waiter: Waiter) -> Step? {
        let step = take(token)
        guard case .park = step else { return step }
        self[token] = .parked(waiter)
        return nil
    }

    /// A caller leaves.
    ///
    /// Any number of times, the first counts.
    mutating func leave(_ token: Token) -> Leaving {
        if hasEnded { return Leaving() }
        let place = self[token]
        if case .left = place { return Leaving() }
        self[token] = .left
        callers -= 1
        if case .parked(let waiter) = place { return Leaving(waiter: waiter) }
        // It may have been the one on its way to a free baton.
        guard case .answered = stage else { return Leaving() }
        return Leaving(handover: handOver())
    }
}

// MARK: - The transport

extension FlightCell {
    /// Whether the transport may be started: once, and never for a flight that has ended.
    mutating func claimStart() -> Bool {
        if hasEnded { return false }
        defer { isStarted = true }
        return !isStarted
    }

    /// Keeps what is to run on cancellation while the answer is out.
    ///
    /// - Returns: Whether the flight was cancelled before it was answered, so that the handler runs now.
    mutating func onCancel(_ handler: @escaping @Sendable () -> Void) -> Bool {
        switch stage {
        case .open:
            cancelHandler = handler
            return false
        case .ended: return !isAnswered
        case .answered, .driving, .committing: return false
        }
    }

    /// The highest priority of those who have not left.
    var priority: UInt8? {
        tokens.compactMap { if case .left = self[$0] { nil } else { priority($0) } }.max()
    }

    /// Takes a progress report in, and returns the streams to tell of it if there is something new.
    mutating func report(_ newer: TransferProgress) -> [Waiter] {
        let advanced = progress.advanced(by: newer)
        guard case .open = stage, advanced != progress else { return [] }
        progress = advanced
        return streams
    }

    /// The answer.
    ///
    /// The first one wins.
    mutating func answer(_ answer: Answer) -> Handover {
        guard case .open = stage else { return .none }
        cancelHandler = nil
        isAnswered = true
        self.answer = answer
        return handOver()
    }

    /// The driver could not decode because its own task was cancelled: it leaves, and somebody else is to drive.
    mutating func giveBack(_ token: Token) -> Handover {
        guard case .driving(token) = stage else { return .none }
        if case .left = self[token] {} else { callers -= 1 }
        self[token] = .left
        return handOver()
    }

    private mutating func handOver() -> Handover {
        if let answer, let token = nextDriver(), case .parked(let waiter) = self[token] {
            self[token] = .arriving
            stage = .driving(token)
            return .wake(waiter, answer)
        }
        stage = .answered
        if hasArriving { return .none }
        let streams = streams
        if !streams.isEmpty { return .offer(streams) }
        return finishesUnattended ? .unattended : .none
    }

    private var hasArriving: Bool {
        tokens.contains { if case .arriving = self[$0] { true } else { false } }
    }

    private func nextDriver() -> Token? {
        var best: Token?
        for token in tokens {
            guard case .parked = self[token] else { continue }
            if let current = best, priority(current) >= priority(token) { continue }
            best = token
        }
        return best
    }
}

// MARK: - The end

extension FlightCell {
    /// The answer is decoded and is to be stored before anyone gets it.
    ///
    /// - Parameter revoke: Takes the write back if the flight is ended meanwhile.
    /// - Returns: `false` if the flight has ended; then nothing may be stored.
    mutating func beginCommit(_ outcome: Outcome, revoke: @escaping @Sendable () -> Void) -> Bool {
        guard case .driving = stage else { return false }
        stage = .committing
        answer = nil
        self.outcome = outcome
        cancelHandler = revoke
        return true
    }

    /// The work is done.
    ///
    /// `nil` if the flight had ended before.
    mutating func end(_ outcome: Outcome) -> Settlement? {
        cancelHandler = nil
        return settle(outcome)
    }

    /// Storing takes too long: the value is delivered and the write revoked.
    ///
    /// `nil` if that is over.
    mutating func endCommit() -> Settlement? {
        guard case .committing = stage, let outcome else { return nil }
        return settle(outcome)
    }

    /// A decision ends the flight.
    ///
    /// `nil` if it had ended before.
    mutating func cancel(_ outcome: Outcome) -> Settlement? {
        settle(outcome)
    }

    private mutating func settle(_ outcome: Outcome) -> Settlement? {
        if hasEnded { return nil }
        stage = .ended
        answer = nil
        self.outcome = outcome
        let settlement = Settlement(
            outcome: outcome,
            waiters: takeWaiters(),
            callers: callers,
            cancelHandler: cancelHandler
        )
        cancelHandler = nil
        return settlement
    }
}

// MARK: - Places

extension FlightCell {
    /// Where each caller is; for tests that try every event in every place.
    subscript(place token: Token) -> Place { self[token] }

    private var tokens: Range<Token> { 0..<(first == nil ? 0 : others.count + 1) }

    private var streams: [Waiter] {
        tokens.compactMap { if case .streaming(let waiter) = self[$0] { waiter } else { nil } }
    }

    private func priority(_ token: Token) -> UInt8 {
        (token == 0 ? first?.priority : others[token - 1].priority) ?? 0
    }

    private subscript(token: Token) -> Place {
        get { (token == 0 ? first?.place : others[token - 1].place) ?? .left }
        set {
            if token == 0 { first?.place = newValue } else { others[token - 1].place = newValue }
        }
    }

    private mutating func takeWaiters() -> [Waiter] {
        var waiters: [Waiter] = []
        for token in tokens {
            switch self[token] {
            case .parked(let waiter), .streaming(let waiter):
                waiters.append(waiter)
                self[token] = .arriving
            case .arriving, .left: break
            }
        }
        return waiters
    }
}
