#if os(Linux)
    import Foundation
    import Glibc
    import RequestScheduler

    /// A program that stands on the other side of a test, or makes what one needs.
    ///
    /// Started so that it inherits nothing but what it is given: Foundation's own way learns of a program's end by a socket
    /// that every program started meanwhile holds open, too.
    final class PeerProcess: Sendable {
        struct Failure: Error { let output: String }

        private let id: Lock<pid_t?>

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
            // To a file: the end of a pipe may be held open by a program that another test starts.
            let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try Data().write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }  // It is in the temporary folder anyway.
            let id = try start(program, arguments, printingTo: try FileHandle(forWritingTo: file))
            let status = wait(for: id)
            let printed = try Data(contentsOf: file)
            guard status == 0 else { throw Failure(output: String(decoding: printed, as: UTF8.self)) }
            return printed
        }

        private static func start(_ program: String, _ arguments: [String], printingTo output: FileHandle) throws
            -> pid_t
        {
            guard let path = path(of: program) else { throw Failure(output: "\(program) is not installed") }
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, output.fileDescriptor, STDOUT_FILENO)
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
            let command = ["bash", "-c", closeAndRun, "bash", path] + arguments
            var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
            defer { for word in words { free(word) } }
            var id: pid_t = 0
            let result = posix_spawn(&id, "/bin/bash", &actions, nil, &words, environ)
            try output.close()
            guard result == 0 else { throw Failure(output: "\(program): \(String(cString: strerror(result)))") }
            return id
        }

        /// Closes whatever is inherited beyond the standard streams, and becomes the program.
        private static let closeAndRun = """
            for each in /proc/self/fd/*; do [ "${each##*/}" -gt 2 ] && eval "exec ${each##*/}>&-"; done 2>/dev/null
            exec "$@"
            """

        /// Waits for a program's end and gives its status.
        private static func wait(for id: pid_t) -> Int32 {
            var status: Int32 = 0
            while waitpid(id, &status, 0) < 0, errno == EINTR {}
            return status
        }

        /// The line by which the program said that it is there.
        let greeting: String

        /// Starts a program and returns when it has printed a line that holds `mark`.
        init(_ program: String, _ arguments: [String], saying mark: String) throws {
            let pipe = Pipe()
            let id = try Self.start(program, arguments, printingTo: pipe.fileHandleForWriting)
            self.id = Lock(id)
            let output = pipe.fileHandleForReading
            var printed = ""
            while !printed.split(separator: "\n", omittingEmptySubsequences: false).dropLast().contains(where: {
                $0.contains(mark)
            }) {
                let more = output.availableData
                guard !more.isEmpty else {
                    kill(id, SIGKILL)
                    _ = Self.wait(for: id)
                    throw Failure(output: printed)
                }
                printed += String(decoding: more, as: UTF8.self)
            }
            greeting = printed.split(separator: "\n").first { $0.contains(mark) }.map(String.init) ?? ""
        }

        func stop() {
            guard let id = id.withLock({ $0.take() }) else { return }
            kill(id, SIGKILL)
            _ = Self.wait(for: id)
        }

        deinit {
            stop()
        }
    }
#endif
