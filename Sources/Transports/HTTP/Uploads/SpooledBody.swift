package import Foundation
#if canImport(Darwin)
    private import Darwin
#elseif canImport(Glibc)
    private import Glibc
#elseif canImport(Musl)
    private import Musl
#endif

/// A body in a temporary file that only its owner may read, and that is removed with it.
package final class SpooledBody: Sendable {
    /// Where it is.
    package let url: URL

    private let descriptor: Int32

    init() throws(HTTPTransportError) {
        let url = FileManager.default.temporaryDirectory.appending(path: "body-" + UUID().uuidString)
        var failure: POSIXError?
        var descriptor: Int32 = -1
        _ = url.withFilePath { path in
            descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if descriptor < 0 { failure = POSIXError.last() }
            return descriptor
        }
        guard descriptor >= 0 else { throw HTTPTransportError(.bodyFailed, underlyingError: failure) }
        self.url = url
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
        _ = url.withFilePath { unlink($0) }
    }

    /// Writes more, on a thread that may wait for the disk.
    func append(_ data: Data) async throws(HTTPTransportError) {
        try await withBlockingThread { () throws(HTTPTransportError) in
            if let failure = self.write(data) { throw HTTPTransportError(.bodyFailed, underlyingError: failure) }
        }
    }

    /// The whole, mapped, which it stays when the file is removed.
    func contents() async throws(HTTPTransportError) -> Data {
        try await withBlockingThread { () throws(HTTPTransportError) in
            do { return try Data(contentsOf: self.url, options: .alwaysMapped) } catch {
                throw HTTPTransportError(.bodyFailed, underlyingError: error)
            }
        }
    }

    private func write(_ data: Data) -> POSIXError? {
        data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                #if canImport(Darwin)
                    let count = Darwin.write(descriptor, part.baseAddress, part.count)
                #elseif canImport(Glibc)
                    let count = Glibc.write(descriptor, part.baseAddress, part.count)
                #else
                    let count = Musl.write(descriptor, part.baseAddress, part.count)
                #endif
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return POSIXError.last() }
                rest = rest.dropFirst(count)
            }
            return nil
        }
    }
}

extension SpooledBody: Hashable {
    package static func == (one: SpooledBody, other: SpooledBody) -> Bool { one === other }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
