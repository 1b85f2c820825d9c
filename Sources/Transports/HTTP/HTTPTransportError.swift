/// Why a request has no answer of a server at all.
///
/// Its description names the code and the type of the underlying error; URLs, headers and content are never printed.
public struct HTTPTransportError: Error, Sendable {
    /// Why.
    public let code: Code

    /// The error that led to it, if one did; its text may hold the URL.
    public let underlyingError: (any Error)?

    /// Which time was up, where the code is ``Code/timedOut`` and the time one of the transport's.
    public let timeout: Timeout?

    /// Whether the server has certainly not acted on the request, because it never got it.
    ///
    /// So it is when nothing was sent, when there was no connection, and when the secure connection was refused by either
    /// side, unless a redirect had been answered before. Everything else leaves it open.
    public let isUnprocessed: Bool

    /// An error of this code; a request is unprocessed if every error of the code leaves it so.
    public init(
        _ code: Code,
        underlyingError: (any Error)? = nil,
        timeout: Timeout? = nil,
        isUnprocessed: Bool? = nil
    ) {
        self.code = code
        self.underlyingError = underlyingError
        self.timeout = timeout
        self.isUnprocessed = isUnprocessed ?? (code.leavesUnprocessed || timeout == .connect)
    }

    /// Whether sending the request again cannot do more than sending it once.
    ///
    /// It cannot where the first one was certainly not processed, whatever the method. Where that is open, because the
    /// connection was lost or the time was up, the method has to be idempotent; RFC 9110 §9.2.2. Other failures would come
    /// again. A body that can be sent only once is begun before there is a connection, so it is never sent again;
    /// ``HTTPBody/isReplayable``.
    public func allowsRetry(of method: HTTPMethod, replayingBody isReplayable: Bool = true) -> Bool {
        switch code {
        case .cannotConnect, .nameNotResolved, .tls, .connectionLost, .incompleteBody, .timedOut:
            isReplayable && (isUnprocessed || method.isIdempotent)
        default: false
        }
    }

    /// The same where nothing has been sent.
    var beforeSending: HTTPTransportError {
        HTTPTransportError(code, underlyingError: underlyingError, timeout: timeout, isUnprocessed: true)
    }

    /// The same for a request that was answered by redirects before.
    var afterRedirect: HTTPTransportError {
        HTTPTransportError(code, underlyingError: underlyingError, timeout: timeout, isUnprocessed: false)
    }
}

extension HTTPTransportError {
    /// A time that a transport limits.
    public enum Timeout: Sendable, Hashable {
        /// Until the connection stands; ``HTTPOptions/connectTimeout``, else ``HTTPTransport/Configuration/connectTimeout``.
        case connect
        /// Until the answer's head; ``HTTPOptions/headTimeout``, else ``HTTPTransport/Configuration/headTimeout``.
        case head
        /// Without a byte; ``HTTPOptions/idleTimeout``, else ``HTTPTransport/Configuration/idleTimeout``.
        case idle
        /// The whole; ``HTTPOptions/timeout``, else ``HTTPTransport/Configuration/timeout``.
        case total
    }
}

extension HTTPTransportError {
    /// Why there is no answer.
    public struct Code: Hashable, Sendable {
        private enum Name: String {
            case bodyAlreadyRead, bodyFailed, bodyNotAllowed, bodyNotReplayable, cancelled, cannotConnect,
                connectionLost
            case fileChanged, fileUnreadable, fileVanished, incompleteBody, invalidHeader, invalidMethod
            case invalidRedirect, invalidURL, malformedResponse, nameNotResolved, notAuthorized, responseTooLarge,
                timedOut, tls
            case tooManyRedirects, unencodableBody, unexpectedPayload, unknown, unsupportedOption, unsupportedRequest
        }

        private let name: Name

        private init(_ name: Name) {
            self.name = name
        }
    }
}

extension HTTPTransportError.Code {
    /// The transport's engine cannot do what its configuration asks for; nothing was sent.
    public static let unsupportedOption = Self(.unsupportedOption)
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

    /// The transport's authorizer threw, which is underlying, or gave what no field may hold; nothing was sent.
    public static let notAuthorized = Self(.notAuthorized)

    /// The source of a streamed body threw, which is underlying, or gave another length than it had said.
    public static let bodyFailed = Self(.bodyFailed)
    /// The body can be sent only once, and would have to be sent again: after a redirect, or with another request.
    public static let bodyNotReplayable = Self(.bodyNotReplayable)
    /// A file that is sent cannot be opened or read, or is none; what the system says is underlying, a `POSIXError`.
    public static let fileUnreadable = Self(.fileUnreadable)
    /// A file that is sent has shrunk, grown, been written to or been replaced since its length was stated.
    public static let fileChanged = Self(.fileChanged)

    /// A file that is sent is no longer where it was when its length was stated.
    public static let fileVanished = Self(.fileVanished)

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
    /// A time was up; ``HTTPTransportError/timeout`` says which, where it is one of the transport's.
    public static let timedOut = Self(.timedOut)
    /// Redirects went on past the limit.
    public static let tooManyRedirects = Self(.tooManyRedirects)
    /// A redirect leads to what is no URL of `http` or `https`.
    public static let invalidRedirect = Self(.invalidRedirect)

    /// The body of a streamed answer is read by someone else, or was.
    public static let bodyAlreadyRead = Self(.bodyAlreadyRead)
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
    /// Whether every error of the code came before anything was sent.
    fileprivate var leavesUnprocessed: Bool {
        [
            .unsupportedOption, .invalidURL, .invalidMethod, .invalidHeader, .bodyNotAllowed, .unencodableBody,
            .nameNotResolved, .cannotConnect, .notAuthorized,
            .unsupportedRequest,
        ].contains(self)
    }

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
        let code = timeout.map { "\(self.code), \($0)" } ?? "\(self.code)"
        return switch underlyingError {
        case nil: "HTTPTransportError: \(code)"
        // These hold nothing that must not be printed.
        case let error as URLFault: "HTTPTransportError: \(code) (\(error))"
        case let error as CurlError: "HTTPTransportError: \(code) (\(error))"
        case let error as HTTPTransport.UnsupportedOptions: "HTTPTransportError: \(code) (\(error))"
        case let error as MultipartForm.Fault: "HTTPTransportError: \(code) (\(error))"
        case let error?: "HTTPTransportError: \(code) (\(type(of: error)))"
        }
    }

    /// As ``description``.
    public var debugDescription: String { description }

    /// No parts: a dump holds no more than the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
