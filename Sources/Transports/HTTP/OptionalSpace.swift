/// The space that may stand around values and means nothing: blanks and tabs; RFC 9110 §5.6.3.
extension UInt8 {
    var isOptionalSpace: Bool { self == 0x20 || self == 0x09 }
}

extension Substring {
    /// The text without the space around it.
    var trimmingOptionalSpace: Substring {
        func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
        var text = drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }
}
