import RequestScheduler
import TestSupport

/// What a caller of a random history does.
enum RandomCall: Int, CaseIterable {
    /// What a caller saw at its end.
    enum Seen: Hashable {
        case value
        case wrongValue
        case ownCancellation
        case decision(RequestError.Reason)
        case failure
        case other
    }

    case network, networkWithKey, storeElseNetwork, networkElseStore, storeOnly, stream, leftStream, linked
    case completion, elements, linkedCompletions, deferred

    /// Whether `cancel` counts this caller if, and only if, it sees that it was cancelled.
    var isCountedExactly: Bool {
        switch self {
        case .network, .networkWithKey, .storeElseNetwork, .networkElseStore, .storeOnly: true
        default: false
        }
    }
}

// MARK: - Calling

extension RandomCall {
    /// Makes the call and waits for its end.
    func outcome(
        _ request: Kept,
        _ duplicates: DuplicatePolicy,
        on coordinator: RequestCoordinator
    ) async -> Seen {
        do {
            let value: Int
            switch self {
            case .completion, .elements, .linkedCompletions, .deferred:
                return await ToldCall(request, duplicates, on: coordinator).outcome(of: self)
            case .network: value = try await coordinator.response(for: request, duplicates: duplicates)
            case .networkWithKey:
                value = try await coordinator.response(for: request, key: "key", duplicates: duplicates)
            case .storeElseNetwork:
                value = try await coordinator.response(
                    for: request,
                    duplicates: duplicates,
                    policy: .storeElseNetwork
                )
            case .networkElseStore:
                value = try await coordinator.response(
                    for: request,
                    duplicates: duplicates,
                    policy: .networkElseStore
                )
            case .storeOnly: value = try await coordinator.storedResponse(for: request).value
            case .stream: return try await follow(coordinator.responses(for: request, duplicates: duplicates), request)
            case .leftStream:
                let elements = coordinator.responses(
                    for: request,
                    duplicates: duplicates,
                    link: .dependFull,
                    includingProgress: true
                )
                for try await element in elements {
                    return element.value.map { $0 % 10 == request.id } ?? true ? .value : .wrongValue
                }
                return .other
            case .linked:
                let link = request.form == .raw ? StoreLink.dependFull : .independent
                let read = coordinator.storedRead(of: Kept(1 - request.id), link: link)
                async let stored = read.value
                value = try await coordinator.response(for: request, duplicates: duplicates, linking: read)
                // Whatever it gives, it ends.
                _ = try? await stored
            }
            return value % 10 == request.id ? .value : .wrongValue
        } catch is CancellationError {
            return .ownCancellation
        } catch let error as RequestError {
            return .decision(error.reason)
        } catch is Failure {
            return .failure
        } catch {
            return .other
        }
    }

    /// Iterates to the end; stored data never comes after fresh data, and nothing comes twice.
    private func follow(_ elements: ResponseSequence<Kept>, _ request: Kept) async throws -> Seen {
        var stored = 0
        var fetched = 0
        for try await element in elements {
            switch element {
            case .stored: stored += 1
            case .fetched: fetched += 1
            case .progress: return .other
            }
            if let value = element.value, value % 10 != request.id { return .wrongValue }
            if fetched > 1 || stored > 1 { return .other }
            if case .stored = element, fetched > 0 { return .other }
        }
        return fetched == 1 ? .value : .other
    }
}
