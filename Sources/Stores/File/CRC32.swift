/// The cyclic redundancy check of IEEE 802.3, as in zlib and PNG (https://www.w3.org/TR/png-3/#D-CRCAppendix).
///
/// It finds what damage does to a file; it is no protection against somebody who means to change one.
package struct CRC32 {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xedb8_8320 }
    }

    private var state: UInt32 = .max

    package init() {}

    /// The check of what was added so far.
    package var value: UInt32 { ~state }

    /// Adds further bytes.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        state = CRC32.table.withUnsafeBufferPointer { table in
            var state = state
            for byte in bytes { state = state >> 8 ^ table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] }
            return state
        }
    }

    /// The check of these bytes.
    package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var check = CRC32()
        check.add(bytes)
        return check.value
    }
}
