/// The space that may stand around values and means nothing: blanks and tabs; RFC 9110 §5.6.3.
extension UInt8 {
    var isOptionalSpace: Bool { self == 0x20 || self == 0x09 }
}

extension Substring {
    /// The text without the space around it.
    var trimmingOptionalSpace: Substring {
        var text = utf8.drop(while: \.isOptionalSpace)
        while text.last?.isOptionalSpace == true { text.removeLast() }
        return Substring(text)
    }
}
