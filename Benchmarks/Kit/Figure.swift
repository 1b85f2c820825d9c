/// Numbers as people read them.
package enum Figure {
    /// So many digits after the point, none of them left out.
    package static func fixed(_ number: Double, _ digits: Int) -> String {
        guard number.isFinite else { return "–" }
        let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
        let scaled = Int((abs(number) * scale).rounded())
        let sign = number < 0 && scaled > 0 ? "-" : ""
        guard digits > 0 else { return sign + grouped(scaled) }
        let fraction = String(scaled % Int(scale))
        let zeros = String(repeating: "0", count: digits - fraction.count)
        return "\(sign)\(grouped(scaled / Int(scale))).\(zeros)\(fraction)"
    }

    /// Up to two digits after the point.
    package static func short(_ number: Double) -> String {
        let text = fixed(number, 2)
        if text.hasSuffix(".00") { return String(text.dropLast(3)) }
        return text.contains(".") && text.hasSuffix("0") ? String(text.dropLast()) : text
    }

    package static func percent(_ part: Double) -> String { "\(fixed(part * 100, 1)) %" }

    private static func grouped(_ number: Int) -> String {
        var text = ""
        for (index, digit) in String(number).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }
}
