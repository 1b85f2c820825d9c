import RequestScheduler

/// The ways to make a call.
enum Form: String, CaseIterable {
    case await, stream, closure, delegate, provider
}

/// How a call ended, in a word: the same in every form.
func word<Value>(_ outcome: CallOutcome<Value>) -> String {
    switch outcome {
    case .value(let value): "\(value)"
    case .error(let error): "failed: \(type(of: error))"
    case .cancelled(let reason): "ended: \(reason)"
    }
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
                return last.map { word(.value($0)) } ?? "nothing"
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
        }
    }
}

/// A delegate that passes on what it is told.
private final class Listener: RequestDelegate {
    private let told: AsyncStream<String>
    private let teller: AsyncStream<String>.Continuation

    init() {
        (told, teller) = AsyncStream.makeStream()
    }

    /// The first thing it is told.
    var heard: String {
        get async {
            for await outcome in told { return outcome }
            return "nothing"
        }
    }

    func callEnded(_ notice: CallNotice) {
        guard let outcome = notice.outcome(of: GetWeather.self) else { return }
        teller.yield(word(outcome))
    }
}
