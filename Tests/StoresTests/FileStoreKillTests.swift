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
    @Suite(.timeLimit(.minutes(1)), .serialized)
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
            let reading = Task {
                var (values, seen) = (Set<UInt8>(), 0)
                while !Task.isCancelled {
                    guard let data = try await Self.value(in: store) else { continue }
                    (_, seen) = (values.insert(data), seen + 1)
                }
                return seen
            }
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, microseconds = microseconds as Int] in
                try await Self.writeUntilKilled(path, after: microseconds)
            }
            reading.cancel()
            _ = try await reading.value
            _ = try await Self.value(in: store)
            #expect(try files.names().filter { $0.hasSuffix(".entry") }.count <= 1)
            // The lock went with the process, and so do its stray files now.
            let next = try await FileStore(path: path, order: FenceOrder())
            #expect(try files.names().allSatisfy { $0.hasSuffix(".entry") })
            let outcome = try await next.write(.raw(Data()), for: Self.key, savedAt: Date(), under: WritePermit())
            #expect(outcome == .written)
        }

        /// The byte that the stored value consists of throughout; `nil` where there is no value.
        private static func value(in store: FileStore) async throws -> UInt8? {
            guard case .raw(let data) = try await store.entry(for: key)?.content else { return nil }
            let byte = try #require(data.first)
            #expect(data == Data(repeating: byte, count: size))
            return byte
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
