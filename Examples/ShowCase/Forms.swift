import RequestScheduler
import Synchronization

/// The ways to make a call.
enum Form: String, CaseIterable {
    case await, stream, closure, delegate, provider
    case closureStream = "stream told to closures"
    case delegateStream = "stream told to a delegate"
}

/// How a call ended, in a word: the same in every form.
func word<Value>(_ outcome: CallOutcome<Value>) -> String {
    switch outcome {
    case .value(let value): "\(value)"
    case .error(let error): "failed: \(type(of: error))"
    case .cancelled(let reason): "ended: \(reason)"
    }
}

/// How a stream ended, in a word: the last value, if it came to its end.
func word(_ outcome: CallOutcome<Void>, last: Weather?) -> String {
    outcome.value == nil ? word(outcome) : last.map { word(.value($0)) } ?? "nothing"
}

/// Makes the same call in each form.
struct Caller: Sendable {
    let coordinator: RequestCoordinator

    func call(_ request: GetWeather, in form: Form) async -> String {
        switch form {
        case .await:
            do {
                return word(.value(try await coordinator.response(for: request)))
            } catch {
                return word(CallOutcome<Weather>(.failure(error)))
            }
        case .stream:
            do {
                var last: Weather?
                for try await element in coordinator.responses(for: request) { last = element.value ?? last }
                return word(.value(()), last: last)
            } catch {
                return word(CallOutcome<Weather>(.failure(error)))
            }
        case .closure:
            return await withCheckedContinuation { continuation in
                coordinator.response(for: request) { continuation.resume(returning: word($0)) }
            }
        case .delegate:
            let delegate = Listener()
            coordinator.response(for: request, informing: delegate)
            return await delegate.heard
        case .provider:
            let weather = coordinator.provider(for: GetWeather.self)
            do {
                return word(.value(try await weather.response(for: request)))
            } catch {
                return word(CallOutcome<Weather>(.failure(error)))
            }
        case .closureStream:
            let last = Mutex<Weather?>(nil)
            return await withCheckedContinuation { continuation in
                coordinator.responses(for: request) { element in
                    if let value = element.value { last.withLock { $0 = value } }
                } completion: { outcome in
                    continuation.resume(returning: word(outcome, last: last.withLock { $0 }))
                }
            }
        case .delegateStream:
            let delegate = Listener()
            coordinator.responses(for: request, informing: delegate)
            return await delegate.heard
        }
    }
}
