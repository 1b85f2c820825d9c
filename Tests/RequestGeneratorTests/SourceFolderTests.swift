import Foundation
import RequestGenerator
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SourceFolderTests {
    private let root = FileManager.default.temporaryDirectory.appendingPathComponent("generated-\(UUID().uuidString)")

    private func files(_ line: String = "token.json --name Token --url token") throws -> [SourceFile] {
        try GoldenSample(line).files()
    }

    private func withFolder(_ body: (String) throws -> Void) throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try body(root.appendingPathComponent("a/b").path)
    }

    private func content(_ folder: String) throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return try Dictionary(
            uniqueKeysWithValues: names.map { ($0, try String(contentsOfFile: folder + "/" + $0, encoding: .utf8)) }
        )
    }

    @Test func allFilesAreWrittenAndWrittenAgain() throws {
        try withFolder { folder in
            let files = try files()
            for _ in 0..<2 {
                let paths = try SourceFolder(folder, overwrites: false).write(files)
                #expect(paths.map { URL(fileURLWithPath: $0).lastPathComponent } == files.map(\.name))
                #expect(try content(folder) == Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.text) }))
            }
        }
    }

    @Test func aFileThatWasNotGeneratedIsKept() throws {
        try withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data("mine".utf8).write(to: URL(fileURLWithPath: folder + "/TokenRoutes.swift"))
            let error = #expect(throws: GenerationError.self) {
                try SourceFolder(folder, overwrites: false).write(files())
            }
            #expect(error?.exitCode == 73)
            #expect(try content(folder) == ["TokenRoutes.swift": "mine"])
            try SourceFolder(folder, overwrites: true).write(files())
            #expect(try content(folder)["TokenRoutes.swift"]?.hasPrefix(SourceFile.marker) == true)
        }
    }

    /// A name that no file system takes makes the last one fail.
    @Test func whatWasThereIsPutBackIfOneFails() throws {
        try withFolder { folder in
            let old = try files()
            try SourceFolder(folder, overwrites: false).write(Array(old.prefix(1)))
            let before = try content(folder)
            let other = try files("forecast.json --name Token --url token")
            let long = try files("token.json --name T\(String(repeating: "x", count: 300)) --url token")
            #expect(throws: GenerationError.self) {
                try SourceFolder(folder, overwrites: false).write(other + long)
            }
            #expect(try content(folder) == before)
        }
    }

    @Test func aFolderThatWasMadeIsRemovedIfOneFails() throws {
        try withFolder { folder in
            let long = try files("token.json --name T\(String(repeating: "x", count: 300)) --url token")
            #expect(throws: GenerationError.self) { try SourceFolder(folder, overwrites: false).write(files() + long) }
            #expect(!FileManager.default.fileExists(atPath: root.path))
        }
    }
}
