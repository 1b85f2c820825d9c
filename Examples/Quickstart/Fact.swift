/// One thing the scheduler promises, to be shown and checked.
enum Fact: String, CaseIterable {
    case value, join, stream, cancel, duplicate, offline

    var title: String {
        switch self {
        case .value: "a typed value"
        case .join: "ten calls, one request"
        case .stream: "stored, then fetched"
        case .cancel: "cancel by key type"
        case .duplicate: "a duplicate refused"
        case .offline: "the network gone"
        }
    }
}

/// What was seen of a fact: in words, and in how many requests the server has seen.
struct Observation {
    let words: String
    var isRight = true
    let expected: Int
    let counted: Int

    var holds: Bool { isRight && expected == counted }
}

/// Prints facts as lines of a table.
struct Report {
    private(set) var failures = 0

    mutating func add(_ fact: Fact, _ result: Result<Observation, any Error>, in duration: Duration) {
        let time = "\(duration.formatted())".padding(toLength: 9, leading: true)
        switch result {
        case .success(let seen) where seen.holds:
            print("  ✓ \(fact.title.padding(toLength: 24))\(time)   \(seen.words) (requests: \(seen.counted))")
        case .success(let seen):
            failures += 1
            print("  ✗ \(fact.title.padding(toLength: 24))\(time)   \(seen.words)")
            print(
                "      requests: \(seen.counted), expected: \(seen.expected)\(seen.isRight ? "" : ", and it is not right")"
            )
        case .failure(let error):
            failures += 1
            print("  ✗ \(fact.title.padding(toLength: 24))\(time)   \(error)")
        }
    }
}

extension Duration {
    fileprivate func formatted() -> String {
        let microseconds = components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
        return "\(microseconds / 1000).\(microseconds % 1000 / 100) ms"
    }
}

extension String {
    fileprivate func padding(toLength length: Int, leading: Bool = false) -> String {
        let spaces = String(repeating: " ", count: max(0, length - count))
        return leading ? spaces + self : self + spaces
    }
}
