import Foundation
import RequestScheduler
import RequestTransports

/// What the loopback server answers with.
struct User: Codable, Hashable, Sendable {
    let id: Int
    let name: String
}

/// A typed request: JSON from a server, kept in a store.
struct GetUser: HTTPRequest, Hashable {
    typealias Response = User

    let id: Int

    var url: String { "/user/\(id)" }

    var storage: StoragePlan<User>? {
        .value(namespace: "user", identifier: "\(id)", in: nil)
    }
}

/// Whatever a server answers with, as its size and its first line; kept in a store as it came.
struct GetPage: HTTPRequest, Hashable {
    struct Response: Hashable, Sendable {
        let bytes: Int
        let firstLine: String
    }

    let url: String
    /// Tells equal pages apart: every number is a request of its own.
    let number: Int

    var storage: StoragePlan<Response>? {
        .raw(namespace: "page", identifier: "\(number) \(url)")
    }

    func decode(_ response: HTTPResponse) throws -> Response {
        let text = String(decoding: response.body.prefix(200), as: UTF8.self)
        let line = text.split(whereSeparator: \.isNewline).first ?? "(empty)"
        return Response(bytes: response.body.count, firstLine: String(line.prefix(24)))
    }
}

/// Keys of one kind, to be cancelled together.
enum Screen: Hashable, Sendable {
    case feed, profile, settings
}
