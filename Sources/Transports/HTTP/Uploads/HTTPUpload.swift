#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif
import RequestScheduler

/// A body that is made while it is sent, anew for each time where it can be.
package final class HTTPUpload: Sendable {
    typealias Push = (Data) async throws(HTTPTransportError) -> Void

    /// How many bytes it has, if that is known before.
    package let length: Int?

    /// Whether it can be sent a second time with the same bytes.
    package let isReplayable: Bool

    private let parts: [HTTPUpload]
    private let open: @Sendable () throws(HTTPTransportError) -> any UploadSource
    private let isBegun = Lock(false)

    /// A body of what `open` gives for each time; what it is made of may be spent although it is not.
    init(
        length: Int?,
        isReplayable: Bool = true,
        madeOf parts: [HTTPUpload] = [],
        opening open: @escaping @Sendable () throws(HTTPTransportError) -> any UploadSource
    ) {
        self.length = length
        self.isReplayable = isReplayable
        self.parts = parts
        self.open = open
    }

    /// Chunks of a sequence that is made for each time.
    package convenience init<Chunks: AsyncSequence>(
        length: Int? = nil,
        isReplayable: Bool = true,
        _ chunks: @escaping @Sendable () -> Chunks
    ) where Chunks.Element == Data, Chunks: SendableMetatype, Chunks.AsyncIterator: SendableMetatype {
        self.init(length: length, isReplayable: isReplayable) { SequenceSource(chunks()) }
    }

    /// Whether it was begun and cannot be begun again.
    package var isSpent: Bool {
        !isReplayable && isBegun.withLock { $0 } || parts.contains { $0.isSpent }
    }

    /// Begins it, the first time or anew.
    func makeSource() throws(HTTPTransportError) -> any UploadSource {
        let isBegunAgain = isBegun.withLock { isBegun in
            defer { isBegun = true }
            return isBegun
        }
        guard isReplayable || !isBegunAgain else { throw HTTPTransportError(.bodyNotReplayable) }
        return try open()
    }

    /// Gives the chunks one after the other; `push` returns when there is room for more.
    ///
    /// What completes the length is given when nothing came after it: a body that is too long is never sent as a whole one.
    func produce(_ push: Push) async throws(HTTPTransportError) {
        var source = try makeSource()
        var rest = StatedLength(length)
        while let chunk = try await source.next() {
            if let chunk = try rest.take(chunk) { try await push(chunk) }
        }
        if let last = try rest.finish() { try await push(last) }
    }

    /// The whole, where it has to be there before it is sent.
    func collect(atMost limit: Int) async throws(HTTPTransportError) -> Data {
        var data = Data()
        do throws(HTTPTransportError) {
            guard length ?? 0 <= limit else { throw HTTPTransportError(.bodyFailed) }
            data.reserveCapacity(length ?? 0)
            try await produce { chunk throws(HTTPTransportError) in
                guard chunk.count <= limit - data.count else { throw HTTPTransportError(.bodyFailed) }
                guard !Task.isCancelled else { throw HTTPTransportError(.cancelled) }
                data.append(chunk)
            }
        } catch {
            throw error.beforeSending
        }
        return data
    }
}

extension HTTPUpload {
    /// A body that is there as a whole.
    enum Collected {
        case bytes(Data)
        case file(SpooledBody)
    }

    /// The whole, in memory as long as it is small and in a file beyond.
    func collect(spoolingBeyond limit: Int) async throws(HTTPTransportError) -> Collected {
        var data = Data()
        var file: SpooledBody?
        do throws(HTTPTransportError) {
            try await produce { chunk throws(HTTPTransportError) in
                guard !Task.isCancelled else { throw HTTPTransportError(.cancelled) }
                data.append(chunk)
                guard data.count > limit else { return }
                if file == nil { file = try SpooledBody() }
                try await file?.append(data)
                data = Data()
            }
            guard let file else { return .bytes(data) }
            try await file.append(data)
            return .file(file)
        } catch {
            throw error.beforeSending
        }
    }
}

extension HTTPUpload: Hashable {
    package static func == (one: HTTPUpload, other: HTTPUpload) -> Bool { one === other }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
