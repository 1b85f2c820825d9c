#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import RequestScheduler

/// What a file says of its entry before the payload.
///
/// All numbers are big-endian. The fixed part: the mark (8 bytes), the version of the format (4), the form (1), the time
/// saved as the bits of its seconds since 2001 (8), the epoch and number of the write (8 each), the length of the payload
/// (8) and its checksum (4), the lengths of class, scope, namespace and identifier (4 each). Then these four in UTF-8, then
/// a checksum of everything so far (4), then the payload, which ends the file.
struct EntryHeader {
    enum Form: UInt8 { case raw = 0, value = 1 }

    /// What every file of a store begins with.
    static let mark = Array("RqstEnt\n".utf8)
    static let formatVersion: UInt32 = 1
    static let fixedCount = 8 + 4 + 1 + 8 + 8 + 8 + 8 + 4 + 4 * 4
    private static let checksumCount = 4

    let key: StoreKey
    let form: Form
    let savedAt: Date
    let version: FencePoint
    let payloadCount: Int
    let payloadChecksum: UInt32

    /// The header as it stands in a file.
    func encoded() -> Data {
        let parts = [key.dataClass.rawValue, key.scope, key.namespace, key.identifier]
        var data = Data(EntryHeader.mark)
        data.append(bigEndian: EntryHeader.formatVersion)
        data.append(form.rawValue)
        data.append(bigEndian: savedAt.timeIntervalSinceReferenceDate.bitPattern)
        data.append(bigEndian: version.epoch)
        data.append(bigEndian: version.number)
        data.append(bigEndian: UInt64(payloadCount))
        data.append(bigEndian: payloadChecksum)
        for part in parts { data.append(bigEndian: UInt32(part.utf8.count)) }
        for part in parts { data.append(contentsOf: part.utf8) }
        data.append(bigEndian: data.withUnsafeBytes { CRC32.of($0) })
        return data
    }

    /// Whether a file that begins so is a store's: it begins with the mark, or was cut off within.
    static func isMarked(_ beginning: Data) -> Bool {
        beginning.prefix(mark.count).elementsEqual(mark.prefix(beginning.count))
    }

    /// How long the variable part is, with its checksum; `nil` if the fixed part is not whole, or of another version, or
    /// does not fit the size of the file.
    static func variableCount(after fixed: Data, fileSize: Int) -> Int? {
        var reader = Reader(data: fixed)
        guard fixed.count == fixedCount, isMarked(fixed) else { return nil }
        reader.skip(mark.count)
        guard reader.next(UInt32.self) == formatVersion else { return nil }
        reader.skip(1 + 3 * 8)
        guard let payload = Int(exactly: reader.next(UInt64.self)), payload <= fileSize else { return nil }
        reader.skip(4)
        let parts = (0..<4).reduce(0) { count, _ in count + Int(reader.next(UInt32.self)) }
        let variable = parts + checksumCount
        return fixedCount + variable + payload == fileSize ? variable : nil
    }

    /// The header in these bytes; `nil` if they are damaged.
    init?(fixed: Data, variable: Data) {
        let checked = fixed + variable.dropLast(EntryHeader.checksumCount)
        var checksum = Reader(data: Data(variable.suffix(EntryHeader.checksumCount)))
        guard checked.withUnsafeBytes({ CRC32.of($0) }) == checksum.next(UInt32.self) else { return nil }
        var reader = Reader(data: checked)
        reader.skip(EntryHeader.mark.count + 4)
        guard let form = Form(rawValue: reader.next(UInt8.self)) else { return nil }
        self.form = form
        savedAt = Date(timeIntervalSinceReferenceDate: Double(bitPattern: reader.next(UInt64.self)))
        version = FencePoint(epoch: reader.next(UInt64.self), number: reader.next(UInt64.self))
        payloadCount = Int(reader.next(UInt64.self))
        payloadChecksum = reader.next(UInt32.self)
        let counts = (0..<4).map { _ in Int(reader.next(UInt32.self)) }
        let parts = counts.map { reader.text($0) }
        key = StoreKey(
            scope: parts[1],
            namespace: parts[2],
            identifier: parts[3],
            dataClass: DataClass(rawValue: parts[0])
        )
    }

    init(_ content: Form, payload: Data, for key: StoreKey, savedAt: Date, version: FencePoint) {
        self.key = key
        form = content
        self.savedAt = savedAt
        self.version = version
        payloadCount = payload.count
        payloadChecksum = payload.withUnsafeBytes { CRC32.of($0) }
    }
}

/// Takes numbers and text off the front of bytes that are known to be long enough.
private struct Reader {
    let data: Data
    private var offset = 0

    init(data: Data) { self.data = data }

    mutating func skip(_ count: Int) { offset += count }

    mutating func next<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
        let bytes = data.dropFirst(offset).prefix(MemoryLayout<Number>.size)
        skip(MemoryLayout<Number>.size)
        return bytes.reduce(0) { number, byte in number << 8 | Number(byte) }
    }

    mutating func text(_ count: Int) -> String {
        defer { skip(count) }
        return String(decoding: data.dropFirst(offset).prefix(count), as: UTF8.self)
    }
}

extension Data {
    fileprivate mutating func append(bigEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}
