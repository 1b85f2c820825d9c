/// Why a request has no answer of a server at all.
///
/// Its description names the code and the type of the underlying error; URLs, headers and content are never printed.
public struct HTTPTransportError: Error, Sendable {
    /// Why.
    public let code: Code

    /// The error that led to it, if one did; its text may hold the URL.
    public let underlyingError: (any Error)?

    /// An error of this code.
    public init(_ code: Code, underlyingError: (any Error)? = nil) {
        self.code = code
        self.underlyingError = underlyingError
    }
}

extension HTTPTransportError {
    /// Why there is no answer.
    public struct Code: Hashable, Sendable {
        private enum Name: String {
            case bodyNotAllowed, cancelled, cannotConnect, connectionLost, incompleteBody, invalidHeader, invalidMethod
            case invalidRedirect, invalidURL, malformedResponse, nameNotResolved, responseTooLarge, timedOut, tls
            case tooManyRedirects, unencodableBody, unexpectedPayload, unknown, unsupportedRequest
        }

        private let name: Name

        private init(_ name: Name) {
            self.name = name
        }
    }
}

extension HTTPTransportError.Code {
    /// The request's URL, resolved, is none of `http` or `https`; nothing was sent.
    public static let invalidURL = Self(.invalidURL)
    /// The request's method is no token; nothing was sent.
    public static let invalidMethod = Self(.invalidMethod)
    /// A header field is malformed or belongs to the transport; nothing was sent.
    public static let invalidHeader = Self(.invalidHeader)
    /// A body was given with a method that has none; nothing was sent.
    public static let bodyNotAllowed = Self(.bodyNotAllowed)
    /// The body could not be encoded; the encoder's error is underlying and nothing was sent.
    public static let unencodableBody = Self(.unencodableBody)

    /// The server's name is not known; nothing was sent.
    public static let nameNotResolved = Self(.nameNotResolved)
    /// There is no connection to the server: refused, unreachable; nothing was sent.
    public static let cannotConnect = Self(.cannotConnect)
    /// The secure connection failed.
    public static let tls = Self(.tls)
    /// The connection ended before the answer's head was whole; the server may have acted.
    public static let connectionLost = Self(.connectionLost)
    /// The connection ended after the answer's head and before the end of its body.
    public static let incompleteBody = Self(.incompleteBody)
    /// What came is not HTTP.
    public static let malformedResponse = Self(.malformedResponse)
    /// The body is larger than the transport takes.
    public static let responseTooLarge = Self(.responseTooLarge)
    /// Nothing came for too long, or the whole took too long.
    public static let timedOut = Self(.timedOut)
    /// Redirects went on past the limit.
    public static let tooManyRedirects = Self(.tooManyRedirects)
    /// A redirect leads to what is no URL of `http` or `https`.
    public static let invalidRedirect = Self(.invalidRedirect)

    /// The transfer was cancelled by someone other than the flight's callers.
    public static let cancelled = Self(.cancelled)
    /// The request is no ``HTTPRequest``.
    public static let unsupportedRequest = Self(.unsupportedRequest)
    /// The payload to decode is of a kind that this transport never gives.
    public static let unexpectedPayload = Self(.unexpectedPayload)
    /// Something else; see the underlying error.
    public static let unknown = Self(.unknown)
}

extension HTTPTransportError.Code {
    /// Lets a clause name a code: `catch HTTPTransportError.Code.timedOut`.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? HTTPTransportError)?.code == code
    }
}

extension HTTPTransportError.Code: CustomStringConvertible {
    /// The code's name.
    public var description: String { name.rawValue }
}

extension HTTPTransportError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The code and the type of the underlying error.
    public var description: String {
        guard let underlyingError else { return "HTTPTransportError: \(code)" }
        return "HTTPTransportError: \(code) (\(type(of: underlyingError)))"
    }

    /// As ``description``.
    public var debugDescription: String { description }

    /// No parts: a dump holds no more than the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
