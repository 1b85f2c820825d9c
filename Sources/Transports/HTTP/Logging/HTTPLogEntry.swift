/// One thing that is told of a request: it is sent, it is answered, or it fails.
///
/// Its ``description`` is meant for people. No part of it holds a secret that the log's ``HTTPRedaction`` names.
public struct HTTPLogEntry: Sendable, Hashable {
    /// What has happened.
    public enum Event: Sendable, Hashable {
        /// The request is about to be sent, after redirects once more for each.
        case sent
        /// There is an answer of this status, after so long.
        case answered(status: Int, after: Duration)
        /// There is none, after so long; the text tells why.
        case failed(String, after: Duration)
    }

    /// A body as it is told.
    public enum Body: Sendable, Hashable {
        /// There is none.
        case none
        /// Text, secret values replaced.
        case text(String)
        /// So many bytes that are too many to tell, or no text; `nil` where their number is not known.
        case bytes(Int?)
    }

    /// What has happened.
    public let event: Event

    /// The number of the request among those of its transport, the same in all of its entries.
    public let request: UInt64

    /// The request's method.
    public let method: HTTPMethod

    /// The request's URL.
    public let url: String

    /// The header fields, of the request or of the answer.
    public let headers: HTTPHeaders

    /// The body, of the request or of the answer.
    public let body: Body
}

extension HTTPLogEntry: CustomStringConvertible {
    /// The event in one line, then header fields and body, if there are any.
    public var description: String {
        var lines: [String] = []
        // What was refused may hold line breaks, with which it would tell of what has not happened.
        let asked = "\(method.rawValue) \(url)".withoutControlCharacters
        switch event {
        case .sent: lines.append("→ [\(request)] \(asked)")
        case .answered(let status, let time): lines.append("← [\(request)] \(status) \(asked), \(time)")
        case .failed(let reason, let time): lines.append("✗ [\(request)] \(reason) \(asked), \(time)")
        }
        lines += headers.fields.map { "  \($0.name): \($0.value)" }
        switch body {
        case .none: break
        case .text(let text): lines.append("  \(text)")
        case .bytes(let count?): lines.append("  (\(count) bytes)")
        case .bytes(nil): lines.append("  (a body of unknown length)")
        }
        return lines.joined(separator: "\n")
    }
}

extension HTTPLogEntry {
    /// A line for a shell that sends the same request with `curl`; secret values have to be filled in.
    ///
    /// `nil` where the entry tells of no request, or of a body that it does not hold.
    public var curl: String? {
        guard event == .sent else { return nil }
        var words = ["curl"]
        switch method {
        case .get: break
        case .head: words.append("--head")
        default: words += ["--request", method.rawValue.shellQuoted]
        }
        for field in headers.fields {
            // With a colon curl would leave a blank field out.
            words += [
                "--header", (field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)").shellQuoted,
            ]
        }
        switch body {
        case .none: break
        case .text(let text): words += ["--data-raw", text.shellQuoted]
        case .bytes: return nil
        }
        return (words + [url.shellQuoted]).joined(separator: " ")
    }
}

extension String {
    /// One word of a POSIX shell, which reads bytes: a quote is one whatever mark is put on it.
    fileprivate var shellQuoted: String {
        "'"
            + unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
            .map { String($0) }.joined(separator: #"'\''"#) + "'"
    }

    /// With a space for each control character.
    fileprivate var withoutControlCharacters: String {
        guard utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return self }
        return String(decoding: utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
    }
}
