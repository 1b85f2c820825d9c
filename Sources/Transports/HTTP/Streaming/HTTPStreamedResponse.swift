#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import RequestScheduler

/// An answer whose head has come and whose body is still on its way.
///
/// ```swift
/// var size = 0
/// let answer = try await coordinator.response(for: Download())
/// for try await chunk in answer.body { size += chunk.count }
/// ```
///
/// The call ends with the head; what comes after belongs to ``body``. It is not stored, and callers that join one flight
/// share one body, which only one of them can read.
public struct HTTPStreamedResponse: Sendable {
    /// The status; RFC 9110 §15.
    public let status: Int

    /// The header fields, without those of a coding that was undone.
    public let headers: HTTPHeaders

    /// Where it came from after redirects, query and all.
    public let url: String

    /// The body.
    public let body: HTTPResponseBody
}

/// Dropping it ends its transfer.
extension HTTPStreamedResponse: OngoingResponse {}

extension HTTPStreamedResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Status and URL without query; never header values.
    public var description: String { "HTTPStreamedResponse: \(status) from \(url.withoutSecrets)" }

    /// As ``description``.
    public var debugDescription: String { description }

    /// No parts: a dump holds no more than the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The body of an ``HTTPStreamedResponse``, decompressed, in chunks as they come.
///
/// One task reads it, once; a second iteration throws ``HTTPTransportError/Code/bodyAlreadyRead``. While it reads slowly the
/// transfer pauses, so that little more than half a mebibyte is buffered; where the engine cannot pause (`URLSession`), more
/// than 16 MiB end it with ``HTTPTransportError/Code/responseTooLarge``. Dropping the body and its iterator ends the
/// transfer, as cancelling the reading task does once it lets go of them. A connection that is lost in the body is thrown
/// after the chunks that came before.
public struct HTTPResponseBody: AsyncSequence, Sendable {
    /// Ends the transfer when the last of body and iterator is gone.
    fileprivate final class Owner: Sendable {
        let channel: BodyChannel

        init(_ channel: BodyChannel) {
            self.channel = channel
        }

        deinit {
            channel.abandon()
        }
    }

    /// Reads the chunks.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let owner: Owner
        private let isFirst: Bool

        fileprivate init(_ owner: Owner) {
            self.owner = owner
            isFirst = owner.channel.claim()
        }

        /// The next chunk, or `nil` after the last one.
        public mutating func next() async throws -> Data? {
            guard isFirst else { throw HTTPTransportError(.bodyAlreadyRead) }
            return try await owner.channel.next()
        }
    }

    private let owner: Owner

    init(_ channel: BodyChannel) {
        owner = Owner(channel)
    }

    /// How many bytes have come and are not read yet.
    package var bufferedBytes: Int { owner.channel.count }

    /// Gives the one who reads.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(owner) }
}

@available(*, unavailable)
extension HTTPResponseBody.AsyncIterator: Sendable {}
