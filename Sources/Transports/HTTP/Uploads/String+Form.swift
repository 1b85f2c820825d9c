extension String {
    /// The text with every line break as CR LF, as forms have it: a lone CR or LF is one, too.
    ///
    /// [Multipart form data](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data)
    var withLineBreaksOfForms: String {
        let (cr, lf) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
        guard utf8.contains(where: { $0 == cr || $0 == lf }) else { return self }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count + 16)
        var last: UInt8?
        for byte in utf8 {
            switch byte {
            case cr: bytes += [cr, lf]
            case lf: if last != cr { bytes += [cr, lf] }
            default: bytes.append(byte)
            }
            last = byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text as it stands between the quotes of a name; RFC 7578 §4.2.
    var escapedForForm: String {
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": escaped += "%22"
            case "\r": escaped += "%0D"
            case "\n": escaped += "%0A"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
