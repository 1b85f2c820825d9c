#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Darwin)
    private import Darwin
#elseif canImport(Glibc)
    private import Glibc
#elseif canImport(Musl)
    private import Musl
#endif

/// A file that is sent as it was when its length was stated, or not at all.
struct UploadFile: Sendable {
    private let url: URL
    private let version: FileVersion

    /// States the length: asks the file system, without opening the file.
    init(_ url: URL) throws(HTTPTransportError) {
        self.url = url
        do {
            version = try FileVersion(of: url)
        } catch {
            throw HTTPTransportError(.fileUnreadable, underlyingError: error)
        }
    }

    /// The file as a body, which is opened for each time it is sent.
    var upload: HTTPUpload {
        HTTPUpload(length: version.size) { FileSource(self) }
    }

    fileprivate func open() throws(HTTPTransportError) -> OpenFile {
        // Never waits for the other end of a pipe that has taken the file's place.
        let descriptor = url.withFilePath { systemOpen($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
        guard descriptor >= 0 else {
            let error = POSIXError.last()
            throw HTTPTransportError(error.saysVanished ? .fileVanished : .fileUnreadable, underlyingError: error)
        }
        let file = OpenFile(descriptor)
        try check { () throws(POSIXError) in try FileVersion(ofDescriptor: descriptor) }
        return file
    }

    /// Up to so many bytes; none only at the end, where the file is still there as it was.
    fileprivate func read(_ file: OpenFile, at offset: Int, atMost count: Int) throws(HTTPTransportError) -> Data {
        let count = min(count, version.size - offset)
        guard count > 0 else {
            try check { () throws(POSIXError) in try FileVersion(of: url) }
            return Data()
        }
        let data: Data
        do { data = try file.read(at: offset, atMost: count) } catch {
            throw HTTPTransportError(.fileUnreadable, underlyingError: error)
        }
        guard !data.isEmpty else { throw HTTPTransportError(.fileChanged) }
        return data
    }

    private func check(_ current: () throws(POSIXError) -> FileVersion) throws(HTTPTransportError) {
        let isSame: Bool
        do { isSame = try current() == version } catch {
            throw HTTPTransportError(error.saysVanished ? .fileVanished : .fileChanged, underlyingError: error)
        }
        guard isSame else { throw HTTPTransportError(.fileChanged) }
    }
}

extension POSIXError {
    /// Whether there is nothing where a file was before, be it that a folder on the way has gone.
    fileprivate var saysVanished: Bool { code == .ENOENT || code == .ENOTDIR }
}

/// The chunks of a file, read on a thread that may wait for the disk.
private struct FileSource: UploadSource {
    private static let chunkSize = 128 << 10

    private let file: UploadFile
    private var openFile: OpenFile?
    private var offset = 0

    init(_ file: UploadFile) {
        self.file = file
    }

    mutating func next() async throws(HTTPTransportError) -> Data? {
        let (file, openFile, offset) = (file, openFile, offset)
        let (current, chunk) = try await withBlockingThread { () throws(HTTPTransportError) in
            let current = if let openFile { openFile } else { try file.open() }
            return (current, try file.read(current, at: offset, atMost: Self.chunkSize))
        }
        self.openFile = current
        self.offset += chunk.count
        return chunk.isEmpty ? nil : chunk
    }
}

/// A descriptor, closed with its owner.
private final class OpenFile: Sendable {
    private let descriptor: Int32

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    func read(at offset: Int, atMost count: Int) throws(POSIXError) -> Data {
        var data = Data(count: count)
        var got: Int
        repeat {
            got = data.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, count, off_t(offset)) }
        } while got < 0 && errno == EINTR
        guard got >= 0 else { throw POSIXError.last() }
        return got == count ? data : data.prefix(got)
    }
}

/// A name for the system's `open`, which the method hides.
private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
    open(path, flags)
}
