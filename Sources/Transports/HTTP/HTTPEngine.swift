/// Moves the bytes of one exchange and decides nothing: redirects, statuses, sizes and times are judged above it.
package protocol HTTPEngine: Sendable {
    /// Who undoes the coding of bodies.
    var contentCoding: HTTPContentCoding { get }

    /// Whether a transfer waits while nothing is taken of it.
    var canPause: Bool { get }

    /// Whether it knows networks apart.
    var choosesNetworks: Bool { get }

    /// Whether it says when a connection stands, by ``HTTPEngineEvent/connected``; one that needs none may say that it does.
    var tellsOfConnections: Bool { get }

    /// Begins an exchange and returns at once what controls it.
    ///
    /// Events come one after the other, on any thread, and the last one is ``HTTPEngineEvent/ended(_:)``, exactly once, also
    /// after a cancellation. Engine and receiver are kept until then and released with it.
    func start(_ exchange: HTTPExchange, informing receiver: any HTTPEngineReceiver) -> any HTTPTransfer
}

extension HTTPEngine {
    package var choosesNetworks: Bool { false }
    package var tellsOfConnections: Bool { true }
}

/// Who undoes the `gzip` and `deflate` of a body, which decides what is asked for; RFC 9110 §8.4.
package enum HTTPContentCoding: Sendable {
    /// The engine, as far as it goes; a coded body that is cut short passes for a whole one, so none is asked for.
    case engineUnchecked
    /// The engine, checked.
    case engine
    /// The transport: bodies come as they were sent.
    case transport

    /// What a request says that it takes, unless it has something to say itself.
    var asksFor: String? {
        switch self {
        case .engineUnchecked: "identity"
        case .engine: nil
        case .transport: "gzip, deflate"
        }
    }
}

/// Hears of one exchange.
package protocol HTTPEngineReceiver: AnyObject, Sendable {
    /// Takes an event in.
    ///
    /// `false` in answer to ``HTTPEngineEvent/body(_:)`` says that the bytes were not taken. An engine that can pause offers
    /// them again after ``HTTPTransfer/resume()``; from one that cannot everything has to be taken.
    @discardableResult
    func receive(_ event: HTTPEngineEvent) -> Bool
}

/// Controls one exchange, from any thread, any number of times; nothing blocks or calls back before it returns.
package protocol HTTPTransfer: Sendable {
    /// Ends the exchange.
    func cancel()

    /// Goes on after bytes were not taken, or after a source that had nothing has more to send.
    func resume()
}

/// What an engine says of one exchange.
package enum HTTPEngineEvent {
    /// The connection stands, new or kept, and the request is about to be sent; not every engine can tell.
    case connected

    /// So much of the body has been sent, of so much in all.
    case sent(Int64, of: Int64?)

    /// There is nothing to send for now: the source of the body is at work. The next ``sent(_:of:)`` ends it.
    case waitsForBody

    /// An interim head has come; RFC 9110 §15.2.
    case interim

    /// The final head has come.
    case head(HTTPResponseHead)

    /// More of the body has come; the bytes are there during the call only.
    case body(UnsafeRawBufferPointer)

    /// When the parts of the exchange were done, just before its end; not every engine can tell.
    case timings(HTTPTimings)

    /// There will be no more: the answer is whole, or it is not.
    case ended(HTTPTransportError?)
}
