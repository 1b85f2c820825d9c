import Foundation
import RequestGenerator
import Testing

/// The article on generated requests shows what the command gives.
@Suite(.timeLimit(.minutes(1)))
struct ArticleTests {
    @Test func theSampleTheCommandAndItsOutputAreTrue() throws {
        let root = GoldenSample.folder.deletingLastPathComponent().deletingLastPathComponent()
        let place = root.appendingPathComponent("Sources/Transports/RequestTransports.docc/GeneratedRequests.md")
        let article = try String(contentsOf: place, encoding: .utf8)
        let sample = GoldenSample.documented
        #expect(article.contains("```json\n\(String(decoding: try GoldenSample.sample("pet.json"), as: UTF8.self))```"))
        #expect(article.contains("\nswift run generate-requests \(sample.arguments.joined(separator: " "))\n"))
        let files = try sample.files()
        #expect(files.count == 3)
        for file in files { #expect(article.contains("```swift\n\(file.body)```"), "\(file.name) is not as shown") }
    }
}
