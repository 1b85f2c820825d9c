#if CURL_ENGINE && os(Linux)
    import Foundation
    import LoopbackServer
    import RequestScheduler
    import RequestTransports
    import Testing

    /// What a large form costs in memory: measured in a process of its own, for other tests need some, too.
    ///
    /// A gibibyte; `UPLOAD_MEBIBYTES=64` sends less.
    @Suite(.timeLimit(.minutes(10)))
    struct UploadMemoryTests {
        @Test func aLargeFormIsNeverInMemory() async throws {
            let result = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
                try await Measurement().run()
            }
            let figure = String(decoding: result.standardOutputContent, as: UTF8.self)
                .split(separator: "\n").last { $0.contains("MiB") }
            print(try #require(figure))
        }
    }

    private struct Measurement {
        private static let limit = 16 << 20

        private let mebibytes = ProcessInfo.processInfo.environment["UPLOAD_MEBIBYTES"].flatMap { Int($0) } ?? 1024

        func run() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "uploads-" + UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }  // It is in the temporary folder anyway.
            let file = folder.appending(path: "file")
            let check = Lock(BodyCheck(mebibytes))
            try BodyCheck.write(mebibytes, to: file)
            let server = try LoopbackServer(answeringHeads: { request in
                request.path == "/"
                    ? .drainBody { piece in check.withLock { $0.take(piece) } }.then(.text("done")) : nil
            }) { _ in .text("ready") }
            defer { server.stop() }
            let transport = HTTPTransport(.init(engine: .curl))
            // Whatever is made once is there before it is measured.
            let small = MultipartForm([.field("title", "small")])
            _ = try await transport.response(for: Ask(server.url("/warm"), method: .post, body: .multipart(small)))
            let before = try residentBytes()
            check.withLock { $0.peak = before }

            let form = MultipartForm(
                [.field("title", "large"), .file("file", at: file), .field("end", "")],
                boundary: "the-boundary"
            )
            let begin = ContinuousClock.now
            let answer = transport.begin(Ask(server.url("/"), method: .post, body: .multipart(form)))
            let response = try await answer.payload() as? HTTPResponse
            let time = begin.duration(to: .now)
            let growth = check.withLock { $0.peak - before }
            let count = check.withLock { $0.count }
            print(
                "A form of \(mebibytes) MiB from disk: \(growth >> 10) KiB more resident memory at most, \(time)"
            )
            try require(response?.status == 200, "no answer")
            try require(check.withLock { $0.isRight }, "other bytes")
            try require(count > mebibytes << 20, "too few bytes")
            try require(answer.progress.last { $0.received == 0 }?.sent == Int64(count), "progress")
            try require(growth <= Self.limit, "too much memory")
        }

        private func require(_ isTrue: Bool, _ text: String) throws {
            struct Failure: Error { let text: String }
            if !isTrue { throw Failure(text: text) }
        }
    }

    /// Compares a body with what was written to disk, while it goes by, and looks at the memory.
    private struct BodyCheck {
        private static let block = Data((0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8) ^ ($0 >> 16)) })

        private let fileSize: Int
        private var head: Int?
        private(set) var count = 0
        private(set) var isRight = true
        var peak = 0

        init(_ mebibytes: Int) {
            fileSize = mebibytes << 20
        }

        static func write(_ mebibytes: Int, to file: URL) throws {
            try Data().write(to: file)
            let handle = try FileHandle(forWritingTo: file)
            for _ in 0..<mebibytes { try handle.write(contentsOf: block) }
            try handle.close()
        }

        mutating func take(_ piece: [UInt8]) {
            if head == nil {
                // The file begins behind the second empty line.
                let text = String(decoding: piece.prefix(1000), as: Unicode.ASCII.self)
                let ends = text.ranges(of: "\r\n\r\n")
                head = ends.count > 1 ? text.utf8.distance(from: text.startIndex, to: ends[1].upperBound) : nil
            }
            compare(piece)
            count += piece.count
            peak = max(peak, (try? residentBytes()) ?? .max)
        }

        private mutating func compare(_ piece: [UInt8]) {
            guard let head else { return isRight = false }
            var index = max(0, head - count)
            while index < piece.count {
                let offset = count + index - head
                guard offset < fileSize else { return }
                let start = offset % Self.block.count
                let size = min(piece.count - index, Self.block.count - start, fileSize - offset)
                let isSame = piece.withUnsafeBytes { bytes in
                    Self.block.withUnsafeBytes { block in
                        guard let one = bytes.baseAddress, let other = block.baseAddress else { return false }
                        return memcmp(one + index, other + start, size) == 0
                    }
                }
                if !isSame { isRight = false }
                index += size
            }
        }
    }

    /// How much of this process is in memory, in bytes.
    private func residentBytes() throws -> Int {
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        guard pages.count > 1, let resident = Int(pages[1]) else { throw CocoaError(.fileReadCorruptFile) }
        return resident * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
#endif
