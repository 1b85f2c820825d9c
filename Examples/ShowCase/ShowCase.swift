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

/// Makes the same three calls in every form there is, and checks that they end alike.
///
/// One call gets a value, one fails, and one is cancelled from outside while it is in flight.
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
                let isRight = outcome == expected[city]
                if !isRight { differences += 1 }
                let name = form.rawValue.padding(toLength: 10, withPad: " ", startingAt: 0)
                print("  \(isRight ? "✓" : "✗") \(name)\(outcome)")
            }
        }
        print(differences == 0 ? "\nEvery form ends alike." : "\n\(differences) differ.")
        exit(differences == 0 ? 0 : 1)
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
}
