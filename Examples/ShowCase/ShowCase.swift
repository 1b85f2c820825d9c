import Foundation
import RequestScheduler
import RequestStores
import RequestTransports

struct Weather: Codable, Hashable, Sendable, CustomStringConvertible {
    var degrees: Int
    var description: String { "\(degrees) degrees" }
}

struct GetWeather: Request, Hashable {
    typealias Response = Weather
    var city: String
    var storage: StoragePlan<Weather>? { .value(namespace: "weather", identifier: city) }
}

struct NoSuchCity: Error {}

/// Makes the same three calls and a removal in every form there is, and checks that they end alike.
///
/// One call gets a value, one fails, and one is cancelled from outside while it is in flight. Then sources are switched.
@main
struct ShowCase {
    static func main() async {
        let transport = RequestMockTransport { (request: GetWeather) in
            switch request.city {
            case "Paris": return Weather(degrees: 21)
            case "Atlantis": throw NoSuchCity()
            default:
                // Never answers: it waits until its flight is cancelled.
                try await Task.sleep(for: .seconds(3600))
                return Weather(degrees: 0)
            }
        }
        let caller = Caller(
            coordinator: RequestCoordinator(transports: [transport], stores: [MemoryStore()])
        )
        let expected = ["Paris": "21 degrees", "Atlantis": "failed: NoSuchCity", "Nowhere": "ended: cancelled"]
        var differences = 0
        for city in ["Paris", "Atlantis", "Nowhere"] {
            print("\n\(city)")
            for form in Form.allCases {
                let outcome = await call(city, in: form, by: caller)
                if !show(outcome, of: form.rawValue, expecting: expected[city]) { differences += 1 }
            }
        }
        print("\nWhat is stored of Paris")
        for form in RemovalForm.allCases {
            _ = await call("Paris", in: .await, by: caller)
            let outcome = await caller.remove(GetWeather(city: "Paris"), in: form)
            if !show(outcome, of: form.rawValue, expecting: "removed") { differences += 1 }
        }
        let routes = RouteCaller()
        for (city, expected) in expected {
            print("\n\(city), by a route")
            let expected = city == "Atlantis" ? "failed: HTTPError" : expected
            for form in RouteForm.allCases {
                let outcome = await call(city, in: form, by: routes)
                if !show(outcome, of: form.rawValue, expecting: expected) { differences += 1 }
            }
        }
        print("\nPets of two sources behind one switch")
        do {
            for (source, outcome, expected) in try await PetSources.show()
            where !show(outcome, of: source, expecting: expected) { differences += 1 }
        } catch {
            print("  ✗ \(error)")
            differences += 1
        }
        print(differences == 0 ? "\nEvery form ends alike." : "\n\(differences) differ.")
        exit(differences == 0 ? 0 : 1)
    }

    /// Prints how a call in some form ended; whether that is as expected.
    private static func show(_ outcome: String, of form: String, expecting expected: String?) -> Bool {
        let isRight = outcome == expected
        print("  \(isRight ? "✓" : "✗") \(form.padding(toLength: 27, withPad: " ", startingAt: 0))\(outcome)")
        return isRight
    }

    /// Makes a call, and calls it off where nobody answers.
    private static func call(_ city: String, in form: Form, by caller: Caller) async -> String {
        let outcome = Task { await caller.call(GetWeather(city: city), in: form) }
        if city == "Nowhere" {
            // Looking is a turn of the coordinator; the call takes its own between two.
            while await caller.coordinator.cancel(GetWeather(city: city)) == 0 { await Task.yield() }
        }
        return await outcome.value
    }

    private static func call(_ city: String, in form: RouteForm, by routes: RouteCaller) async -> String {
        let outcome = Task { await routes.call(city, in: form) }
        if city == "Nowhere" {
            while await routes.client.cancel(WeatherRoutes(city: city).weather) == 0 { await Task.yield() }
        }
        return await outcome.value
    }
}
