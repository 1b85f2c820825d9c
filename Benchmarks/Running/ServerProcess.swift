import Foundation
import LoopbackServer

/// A server in a process of its own, so that its work is not counted with that of its clients.
///
/// The path says how many bytes it answers with: `/100`. What is large comes in parts. It ends with this process.
final class ServerProcess: Sendable {
    static let option = "--serve"

    let port: UInt16
    /// Closed by the system when this process ends, whatever the way.
    private let life: FileHandle

    init() throws {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = Bundle.main.executableURL
        process.arguments = [Self.option]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        life = input.fileHandleForWriting
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = UInt16(line.filter(\.isNumber)) else { throw NoServer() }
        self.port = port
    }

    func url(_ bytes: Int) -> String { url("\(bytes)") }
    func url(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

    private struct NoServer: Error {}

    /// What the process does.
    static func serve() throws {
        let answers = [100, 1 << 20].map { size in
            let head = Array("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n".utf8)
            return ("/\(size)", ServerScript.send(head + [UInt8](repeating: UInt8(ascii: "x"), count: size)))
        }
        let script = Dictionary(uniqueKeysWithValues: answers)
        let json = ServerScript.status(
            200,
            headers: ["Content-Type": "application/json"],
            body: Array(try JSONEncoder().encode(Article.list))
        )
        let part = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        let server = try LoopbackServer { request in
            if let script = script[request.path] { return script }
            if request.path == "/json" { return json }
            guard let size = Int(request.path.dropFirst()), size.isMultiple(of: part.count) else { return .status(404) }
            return .send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
                .then(.send(part, times: size / part.count))
        }
        FileHandle.standardOutput.write(Data("\(server.port)\n".utf8))
        _ = FileHandle.standardInput.readDataToEndOfFile()
        server.stop()
    }
}
