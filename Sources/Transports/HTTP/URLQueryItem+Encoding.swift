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
    /// With a plus sign for each space.
    fileprivate var formEncoded: String {
        split(separator: " ", omittingEmptySubsequences: false)
            .map { PercentEncoding.formValue.encode($0) }.joined(separator: "+")
    }
}
