import Foundation
import RequestTransports
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct HTTPTargetTests {
    private static let pieces = [
        "http://", "https://", "HTTP://", "a.example", "127.0.0.1", "[::1]", ":8080", ":0", ":99999", "/", "//", "?",
        "#", ".", "..",
        "/./", "/../", "user", "7", "a b", "%20", "%zz", "ü", "x=y", "&", "~", "@", ":", ";", "+", "'", "(", ")", "{",
        "\\",
    ]

    /// What is read here is read as the system's own type reads it.
    @Test(arguments: [
        nil, "http://a.example/v1/", "https://b.example:8443/v1", "http://a.example", "https://c.example/v1/?key=1",
    ])
    func referencesAreResolvedAsByTheSystem(base: String?) throws {
        let base = base.flatMap { URL(string: $0) }
        var random = SeededRandom(seed: 7)
        var sent = 0
        for _ in 0..<20_000 {
            let reference = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                Self.pieces.randomElement(using: &random) ?? ""
            }.joined()
            guard let target = try? HTTPTarget(reference, base: base.map { .init($0) }) else { continue }
            var expected = URL(string: reference, relativeTo: base)?.absoluteURL
            if reference.contains("/.") { expected = expected?.standardized }
            let text = try #require(expected).absoluteString.prefix { $0 != "#" }
            #expect(target.text == text, "\(reference)")
            #expect(target.isSecure == text.lowercased().hasPrefix("https:"))
            #expect(target.url.absoluteString == target.text)
            sent += 1
        }
        #expect(sent > 100)
    }

    @Test(arguments: [
        ("http://a.example/x/../y", "http://a.example/y"), ("http://a.example/./x/.", "http://a.example/x/"),
        ("http://a.example/../..", "http://a.example/"),
        ("http://a.example/.well-known/x", "http://a.example/.well-known/x"),
        ("http://a.example/x?to=/../y", "http://a.example/x?to=/../y"),
    ])
    func dotSegmentsAreResolved(reference: String, expected: String) throws {
        #expect(try HTTPTarget(reference).text == expected)
    }
}
