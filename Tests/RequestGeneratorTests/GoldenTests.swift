import Foundation
import RequestGenerator
import Testing

/// What the command gives for every sample is what stands in this folder.
@Suite(.timeLimit(.minutes(2)))
struct GoldenTests {
    /// With `REGENERATE` in the environment the files are written, and the test fails: it has compared nothing.
    @Test(arguments: GoldenSample.all)
    func theOutputIsAsKept(_ sample: GoldenSample) throws {
        for file in try sample.files() {
            let place = GoldenSample.place(of: file)
            if ProcessInfo.processInfo.environment["REGENERATE"] != nil {
                try Data(file.text.utf8).write(to: place)
                Issue.record("written: \(file.name)")
            } else {
                let kept = try Data(contentsOf: place)
                #expect(kept == Data(file.text.utf8), "\(file.name) is not as kept")
            }
        }
    }

    @Test func nothingElseIsKept() throws {
        let kept = try ["Generated", "GeneratedRoutes"].flatMap {
            try FileManager.default.contentsOfDirectory(atPath: GoldenSample.folder.appendingPathComponent($0).path)
        }
        let generated = try GoldenSample.all.flatMap { try $0.files() }.map(\.name)
        #expect(kept.sorted() == generated.sorted())
    }

    @Test(arguments: GoldenSample.all)
    func twoRunsAreEqual(_ sample: GoldenSample) throws {
        #expect(try sample.files().map(\.text) == sample.files().map(\.text))
    }
}
