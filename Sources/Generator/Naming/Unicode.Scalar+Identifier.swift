extension Unicode.Scalar {
    /// Whether a Swift identifier may begin with it.
    ///
    /// That is a little less than Swift allows: letters of any script, but no symbols.
    var isIdentifierStart: Bool {
        isASCII ? ("a"..."z").contains(self) || ("A"..."Z").contains(self) || self == "_" : isLetter
    }

    /// Whether a Swift identifier may go on with it.
    var isIdentifierPart: Bool {
        isIdentifierStart || ("0"..."9").contains(self)
            || (!isASCII && properties.isXIDContinue && isVisible && value >= 0xC0 && Self.isAllowed(value))
    }

    private var isLetter: Bool { properties.isXIDStart && isVisible && value >= 0xC0 && Self.isAllowed(value) }

    /// Joiners and the like do not show: names that look the same would differ.
    private var isVisible: Bool { !properties.isDefaultIgnorableCodePoint }

    /// The planes of letters; private use and tags are not among them.
    private static func isAllowed(_ value: UInt32) -> Bool {
        value < 0xE000 || (0xF900..<0xFE00).contains(value) || (0xFE20..<0x40000).contains(value)
    }
}
