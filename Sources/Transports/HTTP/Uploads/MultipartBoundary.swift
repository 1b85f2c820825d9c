/// What separates the parts of a form; RFC 2046 §5.1.1.
struct MultipartBoundary: Sendable, Hashable {
    let text: String

    /// A boundary of this text, if it can be one.
    init?(_ text: String) {
        guard 1...70 ~= text.utf8.count, text.utf8.last != UInt8(ascii: " ") else { return nil }
        guard text.utf8.allSatisfy({ $0.isLetterOrDigit || " '()+_,-./:=?".utf8.contains($0) }) else { return nil }
        self.text = text
    }

    private init(letters: [UInt8]) {
        text = String(decoding: letters, as: UTF8.self)
    }

    /// Forty letters and digits: more than 200 bits of chance.
    static func random(using generator: inout some RandomNumberGenerator) -> MultipartBoundary {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
        return MultipartBoundary(
            letters: (0..<40).map { _ in letters[Int.random(in: letters.indices, using: &generator)] }
        )
    }

    /// The media type of a form with this boundary, which is quoted where it has to be.
    var contentType: String {
        "multipart/form-data; boundary=" + (text.isToken ? text : "\"\(text)\"")
    }
}
