/// Puts the pieces of a path together, encoded, and finds what cannot be sent.
struct ResourcePathBuilder {
    private enum Place { case start, authority, path, query, fragment }

    private var text = ""
    private var place = Place.start
    private var isAbsolute = false
    private var fault: URLFault?

    /// The segment that is being put together, as far as it has come.
    private var segment = ""
    /// Whether a value is part of it: only then is it looked at, for what is written as text is meant.
    private var segmentHasValue = false

    mutating func append(_ piece: ResourcePath.StringInterpolation.Piece) {
        switch piece {
        case .text(let literal): append(literal: literal.unicodeScalars[...])
        case .value(let value): append(value: value)
        }
    }

    /// What has come of it.
    mutating func finish() -> (text: String, isAbsolute: Bool, fault: URLFault?) {
        endSegment()
        return (text, isAbsolute, fault)
    }

    private mutating func append(literal: Substring.UnicodeScalarView) {
        var rest = literal
        if place == .start { takeScheme(of: &rest) }
        if place == .authority {
            // Not encoded as a path is.
            let authority = rest.prefix { !"/?#".unicodeScalars.contains($0) }
            text += String(authority)
            rest = rest.dropFirst(authority.count)
            if !rest.isEmpty { place = .path }
        }
        if place == .path {
            let path = rest.prefix { $0 != "?" && $0 != "#" }
            append(path: path)
            rest = rest.dropFirst(path.count)
            guard let mark = rest.first else { return }
            endSegment()
            place = mark == "?" ? .query : .fragment
            if mark == "?" { text += "?" }
            rest = rest.dropFirst()
        }
        if place == .query {
            let query = rest.prefix { $0 != "#" }
            text += PercentEncoding.query.encode(Substring(query))
            if query.count < rest.count { place = .fragment }
        }
    }

    private mutating func append(path: Substring.UnicodeScalarView) {
        for (index, part) in path.split(separator: "/", omittingEmptySubsequences: false).enumerated() {
            if index > 0 {
                endSegment()
                text += "/"
            }
            let encoded = PercentEncoding.path.encode(Substring(part))
            text += encoded
            segment += encoded
        }
    }

    private mutating func append(value: String) {
        if place == .start { place = .path }
        switch place {
        case .start, .path:
            if ["", ".", ".."].contains(value) { fault = fault ?? URLFault(.segment) }
            let encoded = PercentEncoding.segment.encode(value)
            text += encoded
            segment += encoded
            segmentHasValue = true
        case .authority:
            // A host or a port: what would have to be encoded there is neither.
            if PercentEncoding.queryValue.encode(value) != value { fault = fault ?? URLFault(.segment) }
            text += value
        case .query: text += PercentEncoding.queryValue.encode(value)
        case .fragment: break
        }
    }

    /// A segment is whole: two values side by side must not make what each alone may not be.
    private mutating func endSegment() {
        if segmentHasValue, [".", ".."].contains(segment.withDotsDecoded) { fault = fault ?? URLFault(.segment) }
        segment = ""
        segmentHasValue = false
    }

    /// Takes the scheme of a whole URL; only text makes one, a value at the beginning does not.
    private mutating func takeScheme(of literal: inout Substring.UnicodeScalarView) {
        place = .path
        guard let colon = literal.firstIndex(of: ":"), literal[colon...].starts(with: "://".unicodeScalars) else {
            return
        }
        let scheme = String(literal[..<colon])
        guard !scheme.isEmpty, scheme.utf8.allSatisfy(\.isSchemeCharacter) else { return }
        guard ["http", "https"].contains(scheme.lowercased()) else {
            fault = URLFault(.path)
            return
        }
        place = .authority
        isAbsolute = true
        text += scheme + "://"
        literal = literal[colon...].dropFirst(3)
    }
}

extension String {
    /// A segment in which encoded dots are dots, as those who resolve it see it.
    fileprivate var withDotsDecoded: String {
        split(separator: "%2e", omittingEmptySubsequences: false).joined(separator: ".")
            .split(separator: "%2E", omittingEmptySubsequences: false).joined(separator: ".")
    }
}

extension UInt8 {
    /// RFC 3986 §3.1.
    fileprivate var isSchemeCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
