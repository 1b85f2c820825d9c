/// Which characters of a part of a URL stand for themselves; all others are percent-encoded as UTF-8; RFC 3986 §2.
struct PercentEncoding: Sendable {
    /// Whether a byte stands for itself.
    private let table: [Bool]

    /// Whether `%` and two hexadecimal digits are left as they are, so that what is encoded is not encoded again.
    private let keepsEncoded: Bool

    /// Letters, digits and these stand for themselves.
    private init(besidesAlphanumerics others: String, keepsEncoded: Bool = false) {
        var table = [Bool](repeating: false, count: 256)
        let alphanumerics = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        for byte in (alphanumerics + others).utf8 { table[Int(byte)] = true }
        self.table = table
        self.keepsEncoded = keepsEncoded
    }

    /// A value in a query: only unreserved characters; §2.3.
    ///
    /// So a plus sign stays one where spaces are read from it, and separators of any dialect stay data.
    static let queryValue = PercentEncoding(besidesAlphanumerics: "-._~")

    /// A value that is one segment of a path; §3.3.
    static let segment = PercentEncoding(besidesAlphanumerics: "-._~!$&'()*+,;=:@")

    /// Text of a path with its slashes, of which parts may be encoded.
    static let path = PercentEncoding(besidesAlphanumerics: "-._~!$&'()*+,;=:@/", keepsEncoded: true)

    /// Text of a query, of which parts may be encoded; §3.4.
    static let query = PercentEncoding(besidesAlphanumerics: "-._~!$&'()*+,;=:@/?", keepsEncoded: true)

    /// A name or value of a form, but for its spaces.
    static let formValue = PercentEncoding(besidesAlphanumerics: "*-._")

    /// The text with every character encoded that does not stand for itself.
    func encode(_ text: some StringProtocol) -> String {
        let bytes = Array(text.utf8)
        if bytes.allSatisfy({ table[Int($0)] }) { return String(text) }
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count + 16)
        for (index, byte) in bytes.enumerated() {
            if table[Int(byte)] || keepsEncoded && Self.isEncoded(bytes[index...]) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Whether the bytes begin with a percent sign and two hexadecimal digits; §2.1.
    private static func isEncoded(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first == UInt8(ascii: "%"), bytes.count > 2 else { return false }
        return bytes.dropFirst().prefix(2).allSatisfy(\.isHexDigit)
    }
}
