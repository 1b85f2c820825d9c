/// How much larger than its coded form a body may be, so that a little cannot become any amount.
enum HTTPDecodingLimit {
    /// How many times larger, once it is larger than ``freeBytes``.
    static let maximumRatio = 200
    /// How much may come of however little.
    static let freeBytes = 1 << 20

    /// Whether so many bytes may have come of so many.
    static func allows(_ decoded: Int, from coded: Int) -> Bool {
        decoded <= freeBytes || decoded / maximumRatio <= coded
    }
}
