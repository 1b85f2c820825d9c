import RequestGenerator
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct JSONShapeTests {
    private static func shape(_ json: String, dates: Bool = false) throws -> JSONShape {
        JSONShape(of: try JSONReader.read(json.utf8), readingDates: dates)
    }

    private static func merged(_ samples: String...) throws -> JSONShape {
        try samples.map { try shape($0) }.reduce(.unknown) { $0.merging($1) }
    }

    @Test(
        arguments: [
            ("true", .bool), ("1", .number(.integer)), ("-0", .number(.integer)), ("1.0", .number(.double)),
            ("1e0", .number(.double)), ("9223372036854775807", .number(.integer)),
            ("-9223372036854775808", .number(.integer)),
            ("9223372036854775808", .number(.decimal)), (String(repeating: "9", count: 38), .number(.decimal)),
            ("1" + String(repeating: "0", count: 38), .number(.rounded)), ("\"1\"", .text(.string)), ("null", .unknown),
            ("[]", .array(.unknown)), ("{}", .object(ObjectShape())),
        ] as [(String, JSONShape.Kind)]
    )
    func aValueIsTold(_ json: String, _ kind: JSONShape.Kind) throws {
        #expect(try Self.shape(json) == JSONShape(kind, isNullable: json == "null"))
    }

    @Test(arguments: [
        ("2026-01-31T12:00:00Z", true), ("2024-02-29T23:59:59+14:00", true), ("2023-02-29T00:00:00Z", false),
        ("2026-01-31", false), ("2026-01-31T12:00:00", false), ("2026-01-31T12:00:00.5Z", false),
        ("2026-13-01T12:00:00Z", false), ("2026-01-31T24:00:00Z", false), ("2026-01-31T12:00:00+1:00", false),
        ("2026-01-31 12:00:00Z", false), ("", false),
    ])
    func datesAreReadWhereAskedFor(_ text: String, _ isDate: Bool) throws {
        #expect(try Self.shape("\"\(text)\"").kind == .text(.string))
        #expect(try Self.shape("\"\(text)\"", dates: true).kind == .text(isDate ? .date : .string))
    }

    @Test func aMissingKeyIsNotRequired() throws {
        let shape = try Self.merged(#"{"a": 1, "b": 2}"#, #"{"b": 3, "c": 4}"#)
        guard case .object(let object) = shape.kind else {
            Issue.record("\(shape)")
            return
        }
        #expect(object.properties.map(\.key) == ["a", "b", "c"])
        #expect(object.properties.map(\.isRequired) == [false, true, false])
    }

    @Test func nullMakesNullable() throws {
        #expect(try Self.merged("null", "1") == JSONShape(.number(.integer), isNullable: true))
        #expect(try Self.merged("[1, null]", "[]").kind == .array(JSONShape(.number(.integer), isNullable: true)))
    }

    @Test func numbersWiden() throws {
        #expect(try Self.merged("1", "1.5").kind == .number(.double))
        #expect(try Self.merged("1", "9223372036854775808").kind == .number(.decimal))
        #expect(try Self.merged("1.5", "9223372036854775808").kind == .number(.rounded))
    }

    @Test func whatDoesNotAgreeIsMixed() throws {
        #expect(try Self.merged("1", "\"1\"", "1.5", "true").kind == .mixed([.number, .text, .bool]))
        #expect(try Self.shape(#"[1, {"a": 1}, [2]]"#).kind == .array(JSONShape(.mixed([.number, .object, .array]))))
    }

    @Test func orderOfKeysDoesNotMatter() throws {
        #expect(try Self.shape(#"{"a": 1, "b": {"c": 1, "d": 2}}"#) == Self.shape(#"{"b": {"d": 2, "c": 1}, "a": 1}"#))
        #expect(try Self.shape(#"{"a": 1}"#) != Self.shape(#"{"a": 1.0}"#))
        #expect(try Self.shape(#"{"a": 1}"#) != Self.shape(#"{"a": 1, "b": 1}"#))
    }

    @Test func mergingIsThatOfASemilattice() {
        var kinds: Set<JSONShape.Kind> = []
        for seed in UInt64(0)..<2000 {
            var random = SeededRandom(seed: seed)
            let (a, b, c) = (
                JSONShape.random(using: &random), JSONShape.random(using: &random), JSONShape.random(using: &random)
            )
            #expect(a.merging(b) == b.merging(a), "seed \(seed)")
            #expect(a.merging(b).merging(c) == a.merging(b.merging(c)), "seed \(seed)")
            #expect(a.merging(a) == a, "seed \(seed)")
            #expect(a.merging(b).merging(b) == a.merging(b), "seed \(seed)")
            #expect(a.merging(.unknown) == a, "seed \(seed)")
            kinds.insert(a.merging(b).kind)
        }
        #expect(kinds.count > 200, "the random shapes are too much alike: \(kinds.count)")
    }
}

extension JSONShape {
    fileprivate static func random(using random: inout SeededRandom, depth: Int = 3) -> JSONShape {
        let isNullable = random.below(4) == 0
        switch random.below(depth > 0 ? 9 : 5) {
        case 0: return JSONShape(.unknown, isNullable: isNullable)
        case 1: return JSONShape(.bool, isNullable: isNullable)
        case 2: return JSONShape(.number(NumberShape.allCases[random.below(4)]), isNullable: isNullable)
        case 3: return JSONShape(.text(TextShape.allCases[random.below(2)]), isNullable: isNullable)
        case 4:
            let kinds = ValueKind.allCases.filter { _ in random.below(2) == 0 } + [.bool, .text]
            return JSONShape(.mixed(Set(kinds)), isNullable: isNullable)
        case 5, 6: return JSONShape(.array(.random(using: &random, depth: depth - 1)), isNullable: isNullable)
        default:
            var properties: [ObjectShape.Property] = []
            for key in ["a", "b", "c"].shuffled(using: &random) where random.below(3) > 0 {
                let shape = JSONShape.random(using: &random, depth: depth - 1)
                properties.append(.init(key, shape, isRequired: random.below(3) > 0))
            }
            return JSONShape(.object(ObjectShape(properties)), isNullable: isNullable)
        }
    }
}
