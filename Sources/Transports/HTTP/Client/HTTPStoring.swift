public import RequestScheduler

/// Has the answer of a ``Resource`` stored, and looked for in the store before the network is asked.
///
/// The entry's name is made of the source, the method, the whole URL, the media type and bytes of the body, and the fields
/// `Accept`, `Accept-Language` and `Range`, by SHA-256: no part of it can be read off the store. Two accounts are told apart
/// by the scope. Without one, the resource's own `Authorization`, `Cookie`, `X-Api-Key` and `X-Auth-Token` are part of the
/// name; what is added below it, such as a token or the cookies of a jar, is not known here, so name a scope where there is
/// any.
///
/// Only a resource whose URL is whole by itself is stored, which an ``HTTPClient`` sees to: one that is left to the base of a
/// transport could mean two things. Bodies that are made while they are sent have no bytes to be named by and are not stored
/// either.
public struct HTTPStoring: Hashable, Sendable {
    /// Whether anything is stored or looked for.
    let isOn: Bool

    /// An entry this old, or older, is not given; `nil`, the default, takes every one.
    ///
    /// Asked about when the entry is read. Such an entry stays until its successor takes its place or it is removed.
    public var maximumAge: Duration?

    /// Whose data it is, such as an account's: calls of any other scope are not given it.
    ///
    /// An empty one is as good as `nil`, the default.
    public var scope: String?

    /// The class that the entry is kept in and removed with: by `removeStored(of:)` of the coordinator.
    public var dataClass: DataClass

    /// Storing of these parts.
    public init(maximumAge: Duration? = nil, scope: String? = nil, dataClass: DataClass = .default) {
        self.init(isOn: true, maximumAge: maximumAge, scope: scope, dataClass: dataClass)
    }

    private init(isOn: Bool, maximumAge: Duration?, scope: String?, dataClass: DataClass) {
        self.isOn = isOn
        self.maximumAge = maximumAge
        self.scope = scope
        self.dataClass = dataClass
    }

    /// Nothing is stored, whatever the client would have.
    public static let off = HTTPStoring(isOn: false, maximumAge: nil, scope: nil, dataClass: .default)

    /// The store, else the network; the network alone where nothing is stored.
    public var policy: FetchPolicy {
        guard isOn else { return .networkOnly }
        return maximumAge.map { .storeElseNetwork(maximumAge: $0) } ?? .storeElseNetwork
    }
}
