extension String {
    /// The `Set-Cookie` fields that the system has joined by commas, which also stand inside of dates.
    ///
    /// A comma parts two cookies if a name and an equals sign follow it; in a date a space or a semicolon comes first.
    package var splitSetCookies: [String] {
        var cookies: [String] = []
        for part in unicodeScalars.split(separator: ",", omittingEmptySubsequences: false) {
            let name = part.drop { $0 == " " }.prefix { $0 != "=" && $0 != ";" }
            let beginsCookie = String(name).isToken && part[name.endIndex...].first == "="
            if beginsCookie || cookies.isEmpty {
                cookies.append(String(part.drop { $0 == " " }))
            } else {
                cookies[cookies.count - 1] += "," + String(part)
            }
        }
        return cookies
    }
}
