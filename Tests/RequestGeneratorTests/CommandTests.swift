import Foundation
import RequestGenerator
import Testing

/// The command as it is run.
@Suite(.timeLimit(.minutes(2)))
struct CommandTests {
    #if os(macOS) || os(Linux)
        private struct Run {
            let output: String
            let errors: String
            let code: Int32
        }

        private func run(_ line: String) throws -> Run {
            let process = Process()
            let folder =
                Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? Bundle.main.bundleURL
            process.executableURL = [folder, folder.deletingLastPathComponent()]
                .map { $0.appendingPathComponent("generate-requests") }
                .first { FileManager.default.isExecutableFile(atPath: $0.path) }
            process.currentDirectoryURL = GoldenSample.folder.appendingPathComponent("Samples")
            process.arguments = line.split(separator: " ").map(String.init)
            let (output, errors) = (Pipe(), Pipe())
            process.standardOutput = output
            process.standardError = errors
            process.standardInput = FileHandle.nullDevice
            try process.run()
            // What it says on errors fits a pipe, whatever it prints.
            let text = try output.fileHandleForReading.readToEnd() ?? Data()
            let fault = try errors.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return Run(
                output: String(decoding: text, as: UTF8.self),
                errors: String(decoding: fault, as: UTF8.self),
                code: process.terminationStatus
            )
        }

        @Test func helpIsPrinted() throws {
            let run = try run("--help")
            #expect(run.code == 0 && run.output == Arguments.usage + "\n" && run.errors.isEmpty)
        }

        @Test func allIsPrintedWithoutAFolder() throws {
            let line = "orders-1.json orders-2.json --name OrderPage --url orders"
            let run = try run(line)
            #expect(run.code == 0 && run.errors.isEmpty)
            #expect(run.output == SourceFile.joined(try GoldenSample(line).files()))
        }

        @Test func aWrongArgumentIs64() throws {
            let run = try run("token.json --name token")
            #expect(run.code == 64 && run.output.isEmpty && run.errors.contains("--name"))
        }

        @Test func aFileThatCannotBeReadIs65() throws {
            let run = try run("nowhere.json --name Token --url token")
            #expect(run.code == 65 && run.output.isEmpty)
            #expect(run.errors == "nowhere.json: cannot be read: no such file\n")
        }

        @Test func whatIsNoJSONIs65WithItsPlaceAndNothingIsWritten() throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("run-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let sample = folder.appendingPathComponent("bad.json").path
            try Data("{\n  \"a\": hush\n}".utf8).write(to: URL(fileURLWithPath: sample))
            let output = folder.appendingPathComponent("out").path
            let run = try run("token.json \(sample) --name Token --url token --output \(output)")
            #expect(run.code == 65 && run.output.isEmpty)
            #expect(run.errors == "\(sample):2:8: unexpected 'h', where a value was due\n")
            #expect(!FileManager.default.fileExists(atPath: output))
        }
    #endif
}
