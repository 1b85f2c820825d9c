public import RequestScheduler

/// A request that knows what to answer when there is no server.
///
/// ```swift
/// struct GetUser: MockableRequest, HTTPRequest {
///     typealias Response = User
///     let id: Int
///     var url: String { "https://api.example.com/user/\(id)" }
///     func mockResponse(helper: Void) throws -> User { User(id: id, name: "Ann") }
/// }
///
/// let coordinator = RequestCoordinator(transports: [MockTransport(), HTTPTransport()])
/// ```
///
/// Requests that should see each other's effects share a *helper*: all with the same ``mockHelperID`` get the same one, made
/// once for each ``MockTransport``.
///
/// ```swift
/// struct AddUser: MockableRequest {
///     typealias Response = User
///     let name: String
///     var mockHelperID: RequestKey { "users" }
///     func makeMockHelper() -> Users { Users() }
///     func mockResponse(helper users: Users) throws -> User { try users.add(name) }
/// }
/// ```
public protocol MockableRequest<Response>: Request {
    /// What requests share; nothing, `Void`, by default.
    associatedtype MockHelper: Sendable = Void

    /// Whether this request is answered by the mock; `true` by default. If not, the next transport is asked.
    var isMocked: Bool { get }

    /// How long the answer takes; no time by default.
    var mockDelay: Duration { get }

    /// Which helper it gets; by default one for each type of request. Helpers of different types never meet.
    var mockHelperID: RequestKey { get }

    /// Makes the helper. Called inside the mock transport: it should only make it.
    func makeMockHelper() -> MockHelper

    /// The answer, or the error that the flight fails with. Called after the delay, on a task of the transport's own.
    func mockResponse(helper: MockHelper) throws -> Response
}

extension MockableRequest {
    /// Mocked.
    public var isMocked: Bool { true }

    /// No time.
    public var mockDelay: Duration { .zero }

    /// One for each type of request.
    public var mockHelperID: RequestKey { RequestKey(ObjectIdentifier(Self.self)) }
}

extension MockableRequest where MockHelper == Void {
    /// Nothing is shared.
    public func makeMockHelper() -> MockHelper { () }
}
