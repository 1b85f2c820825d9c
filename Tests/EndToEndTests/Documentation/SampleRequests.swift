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

struct Feed: Codable, Hashable, Sendable {
    var lines: [String]
}

struct GetFeed: Request, Hashable {
    typealias Response = Feed
    var storage: StoragePlan<Feed>? { .value(namespace: "feed", identifier: "own") }
}

struct LastFeed: Request, Hashable {
    typealias Response = Feed
    var storage: StoragePlan<Feed>? { .value(namespace: "feed", identifier: "last") }
}

struct GetPage: Request, Hashable {
    typealias Response = String
    var number: Int
    init(_ number: Int) { self.number = number }
}

struct Offline: Error {}

/// Which functions have shown something.
private let shown = Log<String>()

/// Stands for whatever a program does with what it has.
func show(_ value: some Sendable, asOf date: Date? = nil, by function: String = #function) {
    shown.append(function)
}

/// Waits until a function, or a closure in it, has shown something.
func waitUntilShown(by function: String) async {
    while !shown.all.contains(function) { await Task.yield() }
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
