/// What is to be removed from the stores.
enum StoredRemoval: Sendable {
    /// One request's entry; `nil` for a request that is not stored.
    case entry(StoringPlan?)
    case dataClass(DataClass)
    case storesOfAnyClass
    case everything
}

extension CallPath {
    /// Removes from every store that may hold something of it, and waits for all of them or the coordinator's end.
    ///
    /// - Parameter point: When it was asked for: what was dispatched before does not come back.
    func remove(_ removal: StoredRemoval, at point: FencePoint = .next()) async throws {
        try Task.checkCancellation()
        let stores = try stores(holding: removal)
        let waits = try environment.removals.begin(stores.count)
        for (store, wait) in zip(stores, waits) {
            environment.spawn(priority: Task.currentPriority.rawValue) { [environment] in
                do {
                    try await store.remove(removal, at: point)
                    environment.removals.end(wait, with: .success(()))
                } catch {
                    environment.events.send(
                        .storeFailed(.init(operation: .remove, requestType: nil, error: error))
                    )
                    environment.removals.end(wait, with: .failure(RequestError(.storeFailed, underlyingError: error)))
                }
            }
        }
        var failure: (any Error)?
        for wait in waits {
            do { try await wait.value() } catch let error as RequestError { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    private func stores(holding removal: StoredRemoval) throws(RequestError) -> [any Store] {
        switch removal {
        case .entry(let plan):
            let stores = plan.map { environment.stores(holding: $0) } ?? []
            guard !stores.isEmpty else { throw RequestError(.noStore) }
            return stores
        case .dataClass(let dataClass): return environment.stores.filter { $0.takes(dataClass) }
        case .storesOfAnyClass: return environment.stores.filter { $0.dataClasses == nil }
        case .everything: return environment.stores
        }
    }
}

extension Store {
    fileprivate func remove(_ removal: StoredRemoval, at point: FencePoint) async throws {
        switch removal {
        case .entry(let plan): if let plan { try await remove(plan.key, at: point) }
        case .dataClass(let dataClass): try await removeAll(of: dataClass, at: point)
        case .storesOfAnyClass, .everything: try await removeAll(at: point)
        }
    }
}
