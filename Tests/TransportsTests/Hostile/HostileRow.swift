import LoopbackServer
import RequestTransports
import Testing

/// One behaviour of a server and what is to come of it.
struct HostileRow: Sendable, CustomTestStringConvertible {
    typealias Kind = HTTPEngineContractTests.Kind
    typealias Script = @Sendable (_ request: ReceivedRequest, _ hold: Hold) -> ServerScript

    /// A point in the answer.
    enum Cue: Sendable, Equatable {
        case head
        case bytes(Int)
    }

    let name: String
    var method = HTTPMethod.get
    var bodySize: Int?

    /// Whether another exchange leaves a kept connection behind first, which the server ends on its next request.
    var usesStaleConnection = false

    /// Whether the script is run before the body of the request is read.
    var answersHead = false

    /// When the hold of the script is released: once the engine has delivered so much.
    var cue: Cue?

    /// The one time that is limited, and that runs out once the request, and what ``cue`` says, has come.
    var limit: HTTPTransportError.Timeout?

    /// The same with `URLSession` alone.
    var limitOnURLSession: HTTPTransportError.Timeout?

    /// Whether it moves too many bytes to be repeated for long.
    var isHeavy = false

    /// Whether it mixes up what others ask of the same server, now or later.
    var poisonsConnections = false

    /// What the server does on each path that is asked for.
    let script: Script

    private let expectations: HostileExpectations

    /// What comes of it with `URLSession` where the system sees the end of a kept connection in time.
    var otherwiseOnURLSession: HostileOutcome?

    /// What is to come of it where the body is streamed, if that is something else.
    var streamedExpectations: HostileExpectations?

    var testDescription: String { name }

    init(_ name: String, _ script: @escaping Script, _ expectations: HostileExpectations) {
        self.name = name
        self.script = script
        self.expectations = expectations
    }

    /// A server that always does the same.
    init(_ name: String, _ script: ServerScript, _ expectations: HostileExpectations) {
        self.init(name, { _, _ in script }, expectations)
    }

    /// A server that always does the same, and engines that agree on it.
    init(_ name: String, _ script: ServerScript, _ outcome: HostileOutcome) {
        self.init(name, script, HostileExpectations(outcome))
    }

    func expectation(of kind: Kind, streamed: Bool = false) -> HostileOutcome {
        (streamed ? streamedExpectations : nil)?[kind] ?? expectations[kind]
    }

    /// What of an outcome is neither as expected nor as it may be otherwise.
    func differences(from outcome: HostileOutcome, on kind: Kind, streamed: Bool = false) -> [String] {
        if kind == .urlSession, outcome == otherwiseOnURLSession { return [] }
        return expectation(of: kind, streamed: streamed).differences(from: outcome)
    }

    func limit(on kind: Kind) -> HTTPTransportError.Timeout? {
        limit ?? (kind == .urlSession ? limitOnURLSession : nil)
    }

    /// Whether an engine ends the process over it.
    func kills(_ kind: Kind) -> Bool { expectation(of: kind).end == .death }

    /// This row with something changed.
    func with(_ change: (inout HostileRow) -> Void) -> HostileRow {
        var row = self
        change(&row)
        return row
    }

    static let all: [HostileRow] = cuts + resets + framing + heads + interims + codings + redirects + connections

    /// The engines that the table says something about here.
    static var kinds: [Kind] {
        #if canImport(FoundationNetworking)
            Kind.allCases
        #else
            Kind.allCases.filter { $0 != .urlSession }
        #endif
    }
}
