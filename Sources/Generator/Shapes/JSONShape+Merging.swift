extension JSONShape {
    /// Adds what `other` knows.
    package mutating func merge(_ other: JSONShape) {
        kind = kind.merging(other.kind)
        isNullable = isNullable || other.isNullable
    }

    /// What both know.
    package func merging(_ other: JSONShape) -> JSONShape {
        var merged = self
        merged.merge(other)
        return merged
    }
}

extension JSONShape.Kind {
    fileprivate func merging(_ other: Self) -> Self {
        switch (self, other) {
        case (.unknown, let known), (let known, .unknown): return known
        case (.bool, .bool): return .bool
        case (.number(let one), .number(let two)): return .number(one.merging(two))
        case (.text(let one), .text(let two)): return .text(one == two ? one : .string)
        case (.array(let one), .array(let two)): return .array(one.merging(two))
        case (.object(var one), .object(let two)):
            one.merge(two)
            return .object(one)
        default: return .mixed(kinds.union(other.kinds))
        }
    }

    private var kinds: Set<JSONShape.ValueKind> {
        switch self {
        case .unknown: []
        case .bool: [.bool]
        case .number: [.number]
        case .text: [.text]
        case .array: [.array]
        case .object: [.object]
        case .mixed(let kinds): kinds
        }
    }
}

extension JSONShape.NumberShape {
    fileprivate func merging(_ other: Self) -> Self {
        switch (self, other) {
        case _ where self == other: self
        case (.integer, let greater), (let greater, .integer): greater
        default: .rounded
        }
    }
}
