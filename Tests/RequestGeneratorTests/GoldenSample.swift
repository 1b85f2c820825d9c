import Foundation
import RequestGenerator
import Testing

/// One command whose output is kept in this folder, compiled and compared.
struct GoldenSample: Sendable, CustomTestStringConvertible {
    let arguments: [String]

    init(_ arguments: String) {
        self.arguments = arguments.split(separator: " ").map(String.init)
    }

    var testDescription: String { arguments.joined(separator: " ") }

    /// The one that the documentation shows.
    static let documented = GoldenSample("pet.json --name Pet --url https://api.example.com/pets/7")

    static let all = [
        documented,
        GoldenSample(
            "forecast.json --name Forecast --url https://api.example.com/v1/forecast?latitude=52.52&hourly=rain"
        ),
        GoldenSample("repositories.json --name Repository --url https://api.example.com/user/repos"),
        GoldenSample("orders-1.json orders-2.json --name OrderPage --url https://api.example.com/orders?page=1"),
        GoldenSample("places.json --name Place --url geo/places"),
        GoldenSample("token.json --name Token --url https://auth.example.com/token --body token-body.json"),
        GoldenSample("problem-1.json problem-2.json --name Problem --only response,model"),
        GoldenSample(
            "product.json --name Product --url https://api.example.com/products/7 --method PUT --body product-body.json"
        ),
        GoldenSample("settings.json --name Settings --url settings --method OPTIONS"),
        GoldenSample("translations.json --name Translation --url https://api.example.com/translations"),
        GoldenSample("empty-object.json --name Acknowledgement --url jobs --method DELETE"),
        GoldenSample("empty-array.json --name Nothing --url jobs"),
        GoldenSample("grid.json --name Grid --url grid --method REPORT --body grid.json"),
        GoldenSample("event.json --name Event --url events/1 --dates iso8601 --body event.json --method PATCH"),
        GoldenSample("--name Ping --url pings --body empty-object.json"),
    ]

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    /// What a file of the samples holds.
    static func sample(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appendingPathComponent("Samples").appendingPathComponent(name))
    }

    /// What the command gives.
    func files() throws -> [SourceFile] {
        try Generation.files(for: Arguments(arguments), reading: Self.sample)
    }

    /// Where a file of it is kept.
    static func place(of file: SourceFile) -> URL {
        let isRoutes = file.name.hasSuffix("Routes.swift")
        return folder.appendingPathComponent(isRoutes ? "GeneratedRoutes" : "Generated").appendingPathComponent(
            file.name
        )
    }
}
