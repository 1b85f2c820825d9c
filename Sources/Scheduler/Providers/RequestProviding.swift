/// A view of a coordinator that offers what one part of a program needs of it, and nothing else.
///
/// ```swift
/// struct Accounts: RequestProviding {
///     private let users: RequestProvider<GetUser>
///     init(_ coordinator: RequestCoordinator) { users = coordinator.provider() }
///     func user(_ id: Int) async throws -> User { try await users.response(for: GetUser(id: id)) }
/// }
/// let accounts: Accounts = coordinator.provider()
/// ```
public protocol RequestProviding: Sendable {
    /// A view of this coordinator.
    ///
    /// As any other reference it keeps the coordinator alive.
    init(_ coordinator: RequestCoordinator)
}

extension RequestCoordinator {
    /// A provider of this type, or of the type that is wanted.
    public nonisolated func provider<Provider: RequestProviding>(
        _ type: Provider.Type = Provider.self
    ) -> Provider {
        Provider(self)
    }

    /// The provider of one request type.
    public nonisolated func provider<R: Request>(for type: R.Type) -> RequestProvider<R> {
        RequestProvider(self)
    }
}
