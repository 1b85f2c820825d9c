import Foundation
import RequestScheduler
import RequestTransports

/// The same calls as routes: what is asked of a server of HTTP, declared.
struct WeatherRoutes {
    @GET var weather: Resource<Weather>

    init(city: String) {
        _weather = GET("weather/\(city)")
    }
}

/// The ways to call a route.
enum RouteForm: String, CaseIterable {
    case await = "route"
    case outcome = "route, its outcome"
    case stream = "route, streamed"
    case closure = "route, told to a closure"
}

/// Calls routes in each form; a closure stands in for the server.
struct RouteCaller: Sendable {
    let client = HTTPClient(
        coordinator: RequestCoordinator(
            transports: [
                HTTPTransport { call in
                    switch call.path {
                    case "/v1/weather/Paris": return try .json(Weather(degrees: 21))
                    case "/v1/weather/Atlantis": return HTTPResponse(status: 404)
                    default:
                        // Never answers: it waits until its flight is cancelled.
                        try await Task.sleep(for: .seconds(3600))
                        return HTTPResponse(status: 500)
                    }
                }
            ]
        ),
        baseURL: URL(string: "http://weather.example/v1")
    )

    func call(_ city: String, in form: RouteForm) async -> String {
        let route = WeatherRoutes(city: city).weather
        switch form {
        case .await:
            do {
                return word(.value(try await client.response(for: route)))
            } catch {
                return word(CallOutcome<Weather>(.failure(error)))
            }
        case .outcome: return word(await client.outcome(of: route))
        case .stream:
            do {
                var last: Weather?
                for try await element in client.responses(to: route) { last = element.value ?? last }
                return word(.value(()), last: last)
            } catch {
                return word(CallOutcome<Weather>(.failure(error)))
            }
        case .closure:
            return await withCheckedContinuation { continuation in
                client.request(route) { continuation.resume(returning: word($0)) }
            }
        }
    }
}

/// How a route ended, in the words of the other forms.
private func word(_ outcome: HTTPOutcome<Weather>) -> String {
    switch outcome {
    case .value(let value): "\(value)"
    case .httpError(let error, _): "failed: \(type(of: error))"
    case .failure(let error): "failed: \(type(of: error))"
    case .cancelled(let reason): "ended: \(reason)"
    }
}
