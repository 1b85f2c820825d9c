import RequestScheduler

/// The ways to remove what is stored.
enum RemovalForm: String, CaseIterable {
    case await, closure, delegate, provider
}

extension Caller {
    /// Removes what is stored for a request, in a form; how that came out, in a word.
    func remove(_ request: GetWeather, in form: RemovalForm) async -> String {
        let outcome =
            switch form {
            case .await: await awaited { try await coordinator.removeStored(for: request) }
            case .closure:
                await withCheckedContinuation { continuation in
                    coordinator.removeStored(for: request) { outcome in
                        continuation.resume(returning: word(outcome.map { "removed" }))
                    }
                }
            case .delegate: await heard { coordinator.removeStored(for: request, informing: $0) }
            case .provider:
                await heard { delegate in
                    coordinator.provider(for: GetWeather.self).removeStored(for: request, informing: delegate)
                }
            }
        return await isStored(request) ? "\(outcome), but still there" : outcome
    }

    private func awaited(_ remove: () async throws -> Void) async -> String {
        do {
            try await remove()
            return "removed"
        } catch {
            return word(CallOutcome<Void>(.failure(error)))
        }
    }

    private func heard(_ remove: (Listener) -> CallHandle) async -> String {
        let delegate = Listener()
        _ = remove(delegate)
        return await delegate.heard
    }

    private func isStored(_ request: GetWeather) async -> Bool {
        do {
            _ = try await coordinator.storedResponse(for: request)
            return true
        } catch {
            return false
        }
    }
}
