#if os(Linux)
    import Foundation
    import RequestScheduler

    /// A program that stands on the other side of a test, or makes what one needs.
    final class PeerProcess: Sendable {
        struct Failure: Error { let output: String }

        private let process: Lock<Process>

        /// Whether a program is installed.
        static func isInstalled(_ program: String) -> Bool { path(of: program) != nil }

        private static func path(of program: String) -> String? {
            let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
            return folders.split(separator: ":").map { "\($0)/\(program)" }
                .first { FileManager.default.isExecutableFile(atPath: $0) }
        }

        /// Runs a program to its end and gives what it printed.
        @discardableResult
        static func run(_ program: String, _ arguments: [String]) throws -> Data {
            // To a file: a pipe's end may be inherited by a program that another test starts, and then never comes.
            let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try Data().write(to: file)
            let output = try FileHandle(forWritingTo: file)
            let process = try start(program, arguments, printingTo: output)
            process.waitUntilExit()
            let printed = try Data(contentsOf: file)
            try FileManager.default.removeItem(at: file)
            guard process.terminationStatus == 0 else {
                throw Failure(output: String(decoding: printed, as: UTF8.self))
            }
            return printed
        }

        private static func start(_ program: String, _ arguments: [String], printingTo output: Any) throws -> Process {
            guard let path = path(of: program) else { throw Failure(output: "\(program) is not installed") }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: path)
            process.arguments = arguments
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            process.standardInput = FileHandle.nullDevice
            try process.run()
            return process
        }

        /// The line by which the program said that it is there.
        let greeting: String

        /// Starts a program and returns when it has printed a line that holds `mark`.
        init(_ program: String, _ arguments: [String], saying mark: String) throws {
            let pipe = Pipe()
            let process = try Self.start(program, arguments, printingTo: pipe)
            let output = pipe.fileHandleForReading
            var printed = ""
            while !printed.split(separator: "\n", omittingEmptySubsequences: false).dropLast().contains(where: {
                $0.contains(mark)
            }) {
                let more = output.availableData
                guard !more.isEmpty else {
                    process.terminate()
                    throw Failure(output: printed)
                }
                printed += String(decoding: more, as: UTF8.self)
            }
            greeting = printed.split(separator: "\n").first { $0.contains(mark) }.map(String.init) ?? ""
            self.process = Lock(process)
        }

        func stop() {
            process.withLock { $0.terminate() }
        }

        deinit {
            process.withLock { $0.terminate() }
        }
    }
#endif
