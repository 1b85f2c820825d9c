import Foundation
import RequestScheduler
import RequestTransports
import TestSupport
import Testing

/// Generated routes ask where their command said, and give the models of the answer.
@Suite(.timeLimit(.minutes(1)))
struct GeneratedRoutesTests {
    private let asked = Log<HTTPCall>()

    private func sample(_ name: String) throws -> Data {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        return try Data(contentsOf: folder.appending(path: "Samples/\(name).json"))
    }

    /// A client whose server answers with a sample, and keeps what it was asked.
    private func client(answering name: String) throws -> HTTPClient {
        let body = try sample(name)
        let transport = HTTPTransport { [asked] call in
            asked.append(call)
            return HTTPResponse(headers: ["Content-Type": "application/json"], body: body)
        }
        let base = URL(string: "https://api.example.com/v1")
        return HTTPClient(coordinator: RequestCoordinator(transports: [transport]), baseURL: base)
    }

    private func expect<Model: Equatable>(
        _ name: String,
        gives expected: Model,
        by call: (HTTPClient) async throws -> Model
    )
        async throws
    {
        #expect(try await call(client(answering: name)) == expected)
        #expect(asked.all.last?.url.host()?.hasSuffix(".example.com") == true)
    }

    private func decoded<Response: ModelConvertible>(_ type: Response.Type, _ name: String) throws -> Response.Model {
        try JSONDecoder().decode(type, from: sample(name)).model()
    }

    @Test func theyGiveTheirModels() async throws {
        try await expect("pet", gives: decoded(PetResponse.self, "pet")) { try await $0.pet() }
        try await expect("places", gives: decoded(PlaceResponse.self, "places")) { try await $0.place() }
        try await expect("forecast", gives: decoded(ForecastResponse.self, "forecast")) { try await $0.forecast() }
        try await expect("settings", gives: decoded(SettingsResponse.self, "settings")) { try await $0.settings() }
        try await expect("orders-1", gives: decoded(OrderPageResponse.self, "orders-1")) { try await $0.orderPage() }
        try await expect("orders-2", gives: decoded(OrderPageResponse.self, "orders-2")) { try await $0.orderPage() }
        try await expect("translations", gives: decoded(TranslationResponse.self, "translations")) {
            try await $0.translation()
        }
        #expect(asked.all.allSatisfy { $0.body.isEmpty })
        #expect(asked.all.map(\.method.rawValue) == ["GET", "GET", "GET", "OPTIONS", "GET", "GET", "GET"])
        #expect(asked.all.first?.url.absoluteString == "https://api.example.com/pets/7")
    }

    @Test func anArrayOfObjectsIsAnArrayOfModels() async throws {
        let responses = try JSONDecoder().decode([RepositoryResponse].self, from: sample("repositories"))
        try await expect("repositories", gives: responses.map { $0.model() }) { try await $0.repositories() }
    }

    @Test func bodiesAreSentAsJSON() async throws {
        let body = try JSONDecoder().decode(TokenBody.self, from: sample("token-body"))
        try await expect("token", gives: decoded(TokenResponse.self, "token")) { try await $0.token(body: body) }
        let call = try #require(asked.all.last)
        #expect(call.method == .post)
        #expect(call.headers["Content-Type"] == "application/json")
        #expect(try JSONDecoder().decode(TokenBody.self, from: call.body) == body)

        let products = try JSONDecoder().decode([ProductBody].self, from: sample("product-body"))
        try await expect("product", gives: decoded(ProductResponse.self, "product")) {
            try await $0.product(body: products)
        }
        #expect(asked.all.last?.method == .put)
    }
}
