import Foundation
import RequestGenerator
import RequestTransports
import Testing

/// The types that were generated read their samples, lose nothing of them, and give their models.
@Suite(.timeLimit(.minutes(1)))
struct GeneratedTypesTests {
    /// Reads a sample and checks that writing it gives the same, but for nulls of properties.
    private func read<Value: Codable & Equatable>(
        _ sample: String,
        as type: Value.Type = Value.self,
        dates: Bool = false
    ) throws -> Value {
        let decoder = JSONDecoder()
        let encoder = JSONEncoder()
        if dates {
            decoder.dateDecodingStrategy = .iso8601
            encoder.dateEncodingStrategy = .iso8601
        }
        let data = try GoldenSample.sample(sample)
        let value = try decoder.decode(type, from: data)
        let written = try encoder.encode(value)
        #expect(try decoder.decode(type, from: written) == value)
        if !dates {
            let (before, after) = try (
                decoder.decode(JSONValue.self, from: data), decoder.decode(JSONValue.self, from: written)
            )
            #expect(after.withoutNulls == before.withoutNulls)
        }
        return value
    }

    @Test func forecast() throws {
        let model = try read("forecast.json", as: ForecastResponse.self).model()
        #expect(model.longitude == 13.0 && model.isDay && model.utcOffsetSeconds == 3600)
        #expect(model.current.temperature2m == -1.0 && model.current.rain == false)
        #expect(model.hourly.temperature2m == [1, 0.5, nil] && model.hourly.weatherCode == [3, 61])
        #expect(model.alerts == [] as [JSONValue])
    }

    @Test func repositories() throws {
        let models = try read("repositories.json", as: [RepositoryResponse].self).map { $0.model() }
        #expect(models.map(\.private) == [false, true] && models[1].id == 9_007_199_254_740_993)
        #expect(models.map(\.description) == [nil, "A spoon"])
        #expect(models[0].license?.key == "mit" && models[1].license == nil)
        let owner: Repository.Owner? = models[0].parent?.owner
        #expect(owner?.login == "cat" && owner?.siteAdmin == true && models[1].parent == nil)
        #expect(models[0].reactions.plus1 == 3 && models[0].reactions.minus1 == 0)
    }

    @Test func orders() throws {
        let first = try read("orders-1.json", as: OrderPageResponse.self).model()
        #expect(first.data.map(\.total) == [12, 12.5] && first.data.map(\.coupon) == [nil, "WELCOME"])
        #expect(first.data[0].items[0].count == 2 && first.data[1].billingAddress.zip == nil)
        #expect(first.error == nil && first.links.next == "/orders?page=2")
        let second = try read("orders-2.json", as: OrderPageResponse.self).model()
        #expect(second.data.isEmpty && second.error?.code == 7 && second.meta.tookMs == 3)
    }

    @Test func places() throws {
        let model = try read("places.json", as: PlaceResponse.self).model()
        #expect(model.features[0].geometry.coordinates.first?.map(\.count) == [2, 2, 2, 2])
        #expect(model.features.map(\.id) == [.integer(1), .string("two")])
        #expect(model.features[0].properties == [:])
    }

    @Test func token() throws {
        let model = try read("token.json", as: TokenResponse.self).model()
        #expect(model.expiresIn == 3600 && model.tokenType == "Bearer")
        let body = try read("token-body.json", as: TokenBody.self)
        #expect(
            body
                == TokenBody(
                    grantType: "password",
                    clientID: "app",
                    username: "ada",
                    password: "…",
                    scopes: ["read"],
                    mfa: .init(code: "1")
                )
        )
    }

    @Test func problems() throws {
        let first = try read("problem-1.json", as: ProblemResponse.self).model()
        #expect(first.code == .integer(422) && first.data?.retryable == false && first.errors?.map(\.field) == ["name"])
        let second = try read("problem-2.json", as: ProblemResponse.self).model()
        #expect(second.code == .string("E_LIMIT") && second.data == nil && second.errors == nil)
    }

    @Test func product() throws {
        let model = try read("product.json", as: ProductResponse.self).model()
        #expect(model.id == Decimal(string: "18446744073709551615") && model.price == 1.0 && model.inStock)
        #expect(model.model == "Kettle" && model.discount == nil && model.ratings == [5, 4.5, nil])
        #expect(model.attributes == [.integer(1), .string("two"), .bool(true), .null, .object(["unit": .string("l")])])
        #expect(model.variants.map(\.stock) == [[[1, 2], []], [[3]]] && model.variants.map(\.weight) == [nil, 1])
        #expect(model.supplier.model.name == "direct" && model.dimensions.height == 25)
        let body = try read("product-body.json", as: [ProductBody].self)
        #expect(body == [ProductBody(sku: "k-1", price: 2.0, tags: ["new"])])
    }

    @Test func settings() throws {
        let model = try read("settings.json", as: SettingsResponse.self).model()
        #expect(
            model.app.server.http.tls.cert.chain.map(\.path) == ["/etc/a.pem"] && !model.app.client.http.tls.enabled
        )
        // Equal shapes under equal keys are one type; others of the same key are not.
        let limits: [Settings.Limits] = [model.app.server.limits, model.app.client.limits]
        #expect(limits.map(\.max) == [10, 10])
        #expect(model.string.int.value == 1 && model.type.type.error.selfValue == 1)
        #expect(model.people[0].children.map(\.name) == ["Eve"])
    }

    @Test func translations() throws {
        let model = try read("translations.json", as: TranslationResponse.self).model()
        #expect(model.deCH == "Hund" && model.zhHans == "狗" && model.empty == "nothing" && model._1st == "first")
        #expect(
            model.aB == "3" && model.aB2 == "1" && model.aB3 == "2" && model.userName == "y" && model.userName2 == "x"
        )
        #expect(
            model.class == "class" && model.initValue == "init" && model.selfValue == "Self"
                && model.selfValue2 == "self"
        )
        #expect(model.u1f436 == "dog" && model.名前 == "name" && model.größe == "size")
    }

    @Test func emptyOnes() throws {
        #expect(try read("empty-object.json", as: AcknowledgementResponse.self).model() == Acknowledgement(fields: [:]))
        #expect(try read("empty-array.json", as: NothingResponse.self).model() == Nothing(elements: []))
        #expect(try read("empty-object.json", as: PingBody.self) == PingBody(fields: [:]))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(NothingResponse.self, from: Data("{}".utf8)) }
    }

    @Test func grid() throws {
        let model = try read("grid.json", as: GridResponse.self).model()
        #expect(model == Grid(elements: [[Grid.Element(x: 1, y: 2), nil], []]))
        #expect(try read("grid.json", as: GridBody.self) == GridBody(elements: [[.init(x: 1, y: 2), nil], []]))
    }

    @Test func event() throws {
        let model = try read("event.json", as: EventResponse.self, dates: true).model()
        #expect(model.startsAt == model.endsAt && model.startsAt == Date(timeIntervalSince1970: 1_769_860_800))
        #expect(model.reminders.count == 1 && model.note == "2026-01-31" && !model.allDay)
        #expect(try read("event.json", as: EventBody.self, dates: true).startsAt == model.startsAt)
    }
}

extension JSONValue {
    /// Properties that are null are left out when they are written.
    fileprivate var withoutNulls: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.withoutNulls))
        case .object(let fields): .object(fields.filter { $0.value != .null }.mapValues(\.withoutNulls))
        default: self
        }
    }
}
