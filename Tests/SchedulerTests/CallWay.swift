import RequestScheduler
import TestSupport

/// The ways to make a call, for tests that hold in all of them.
enum CallWay: CaseIterable, Sendable {
    case awaiting, iterating, closure, closures, delegate, streamDelegate, provider, providerStreamDelegate, deferred,
        deferredDelegate

    enum Outcome: Equatable, Sendable {
        case value(Int), failure(Failure), reason(RequestError.Reason), cancellation, other, nothing
    }

    struct Options: Sendable {
        var key: RequestKey?
        var duplicates = DuplicatePolicy.allow
        var policy = FetchPolicy.networkOnly
    }

    /// Whether `CancellationError` is what one's own cancellation gives.
    var isAwaited: Bool { [.awaiting, .iterating, .provider].contains(self) }

    /// Whether stored elements come first, whatever the policy.
    var isStream: Bool { [.iterating, .closures, .streamDelegate, .providerStreamDelegate].contains(self) }

    /// A call that was made, and what is heard of it.
    final class Call: Sendable {
        private let log = Log<[Outcome]>()
        private let ended = Counter()
        private let onCancel = Lock<(@Sendable () -> Void)?>(nil)
        private let observer = Lock<(any Sendable)?>(nil)

        /// The ends heard of, each with what came before it.
        var outcomesSoFar: [[Outcome]] { log.all }

        /// The first end.
        func outcomes() async -> [Outcome] {
            await ended.reach(1)
            return log.all[0]
        }

        func cancel() { onCancel.withLock { $0 }?() }

        /// Lets what is on its way arrive: there is nothing to wait for, since nothing more may come.
        func settle() async { for _ in 0..<20 { await Task.yield() } }

        fileprivate func end(_ outcomes: [Outcome]) {
            log.append(outcomes)
            ended.increment()
        }

        fileprivate func cancels(_ cancel: @escaping @Sendable () -> Void) { onCancel.withLock { $0 = cancel } }

        /// Keeps what is called only as long as somebody holds it.
        fileprivate func keep(_ object: any Sendable) { observer.withLock { $0 = object } }
    }

    private final class Listener: RequestDelegate {
        let told: @Sendable (CallNotice) -> Void

        init(_ told: @escaping @Sendable (CallNotice) -> Void) { self.told = told }

        func callEnded(_ notice: CallNotice) { told(notice) }
    }

    /// Takes the elements of a request's stream down and tells of them with the end.
    private final class StreamListener<R: Request>: ResponseStreamDelegate where R.Response == Int {
        private let elements = Log<Outcome>()
        private let ended: @Sendable ([Outcome]) -> Void

        init(of type: R.Type, _ ended: @escaping @Sendable ([Outcome]) -> Void) { self.ended = ended }

        func elementArrived(_ notice: ElementNotice) {
            elements.append(notice.element(of: R.self)?.value.map { .value($0) } ?? .other)
        }

        func streamEnded(_ notice: StreamEndNotice) {
            let end = notice.outcome.value == nil ? [CallWay.outcome(notice.outcome.map { 0 })] : []
            ended(notice.request is R ? elements.all + end : [.other])
        }
    }

    func call<R: Request>(_ request: R, _ options: Options, in coordinator: RequestCoordinator) -> Call
    where R.Response == Int {
        let call = Call()
        let (key, duplicates, policy) = (options.key, options.duplicates, options.policy)
        switch self {
        case .awaiting:
            run(call) {
                [.value(try await coordinator.response(for: request, key: key, duplicates: duplicates, policy: policy))]
            }
        case .provider:
            let provider = coordinator.provider(for: R.self)
            run(call) {
                [.value(try await provider.response(for: request, key: key, duplicates: duplicates, policy: policy))]
            }
        case .iterating:
            run(call) {
                var outcomes: [Outcome] = []
                for try await element in coordinator.responses(for: request, key: key, duplicates: duplicates) {
                    outcomes.append(element.value.map { .value($0) } ?? .other)
                }
                return outcomes.isEmpty ? [.nothing] : outcomes
            }
        case .closure:
            let handle = coordinator.response(for: request, key: key, duplicates: duplicates, policy: policy) {
                call.end([Self.outcome($0)])
            }
            call.cancels { handle.cancel() }
        case .closures:
            let elements = Log<Outcome>()
            let handle = coordinator.responses(for: request, key: key, duplicates: duplicates) { element in
                elements.append(element.value.map { .value($0) } ?? .other)
            } completion: { outcome in
                call.end(elements.all + (outcome.value == nil ? [Self.outcome(outcome.map { 0 })] : []))
            }
            call.cancels { handle.cancel() }
        case .delegate:
            let listener = Listener { notice in
                call.end([notice.outcome(of: R.self).map { Self.outcome($0) } ?? .other])
            }
            call.keep(listener)
            let handle = coordinator.response(
                for: request,
                key: key,
                duplicates: duplicates,
                policy: policy,
                informing: listener
            )
            call.cancels { handle.cancel() }
        case .streamDelegate:
            let listener = StreamListener(of: R.self) { call.end($0) }
            call.keep(listener)
            let handle = coordinator.responses(for: request, key: key, duplicates: duplicates, informing: listener)
            call.cancels { handle.cancel() }
        case .providerStreamDelegate:
            let listener = StreamListener(of: R.self) { call.end($0) }
            call.keep(listener)
            let provider = coordinator.provider(for: R.self)
            let handle = provider.responses(for: request, key: key, duplicates: duplicates, informing: listener)
            call.cancels { handle.cancel() }
        case .deferred:
            let deferred = coordinator.call(for: request, key: key, duplicates: duplicates, policy: policy)
            deferred.start { call.end([Self.outcome($0)]) }
            call.cancels { deferred.cancel() }
        case .deferredDelegate:
            let listener = Listener { notice in
                call.end([notice.outcome(of: R.self).map { Self.outcome($0) } ?? .other])
            }
            call.keep(listener)
            let deferred = coordinator.call(for: request, key: key, duplicates: duplicates, policy: policy)
            deferred.start(informing: listener)
            call.cancels { deferred.cancel() }
        }
        return call
    }

    private func run(_ call: Call, _ body: @escaping @Sendable () async throws -> [Outcome]) {
        let task = Task {
            do { call.end(try await body()) } catch { call.end([Self.outcome(error)]) }
        }
        call.cancels { task.cancel() }
    }

    static func outcome(_ outcome: CallOutcome<Int>) -> Outcome {
        switch outcome {
        case .value(let value): .value(value)
        case .error(let error): self.outcome(error)
        case .cancelled(let reason): .reason(reason)
        }
    }

    static func outcome(_ error: any Error) -> Outcome {
        switch error {
        case let error as RequestError: .reason(error.reason)
        case let error as Failure: .failure(error)
        case is CancellationError: .cancellation
        default: .other
        }
    }
}
