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

/// An open file or folder, closed with its owner.
struct FileDescriptor: ~Copyable {
    private let number: Int32

    /// Opens a folder, following symbolic links.
    init(folder path: String) throws(FileStoreError) {
        number = try retrying { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    }

    /// Opens what `name` in `folder` is, without following a link and without waiting for the other end of a pipe.
    init(reading name: String, in folder: borrowing FileDescriptor) throws(FileStoreError) {
        let folder = folder.number
        number = try retrying { openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    }

    /// Creates a file that is not there yet, readable only by its user.
    init(creating name: String, in folder: borrowing FileDescriptor) throws(FileStoreError) {
        let folder = folder.number
        number = try retrying { openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600) }
    }

    deinit {
        close(number)
    }

    /// Waits until nobody else, in this process or another, holds the lock, which ends with this descriptor.
    func lock() throws(FileStoreError) {
        try retrying { flock(number, LOCK_EX) }
    }

    /// The size in bytes; `nil` where it is not a file.
    func fileSize() throws(FileStoreError) -> Int? {
        var status = stat()
        try retrying { fstat(number, &status) }
        return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    /// The next bytes: so many, or as many as there are.
    func read(upTo count: Int) throws(FileStoreError) -> Data {
        var data = Data(count: count)
        var filled = 0
        while filled < count {
            let result = data.withUnsafeMutableBytes { bytes in
                Result { () throws(FileStoreError) in
                    try retrying { pull(bytes[filled...]) }
                }
            }
            let got = try result.get()
            guard got > 0 else { break }
            filled += got
        }
        return filled == count ? data : data.prefix(filled)
    }

    /// Writes all bytes.
    func append(_ data: Data) throws(FileStoreError) {
        var written = 0
        while written < data.count {
            let result = data.withUnsafeBytes { bytes in
                Result { () throws(FileStoreError) in
                    try retrying { push(bytes[written...]) }
                }
            }
            written += try result.get()
        }
    }

    /// Waits until what was written has reached the disk.
    ///
    /// On Apple's systems `fsync` alone leaves it in the drive's cache: https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/fsync.2.html
    func flush() throws(FileStoreError) {
        #if canImport(Darwin)
            if fcntl(number, F_FULLFSYNC) == 0 { return }
        #endif
        try retrying { fsync(number) }
    }

    /// Gives `name` in this folder another name, in one step, in place of what had it.
    func rename(_ name: String, to other: String) throws(FileStoreError) {
        try retrying { renameat(number, name, number, other) }
    }

    /// Removes `name` from this folder.
    ///
    /// - Returns: Whether it was there.
    @discardableResult
    func remove(_ name: String) throws(FileStoreError) -> Bool {
        if unlinkat(number, name, 0) == 0 { return true }
        guard errno == ENOENT else { throw FileStoreError.last() }
        return false
    }

    private func pull(_ bytes: Slice<UnsafeMutableRawBufferPointer>) -> Int {
        let bytes = UnsafeMutableRawBufferPointer(rebasing: bytes)
        return Int(systemRead(number, bytes.baseAddress, bytes.count))
    }

    private func push(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes)
        return Int(write(number, bytes.baseAddress, bytes.count))
    }
}

/// A name for the system's `read`, which the method hides.
private func systemRead(_ number: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(number, start, count)
}

/// What a system call gives, repeated while a signal interrupts it.
@discardableResult
private func retrying<Count: BinaryInteger>(_ call: () -> Count) throws(FileStoreError) -> Count {
    while true {
        let result = call()
        guard result == -1 else { return result }
        guard errno == EINTR else { throw FileStoreError.last() }
    }
}
