extension String {
    /// A URL without user, password, query and fragment, for people to read.
    var withoutSecrets: String { String(withoutUser.unicodeScalars.prefix { $0 != "?" && $0 != "#" }) }

    /// A URL, or a reference, without what comes before its host; also one that is not written as it should be.
    var withoutUser: String {
        let characters = unicodeScalars
        guard characters.contains("@"), let start = startOfAuthority else { return self }
        let end = characters[start...].firstIndex { "/?#".unicodeScalars.contains($0) } ?? characters.endIndex
        var at = characters[start..<end].lastIndex(of: "@")
        // What should be a port and is none is a password that holds what ends a host.
        if at == nil, !characters[start..<end].isHostAndPort { at = characters[end...].lastIndex(of: "@") }
        guard let at else { return self }
        return String(characters[..<start]) + String(characters[at...].dropFirst())
    }

    /// Behind `scheme://` or `//`, with any number of slashes of either kind where there is a scheme; the beginning of
    /// `user:password@host`; `nil` in a path.
    private var startOfAuthority: String.Index? {
        let characters = unicodeScalars
        let slashes = "/\\".unicodeScalars
        let head = characters.prefix { !"/\\?#".unicodeScalars.contains($0) }
        let rest = characters[head.endIndex...]
        let run = rest.prefix { slashes.contains($0) }
        if head.last == ":" ? !run.isEmpty : run.count > 1 && head.allSatisfy({ $0 <= " " }) { return run.endIndex }
        guard let colon = head.firstIndex(of: ":") else { return nil }
        return head[colon...].contains("@") ? startIndex : nil
    }
}

extension Substring.UnicodeScalarView {
    /// Whether what stands behind the last colon, outside of brackets, may be a port.
    fileprivate var isHostAndPort: Bool {
        guard last != "]", let colon = lastIndex(of: ":") else { return true }
        return self[colon...].dropFirst().allSatisfy { ("0"..."9").contains($0) }
    }
}
