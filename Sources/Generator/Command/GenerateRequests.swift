import Foundation
import RequestGenerator

/// Turns samples of JSON into Swift.
@main
struct GenerateRequests {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        guard !words.contains("--help"), !words.contains("-h") else { return print(Arguments.usage) }
        do {
            try run(Arguments(words))
        } catch let misuse as Misuse {
            fail("generate-requests: \(misuse)\nTry --help.", 64)
        } catch let error as GenerationError {
            fail("\(error)", error.exitCode)
        } catch {
            fail("generate-requests: \(error)", 70)
        }
    }

    private static func run(_ arguments: Arguments) throws {
        let files = try Generation.files(for: arguments) { path in
            path == "-"
                ? try FileHandle.standardInput.readToEnd() ?? Data()
                : try Data(contentsOf: URL(fileURLWithPath: path))
        }
        if let output = arguments.output {
            let folder = SourceFolder(output, overwrites: arguments.overwrites)
            for path in try folder.write(files) { print(path) }
        } else {
            print(SourceFile.joined(files), terminator: "")
        }
    }

    private static func fail(_ message: String, _ code: Int32) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(code)
    }
}
