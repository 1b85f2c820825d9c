#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif
import RequestScheduler

/// A body that is made while it is sent, anew for each time.
package final class HTTPUpload: Sendable {
    package typealias Push = @Sendable (Data) async throws -> Void

    /// How many bytes it has, if that is known before.
    package let length: Int?

    /// Gives the chunks one after the other; each returns when there is room for more.
    let produce: @Sendable (Push) async throws -> Void

    package init<Chunks: AsyncSequence>(
        length: Int? = nil,
        _ chunks: @escaping @Sendable () -> Chunks
    ) where Chunks.Element == Data, Chunks: SendableMetatype, Chunks.AsyncIterator: SendableMetatype {
        self.length = length
        produce = { push in
            for try await chunk in chunks() { try await push(chunk) }
        }
    }

    /// The whole, where it has to be there before it is sent.
    func collect(atMost limit: Int) async throws(HTTPTransportError) -> Data {
        let collected = Lock(Data())
        do {
            try await produce { chunk in
                try collected.withLock { data throws(HTTPTransportError) in
                    guard chunk.count <= limit - data.count else {
                        throw HTTPTransportError(.bodyFailed, isUnprocessed: true)
                    }
                    data.append(chunk)
                }
                try Task.checkCancellation()
            }
        } catch let error as HTTPTransportError {
            throw error
        } catch {
            throw HTTPTransportError(.bodyFailed, underlyingError: error, isUnprocessed: true)
        }
        let data = collected.withLock { $0 }
        guard length.map({ $0 == data.count }) ?? true else {
            throw HTTPTransportError(.bodyFailed, isUnprocessed: true)
        }
        return data
    }
}

extension HTTPUpload: Hashable {
    package static func == (one: HTTPUpload, other: HTTPUpload) -> Bool { one === other }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
