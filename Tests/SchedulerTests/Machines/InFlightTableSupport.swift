@testable import RequestScheduler

/// A table of numbered flights.
typealias NumberedTable = InFlightTable<Int, String, String>

/// Types to tell requests and keys apart by.
enum Kind: CaseIterable {
    case first, second

    var id: ObjectIdentifier { self == .first ? ObjectIdentifier(First.self) : ObjectIdentifier(Second.self) }

    private enum First {}
    private enum Second {}
}

extension InFlightTable where Flight == Int, Identity == String, Key == String {
    static func candidate(
        _ flight: Int,
        _ stage: Stage = .network,
        identity: String? = "request",
        key: String? = nil,
        type: Kind = .first,
        keyType: Kind = .first,
        storing: StoringPlan? = nil,
        abandonment: AbandonPolicy = .cancel
    ) -> Candidate {
        Candidate(
            flight: flight,
            stage: stage,
            type: type.id,
            identity: identity,
            key: key,
            keyType: key == nil ? nil : keyType.id,
            storing: storing,
            abandonment: abandonment
        )
    }

    /// Begins beside everything else, and returns the flight's id; zero, which is no flight's, if it is refused.
    @discardableResult
    mutating func add(_ candidate: Candidate) -> FlightID {
        let id = candidate.stage == .linkedReading ? link(candidate) : begin(candidate, .allow).id
        return id ?? FlightID(rawValue: 0)
    }
}

extension InFlightTable.Beginning where Flight == Int {
    /// What happened, in words; replaced flights in order of their numbers.
    var text: String {
        switch self {
        case .started(_, let replaced): "started" + Self.list(replaced)
        case .joined(_, let flight): "joined \(flight)"
        case .refused(let reason, let replaced): "refused \(reason)" + Self.list(replaced)
        }
    }

    /// The flight that was started or joined.
    var id: FlightID? {
        switch self {
        case .started(let id, _), .joined(let id, _): id
        case .refused: nil
        }
    }

    private static func list(_ replaced: [Int]) -> String {
        replaced.isEmpty ? "" : " replacing " + replaced.sorted().map(String.init).joined(separator: " ")
    }
}

extension InFlightTable.Departure where Flight == Int {
    var text: String {
        switch self {
        case .none: "nothing"
        case .cancel(let flight): "cancel \(flight)"
        }
    }
}

extension InFlightTable.Due where Flight == Int {
    var text: String {
        switch self {
        case .cancel(let flight): "cancel \(flight)"
        case .endCommit(let flight): "end commit of \(flight)"
        }
    }
}

extension StoringPlan {
    static func named(_ name: String) -> StoringPlan {
        StoringPlan(
            key: StoreKey(namespace: "test", identifier: name),
            kind: nil,
            form: .value,
            keepsOldEntry: false
        )
    }
}
