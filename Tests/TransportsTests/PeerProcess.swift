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
            let (process, output) = try start(program, arguments)
            let printed = try output.readToEnd() ?? Data()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else {
                throw Failure(output: String(decoding: printed, as: UTF8.self))
            }
            return printed
        }

        private static func start(_ program: String, _ arguments: [String]) throws -> (Process, FileHandle) {
            guard let path = path(of: program) else { throw Failure(output: "\(program) is not installed") }
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(fileURLWithPath: path)
            process.arguments = arguments
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            process.standardInput = FileHandle.nullDevice
            try process.run()
            return (process, output.fileHandleForReading)
        }

        /// The line by which the program said that it is there.
        let greeting: String

        /// Starts a program and returns when it has printed a line that holds `mark`.
        init(_ program: String, _ arguments: [String], saying mark: String) throws {
            let (process, output) = try Self.start(program, arguments)
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
