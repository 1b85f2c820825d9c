/// Which flight of a coordinator: never given twice while the coordinator lives.
public struct FlightID: Hashable, Sendable {
    let rawValue: UInt64

    init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    init(slot: Int, generation: UInt32) {
        rawValue = UInt64(generation) << 32 | UInt64(slot)
    }

    /// Whether its flight has been in the table: no place there has the number zero.
    var isGiven: Bool { rawValue != 0 }

    var slot: Int { Int(rawValue & 0xffff_ffff) }
    var generation: UInt32 { UInt32(rawValue >> 32) }
}

extension FlightID: CustomStringConvertible {
    /// The number of its place in the table and how often that place was used before.
    public var description: String { "#\(slot).\(generation)" }
}
