/// How a call holds on to its coordinator between two turns.
enum CoordinatorReference: Sendable {
    /// An awaited call or an iterated stream keeps it alive.
    case strong(RequestCoordinator)
    /// A call with a completion does not; it reaches it only for the length of a turn.
    case weak(WeakCoordinator)

    /// The coordinator, for one turn.
    ///
    /// - Throws: The decision that ends a call whose coordinator was released.
    var coordinator: RequestCoordinator {
        get throws(RequestError) {
            switch self {
            case .strong(let coordinator): return coordinator
            case .weak(let reference):
                guard let coordinator = reference.coordinator else { throw .decision(.released) }
                return coordinator
            }
        }
    }
}

/// A coordinator that may have been released.
struct WeakCoordinator: Sendable {
    weak let coordinator: RequestCoordinator?
}
