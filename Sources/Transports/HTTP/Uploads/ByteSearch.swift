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

/// Looks for some bytes in chunks, across whose borders they may lie: a pure value.
struct ByteSearch: Sendable {
    private let pattern: [UInt8]
    /// The end of what was searched: too short to hold the pattern, and long enough for any beginning of it.
    private var tail: [UInt8] = []

    init(for text: String) {
        pattern = Array(text.utf8)
    }

    /// Whether the pattern ends in this chunk, the next one after those before.
    mutating func finds(in chunk: Data) -> Bool {
        let overlap = pattern.count - 1
        let isFound = chunk.withUnsafeBytes { bytes in
            let border = tail + bytes.prefix(overlap)
            return border.withUnsafeBytes(holdsPattern) || holdsPattern(bytes)
        }
        tail = chunk.count >= overlap ? Array(chunk.suffix(overlap)) : (tail + chunk).suffix(overlap)
        return isFound
    }

    private func holdsPattern(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let first = pattern.first else { return true }
        var rest = bytes[...]
        while rest.count >= pattern.count, let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress {
            guard let found = memchr(start, Int32(first), rest.count - pattern.count + 1) else { return false }
            if memcmp(found, pattern, pattern.count) == 0 { return true }
            rest = rest.dropFirst(UnsafeRawPointer(found) - start + 1)
        }
        return false
    }
}
