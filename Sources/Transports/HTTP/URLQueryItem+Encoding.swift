#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension [URLQueryItem] {
    /// The items as a query in which only unreserved characters stand for themselves; RFC 3986 §2.3.
    ///
    /// So a plus sign stays one where spaces are read from it, and separators of any dialect stay data.
    var percentEncoded: String {
        map { item in
            let name = PercentEncoding.queryValue.encode(item.name)
            guard let value = item.value else { return name }
            return name + "=" + PercentEncoding.queryValue.encode(value)
        }.joined(separator: "&")
    }

    /// The items as the content of a form, as
    /// [the URL Standard](https://url.spec.whatwg.org/#urlencoded-serializing) serialises it.
    ///
    /// An item without a value has an empty one: a form knows no other.
    var formEncoded: String {
        map { item in
            item.name.formEncoded + "=" + (item.value ?? "").formEncoded
        }.joined(separator: "&")
    }
}

extension String {
    /// What the text stands for; what is not encoded as it should be stands for itself.
    var percentDecoded: String {
        guard utf8.contains(UInt8(ascii: "%")) else { return self }
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                rest.prefix(2).allSatisfy(\.isHexDigit),
                let decoded = UInt8(Substring(rest.prefix(2)), radix: 16)
            {
                bytes.append(decoded)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// With a plus sign for each space.
    fileprivate var formEncoded: String {
        unicodeScalars.split(separator: " ", omittingEmptySubsequences: false)
            .map { PercentEncoding.formValue.encode(Substring($0)) }.joined(separator: "+")
    }
}
