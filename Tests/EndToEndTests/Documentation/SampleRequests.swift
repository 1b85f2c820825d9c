import Foundation
import RequestScheduler
import RequestTransports
import TestSupport

/// What the samples of the documentation ask for.
struct User: Codable, Hashable, Sendable {
    var id: Int
    var name: String
}

struct GetUser: Request, Hashable {
    typealias Response = User
    var id: Int
    var storage: StoragePlan<User>? { .value(namespace: "user", identifier: "\(id)") }
}

struct GetUsers: Request, Hashable {
    typealias Response = [User]
}

struct Profile: Codable, Hashable, Sendable {
    var name: String
}

/// Answers users once its gate is open.
func usersTransport(behind gate: Gate) -> RequestMockTransport<GetUser> {
    RequestMockTransport { request in
        await gate.pass()
        return User(id: request.id, name: "Ada")
    }
}

/// A gate that is open.
func openGate() -> Gate {
    let gate = Gate()
    gate.open()
    return gate
}
