#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import RequestScheduler

extension Resource {
    /// The name of the stored entry: a digest of all that decides what the server answers; see ``HTTPStoring``.
    ///
    /// `nil` where something of it is not known.
    func entryName(in coding: HTTPCoding) -> String? {
        guard let url = wholeURL else { return nil }
        var digest = EntryDigest()
        digest.add(source?.rawValue)
        digest.add(method.rawValue)
        digest.add(url.absoluteString)
        let fields = options.headers.merging(headers)
        digest.add(fields["Accept"])
        digest.add(fields["Accept-Language"])
        digest.add(fields["Range"])
        // An empty scope is that of every entry that names none, so it tells no users apart.
        let isScoped = options.storing?.scope?.isEmpty == false
        for name in ["Authorization", "Cookie", "X-Api-Key", "X-Auth-Token"] {
            digest.add(isScoped ? nil : fields[name])
        }
        digest.add(body.map { _ in fields["Content-Type"] ?? body?.contentType ?? "" })
        switch body?.content {
        case nil: digest.add(nil as Data?)
        case .streamed: return nil
        case .encoded(let encoded):
            guard let bytes = encoded.readableBytes(in: coding) else { return nil }
            digest.add(bytes)
        }
        return digest.finish()
    }
}

/// A digest of parts, each with its length, so that no two lists of parts are one message.
private struct EntryDigest {
    private var function = SHA256()

    mutating func add(_ text: String?) {
        add(text.map { Data($0.utf8) })
    }

    mutating func add(_ bytes: Data?) {
        // No part is as long as the one that is missing.
        withUnsafeBytes(of: (bytes.map { UInt64($0.count) } ?? .max).bigEndian) { function.update($0) }
        if let bytes { function.update(bytes) }
    }

    mutating func finish() -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = function.finish().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}
