import Foundation
import RequestScheduler
import RequestTransports

/// What was shown, a line each, for the table that `make interop` prints.
///
/// A test adds its line last, after everything it requires.
enum Findings {
    private static let isFree = Lock(true)

    /// Adds a line.
    static func add(
        _ servers: ForeignServers,
        _ server: String,
        _ subject: String,
        on engine: HTTPTransport.Engine,
        _ detail: String
    ) throws {
        try isFree.withLock { _ in
            let file = try FileHandle(forWritingTo: servers.folder.appending(path: "findings"))
            try file.seekToEnd()
            try file.write(contentsOf: Data("\(server)\t\(subject)\t\(engine)\t\(detail)\n".utf8))
            try file.close()
        }
    }
}
