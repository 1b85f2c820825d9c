import TestSupport

@testable import RequestScheduler

/// A call that a random history makes with completions, seen by a task that waits for them.
///
/// A completion that runs twice ends the test; one that does not run leaves the caller without an outcome.
struct ToldCall {
    typealias Seen = RandomCall.Seen

    private let request: Kept
    private let duplicates: DuplicatePolicy
    private let coordinator: RequestCoordinator

    init(_ request: Kept, _ duplicates: DuplicatePolicy, on coordinator: RequestCoordinator) {
        self.request = request
        self.duplicates = duplicates
        self.coordinator = coordinator
    }

    func outcome(of call: RandomCall) async -> Seen {
        switch call {
        case .elements: await follow()
        case .linkedCompletions: await fetchLinked()
        case .deferred:
            await told { tell in
                let call = coordinator.call(for: request, duplicates: duplicates, policy: .storeElseNetwork)
                call.start { tell(seen($0)) }
                return { call.cancel() }
            }
        default:
            await told { tell in
                let handle = coordinator.response(for: request, duplicates: duplicates) { tell(seen($0)) }
                return { handle.cancel() }
            }
        }
    }

    private func follow() async -> Seen {
        let elements = Log<ResponseElement<Int>>()
        return await told { tell in
            let handle = coordinator.responses(for: request, duplicates: duplicates) { element in
                elements.append(element)
            } completion: { outcome in
                let isOrdered = elements.all.count < 2 || !elements.all[1].isStored
                let isRight = elements.all.allSatisfy { $0.value.map { $0 % 10 == request.id } ?? false }
                let end = seen(outcome.map { elements.all.last?.value ?? -1 })
                tell(isOrdered && isRight && elements.all.count < 3 ? end : .other)
            }
            return { handle.cancel() }
        }
    }

    /// The stored one is of another identifier; told before the fetched one where that has a value.
    private func fetchLinked() async -> Seen {
        let stored = Log<Seen>()
        let outcome = await told { tell in
            let handle = coordinator.response(
                for: request,
                duplicates: duplicates,
                linkingStored: Kept(1 - request.id),
                link: .dependFull,
                stored: { outcome in
                    let isRight = outcome.value.map { $0.value % 10 == 1 - request.id } ?? true
                    stored.append(isRight ? .value : .wrongValue)
                },
                fetched: { outcome in
                    tell(outcome.value != nil && stored.all.count != 1 ? .other : seen(outcome))
                }
            )
            return { handle.cancel() }
        }
        return stored.all.contains(.wrongValue) || stored.all.count > 1 ? .wrongValue : outcome
    }

    private func seen(_ outcome: CallOutcome<Int>) -> Seen {
        switch outcome {
        case .value(let value): value % 10 == request.id ? .value : .wrongValue
        case .error(let error as RequestError): .decision(error.reason)
        case .error(is Failure): .failure
        case .error: .other
        case .cancelled(let reason): .decision(reason)
        }
    }

    /// Waits for what is told, and hands this task's cancellation on.
    private func told(_ make: (@escaping @Sendable (Seen) -> Void) -> @Sendable () -> Void) async -> Seen {
        let cancel = Lock<(isCancelled: Bool, cancel: (@Sendable () -> Void)?)>((false, nil))
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let handle = make { continuation.resume(returning: $0) }
                let isCancelled = cancel.withLock { state in
                    state.cancel = handle
                    return state.isCancelled
                }
                if isCancelled { handle() }
            }
        } onCancel: {
            let handle = cancel.withLock { state in
                state.isCancelled = true
                return state.cancel
            }
            handle?()
        }
        return Task.isCancelled && outcome == .decision(.cancelled) ? .ownCancellation : outcome
    }
}

extension ResponseElement {
    fileprivate var isStored: Bool { if case .stored = self { true } else { false } }
}
