import Dispatch
import Foundation
import RequestScheduler
import RequestStores
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

#if os(macOS) || os(Linux)
    /// A process that is killed while it writes.
    @Suite(.timeLimit(.minutes(3)), .serialized)
    struct FileStoreKillTests {
        private static let key = StoreKey.named("large")
        private static let size = 1_000_000

        @Test(
            .bug("https://github.com/kean/Nuke/pull/937", "a crash during a write leaves half a file"),
            arguments: 0..<20
        )
        func aKilledWriterLeavesAWholeOldOrNewValue(round: Int) async throws {
            let files = try StoreFiles()
            let path = files.path
            let store = try await FileStore(path: path, order: FenceOrder())
            // The moment of the end is what the test varies, so that it falls into every part of a write.
            let microseconds = 500 + round * 1_700
            let before = StoredContent.raw(Data(repeating: 255, count: Self.size))
            _ = try await store.write(before, for: Self.key, savedAt: Date(), under: WritePermit())
            let reading = Task {
                while !Task.isCancelled { try await Self.expectWholeValue(in: store) }
            }
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, microseconds = microseconds as Int] in
                try await Self.writeUntilKilled(path, after: microseconds)
            }
            reading.cancel()
            try await reading.value
            try await Self.expectWholeValue(in: store)
            #expect(try files.entries().count == 1)
            // The lock went with the process, and so do its stray files now.
            let next = try await FileStore(path: path, order: FenceOrder())
            #expect(try files.names().allSatisfy { $0.hasSuffix(".entry") })
            let outcome = try await next.write(.raw(Data()), for: Self.key, savedAt: Date(), under: WritePermit())
            #expect(outcome == .written)
        }

        /// The system refuses the rest of a write at the very byte where a file becomes too large.
        @Test(arguments: [0, 50, 5_000, 999_999])
        func aWriteThatTheSystemRefusesIsATypedErrorAndLeavesTheOldValue(limit: Int) async throws {
            let files = try StoreFiles()
            let path = files.path
            let store = try await FileStore(path: path, order: FenceOrder())
            let before = StoredContent.raw(Data(repeating: 255, count: Self.size))
            _ = try await store.write(before, for: Self.key, savedAt: Date(), under: WritePermit())
            await #expect(processExitsWith: .success) { [path = path as String, limit = limit as Int] in
                let error = await #expect(throws: FileStoreError.self) {
                    try await Self.write(to: path, limit: limit)
                }
                #expect(error?.reason == .tooBig)
            }
            #expect(try files.names().count == 1)
            try await Self.expectWholeValue(in: store)
        }

        /// Writes a value although no file may be larger than `limit`, in a process of its own.
        private static func write(to path: String, limit: Int) async throws {
            let store = try await FileStore(path: path, order: .process)
            signal(SIGXFSZ, SIG_IGN)
            var limits = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit))
            #if canImport(Glibc)
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits)
            #else
                setrlimit(RLIMIT_FSIZE, &limits)
            #endif
            _ = try await store.write(.raw(Data(count: size)), for: key, savedAt: Date(), under: WritePermit())
        }

        /// There is a value, and it consists of one byte throughout.
        private static func expectWholeValue(in store: FileStore) async throws {
            guard case .raw(let data) = try await store.entry(for: key)?.content else {
                Issue.record("the value is gone")
                return
            }
            let byte = try #require(data.first)
            #expect(data == Data(repeating: byte, count: size))
        }

        private static func writeUntilKilled(_ path: String, after microseconds: Int) async throws {
            let store = try await FileStore(path: path, order: .process)
            DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(microseconds)) {
                kill(getpid(), SIGKILL)
            }
            for index in 0... {
                let data = Data(repeating: UInt8(index % 256), count: size)
                _ = try await store.write(.raw(data), for: key, savedAt: Date(), under: WritePermit())
            }
        }
    }
#endif
