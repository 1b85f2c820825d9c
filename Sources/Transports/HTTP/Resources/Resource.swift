#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import RequestScheduler

/// A request that is put together from values.
///
/// ```swift
/// let pets = Resource<[Pet]>("owners/\(owner)/pets", base: base, parameters: ["page": 1])
/// var next = pets
/// next.parameters = ["page": 2]
/// ```
///
/// Its type says how the answer is read: a `Decodable` type as JSON, `Data` and ``HTTPResponse`` as they come, `Void` not at
/// all. `as` names a ``ModelConvertible`` that is read instead and gives the response, and `errorBody` what the body of an
/// answer is that is not accepted; see ``TypedHTTPError``.
///
/// Every part can be changed on a copy. Two resources are equal if everything that is sent is, and if they are read through
/// the same types; so an equal one shares a flight and a stored entry, however it was made. Where base, source or options are
/// left out, an ``HTTPClient`` fills in its own.
public struct Resource<Response: Sendable>: HTTPRequest {
    /// What is asked of the server.
    public var method: HTTPMethod

    /// Where to, behind the base.
    public var path: ResourcePath

    /// What the path is joined to, with one slash; that of the transport where it is `nil`.
    public var base: URL?

    /// What is appended to the query.
    public var parameters: ResourceQuery

    /// Header fields, which override those of the options and of the transport.
    public var headers: HTTPHeaders

    /// The content.
    public var body: HTTPBody?

    /// How it is sent, read and stored besides.
    public var options: HTTPOptions

    /// Whom it is asked of; whoever is the ``DataSources/current`` one where it is `nil`.
    public var source: DataSource?

    private let reading: ResourceReading<Response>

    init(
        _ method: HTTPMethod,
        _ path: ResourcePath,
        _ base: URL?,
        _ parameters: ResourceQuery,
        _ headers: HTTPHeaders,
        _ body: HTTPBody?,
        _ options: HTTPOptions,
        _ reading: ResourceReading<Response>
    ) {
        self.method = method
        self.path = path
        self.base = base
        self.parameters = parameters
        self.headers = headers
        self.body = body
        self.options = options
        self.reading = reading
    }
}

// MARK: - Sending

extension Resource {
    /// The whole URL, or the path where that is not known.
    public var url: String { wholeURL?.absoluteString ?? path.text }

    /// The URL of base, path and parameters; RFC 3986.
    ///
    /// - Throws: ``URLFault``, which names the part that makes it none.
    public func resolvedURL(against base: URL?) throws -> URL? {
        try ResourceURL.join(self.base ?? base, path, parameters)
    }

    /// The URL that it has by itself.
    var wholeURL: URL? {
        do { return try resolvedURL(against: nil) } catch { return nil }  // Who sends it is told why.
    }
}

// MARK: - Reading

extension Resource {
    private var coding: HTTPCoding { options.coding ?? HTTPCoding() }

    /// Whether the answer is given at its head.
    public var streamsBody: Bool { reading.streamsBody }

    /// The error with its body decoded, where it is of the declared type; else the ``HTTPError``.
    public func error(for response: HTTPResponse) -> any Error { reading.error(for: response, in: coding) }

    /// Reads the answer as it was declared, in the coding of the options.
    public func decode(_ response: HTTPResponse) throws -> Response { try reading.decode(response, coding) }

    /// How the answer is stored, where the options say that it is and the URL is whole; see ``HTTPStoring``.
    public var storage: StoragePlan<Response>? {
        guard let storing = options.storing, storing.isOn, !streamsBody, let name = entryName(in: coding) else {
            return nil
        }
        return .raw(
            scope: storing.scope ?? "",
            namespace: "http-resource",
            identifier: name,
            dataClass: storing.dataClass
        )
    }
}

extension Resource: Hashable {
    /// Whether they are sent and read alike.
    public static func == (one: Resource, other: Resource) -> Bool {
        one.path == other.path && one.method == other.method && one.base == other.base
            && one.parameters == other.parameters && one.headers == other.headers && one.source == other.source
            && one.options == other.options && one.reading == other.reading && one.hasSameBody(as: other)
    }

    private func hasSameBody(as other: Resource) -> Bool {
        switch (body, other.body) {
        case (nil, nil): true
        case (let one?, let other?): one.isEqual(to: other, in: coding)
        default: false
        }
    }

    /// Feeds the hasher with what most tell them apart by: where to, whom it is asked of, and the body.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(method)
        hasher.combine(parameters)
        hasher.combine(source)
        body?.hash(into: &hasher, in: coding)
    }
}

extension Resource: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method and path without query; never headers or content.
    public var description: String { "Resource: \(method) \(path)" }

    /// As ``description``.
    public var debugDescription: String { description }

    /// No parts: a dump holds no more than the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
