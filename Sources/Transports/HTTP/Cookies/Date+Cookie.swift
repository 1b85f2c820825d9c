#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Date {
    /// A date as cookies have it, in any of the forms that are about; RFC 6265 §5.1.1.
    init?(cookieDate text: String) {
        var (time, day, month, year) = (nil as [Int]?, nil as Int?, nil as Int?, nil as Int?)
        for token in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != ":" }) {
            if time == nil, let found = Self.time(token) {
                time = found
            } else if day == nil, let found = Self.number(token, digits: 1...2) {
                day = found
            } else if month == nil, let found = Self.month(token) {
                month = found
            } else if year == nil, let found = Self.number(token, digits: 2...4) {
                year = found < 70 ? found + 2000 : found < 100 ? found + 1900 : found
            }
        }
        guard let time, let day, let month, let year, year >= 1601, (1...31).contains(day), time[0] < 24, time[1] < 60,
            time[2] < 60
        else { return nil }
        let days = Self.daysSince1970(year: year, month: month, day: day)
        // The 31st of a short month is no day.
        guard day <= 28 || days < Self.daysSince1970(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)
        else { return nil }
        self.init(timeIntervalSince1970: Double(days * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]))
    }

    private static func time(_ token: Substring) -> [Int]? {
        let parts = token.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { number($0, digits: 1...2) }
        return parts.count == 3 && numbers.count == 3 ? numbers : nil
    }

    private static func month(_ token: Substring) -> Int? {
        let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        return names.firstIndex(of: token.prefix(3).lowercased()).map { $0 + 1 }
    }

    private static func number(_ token: Substring, digits: ClosedRange<Int>) -> Int? {
        digits.contains(token.count) && token.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(token) : nil
    }

    /// In the calendar that is in use; years begin in March, so that the leap day is the last.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let era = year / 400
        let yearOfEra = year - era * 400
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
