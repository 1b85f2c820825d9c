import RequestScheduler

/// The names of the files of a store.
///
/// An entry's name is made of hashes of its class and of its whole key, so it is short, stays in the folder whatever the
/// key, and tells nobody what is stored. Whose file it is stands in the file.
struct EntryName: Sendable {
    /// How many names an entry can have: a second one where another file has the first.
    static let slots = 2

    private static let suffix = ".entry"
    private static let asidePrefix = "request-store-"
    private static let asideSuffix = ".aside"
    private static let classDigits = 16
    private static let keyDigits = 32

    let digest: @Sendable ([UInt8]) -> [UInt8]

    /// The names that the entry under `key` can have.
    func names(for key: StoreKey) -> [String] {
        let keyDigits = hexadecimal(digest(EntryName.bytes(of: key)), EntryName.keyDigits)
        let stem = classPrefix(key.dataClass) + keyDigits
        return (0..<EntryName.slots).map { "\(stem)-\($0)\(EntryName.suffix)" }
    }

    /// What the names of all entries of a class begin with, and those of classes with the same hash.
    func classPrefix(_ dataClass: DataClass) -> String {
        hexadecimal(digest(Array(dataClass.rawValue.utf8)), EntryName.classDigits) + "-"
    }

    /// Whether an entry can have this name.
    static func isEntry(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0].count == classDigits && parts[1].count == keyDigits
            && parts[0].allSatisfy(isHexadecimal) && parts[1].allSatisfy(isHexadecimal)
            && (0..<slots).contains { parts[2].elementsEqual("\($0)\(suffix)".utf8) }
    }

    /// A new name for a file that is being written.
    static func aside() -> String {
        "\(asidePrefix)\(hexadecimal(UInt64.random(in: .min ... .max)))\(asideSuffix)"
    }

    /// Whether it is the name of a file that was being written.
    static func isAside(_ name: String) -> Bool {
        guard name.hasPrefix(asidePrefix), name.hasSuffix(asideSuffix) else { return false }
        let digits = name.utf8.dropFirst(asidePrefix.utf8.count).dropLast(asideSuffix.utf8.count)
        return digits.count == 16 && digits.allSatisfy(isHexadecimal)
    }

    /// The parts of a key, each after its length, so that no two keys have the same bytes.
    private static func bytes(of key: StoreKey) -> [UInt8] {
        var bytes: [UInt8] = []
        for part in [key.dataClass.rawValue, key.scope, key.namespace, key.identifier] {
            withUnsafeBytes(of: UInt64(part.utf8.count).bigEndian) { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: part.utf8)
        }
        return bytes
    }

    private func hexadecimal(_ bytes: [UInt8], _ digits: Int) -> String {
        bytes.prefix(digits / 2).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
