import Foundation

extension HTTPHeaders.Field {
    /// Any field.
    public static func custom(_ name: String, _ value: String) -> HTTPHeaders.Field {
        HTTPHeaders.Field(name: name, value: value)
    }

    /// `Authorization: Bearer …`; RFC 6750 §2.1.
    public static func bearer(_ token: String) -> HTTPHeaders.Field { authorization("Bearer", token) }

    /// The same as ``bearer(_:)``.
    public static func token(_ token: String) -> HTTPHeaders.Field { bearer(token) }

    /// `Authorization: JWT …`, which some servers want instead of ``bearer(_:)``.
    public static func jwt(_ token: String) -> HTTPHeaders.Field { authorization("JWT", token) }

    /// `Authorization: Basic …`, in UTF-8 of normalization form C; RFC 7617 §2.1.
    ///
    /// A user with a colon in it cannot be told from the password, and neither may hold control characters: such a field
    /// cannot be sent and ends the request with ``HTTPTransportError/Code/invalidHeader``.
    public static func basic(user: String, password: String) -> HTTPHeaders.Field {
        let credentials = "\(user):\(password)".precomposedStringWithCanonicalMapping.utf8
        // A control character is what no field can hold.
        guard !user.utf8.contains(UInt8(ascii: ":")), credentials.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            return authorization("Basic", "\u{0}")
        }
        return authorization("Basic", Data(credentials).base64EncodedString())
    }

    private static func authorization(_ scheme: String, _ credentials: String) -> HTTPHeaders.Field {
        HTTPHeaders.Field(name: "Authorization", value: scheme + " " + credentials)
    }
}

extension HTTPHeaders.Field: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name; never the value, which may be secret.
    public var description: String { name }

    /// As ``description``.
    public var debugDescription: String { description }

    /// The name only.
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

extension HTTPHeaders: ExpressibleByArrayLiteral {
    /// These fields in their order.
    public init(arrayLiteral fields: Field...) {
        self.init(fields)
    }
}
