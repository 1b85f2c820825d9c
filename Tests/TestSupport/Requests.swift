package import RequestScheduler

/// A request with an identity, answered by an integer.
package struct Get: Request, Hashable {
    package typealias Response = Int
    package var id: Int
    package var isSafe = true
    package var abandonment = AbandonPolicy.cancel

    package init(_ id: Int = 0, isSafe: Bool = true, abandonment: AbandonPolicy = .cancel) {
        self.id = id
        self.isSafe = isSafe
        self.abandonment = abandonment
    }

    package static func == (one: Get, other: Get) -> Bool { one.id == other.id }
    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// Another type of request with the same response.
package struct Fetch: Request, Hashable {
    package typealias Response = Int
    package var id: Int

    package init(_ id: Int = 0) { self.id = id }
}

/// A request without an identity.
package struct Anonymous: Request {
    package typealias Response = Int

    package init() {}
}

/// A request whose answer is stored.
package struct Kept: Request, Hashable {
    package typealias Response = Int

    package enum Form: Hashable, Sendable { case raw, value, live }

    package var id: Int
    package var form: Form
    package var dataClass: DataClass
    package var kind: StoreKind?
    package var keepsOldEntry = false
    package var abandonment = AbandonPolicy.cancel

    package init(
        _ id: Int = 0,
        form: Form = .value,
        dataClass: DataClass = .default,
        kind: StoreKind? = nil,
        keepsOldEntry: Bool = false,
        abandonment: AbandonPolicy = .cancel
    ) {
        self.id = id
        self.form = form
        self.dataClass = dataClass
        self.kind = kind
        self.keepsOldEntry = keepsOldEntry
        self.abandonment = abandonment
    }

    package var key: StoreKey { StoreKey(namespace: "kept", identifier: "\(id)", dataClass: dataClass) }

    package var storage: StoragePlan<Int>? {
        let onFailedWrite: StoragePlan<Int>.FailedWrite = keepsOldEntry ? .keepsOldEntry : .removesOldEntry
        return switch form {
        case .raw:
            .raw(
                namespace: "kept",
                identifier: "\(id)",
                dataClass: dataClass,
                in: kind,
                onFailedWrite: onFailedWrite
            )
        case .value:
            .value(
                namespace: "kept",
                identifier: "\(id)",
                dataClass: dataClass,
                in: kind,
                onFailedWrite: onFailedWrite
            )
        case .live:
            .live(
                namespace: "kept",
                identifier: "\(id)",
                dataClass: dataClass,
                in: kind,
                onFailedWrite: onFailedWrite
            )
        }
    }
}

/// A request whose every instance hashes alike.
package struct Colliding: Request, Hashable {
    package typealias Response = Int
    package var id: Int

    package init(_ id: Int) { self.id = id }

    package func hash(into hasher: inout Hasher) {}

    package var storage: StoragePlan<Int>? { .value(namespace: "colliding", identifier: "\(id)") }
}

/// A request with a plan of the test's own.
package struct Planned: Request, Hashable {
    package typealias Response = Int
    package var id: Int
    package var storage: StoragePlan<Int>?

    package init(_ id: Int = 0, _ storage: StoragePlan<Int>?) {
        self.id = id
        self.storage = storage
    }

    package static func == (one: Planned, other: Planned) -> Bool { one.id == other.id }
    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// An error of a test's own.
package struct Failure: Error, Hashable {
    package var code: Int

    package init(_ code: Int = 0) { self.code = code }
}
