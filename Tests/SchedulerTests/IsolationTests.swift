import Dispatch
import RequestScheduler
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where user code ran: whether it was the main actor, whose executor is the main queue.
private final class Places: Sendable {
    private static let key = DispatchSpecificKey<Bool>()

    let names = Log<String>()
    let onMain = Log<String>()

    init() { DispatchQueue.main.setSpecific(key: Places.key, value: true) }

    static var isMain: Bool { DispatchQueue.getSpecific(key: key) == true }

    func note(_ name: String) {
        names.append(name)
        if Places.isMain { onMain.append(name) }
    }
}

/// A request that tells where its requirements are called.
private struct Watched: Request, Hashable {
    typealias Response = Int
    let places: Places

    var storage: StoragePlan<Int>? {
        places.note("storage")
        return .value(
            encode: { value in
                places.note("encode")
                return Data("\(value)".utf8)
            },
            decode: { data in
                places.note("decode stored")
                return Int(String(decoding: data, as: UTF8.self)) ?? -1
            }
        )(namespace: "watched", identifier: "1")
    }

    var isSafe: Bool {
        places.note("isSafe")
        return true
    }

    static func == (one: Watched, other: Watched) -> Bool {
        one.places.note("==")
        return true
    }

    func hash(into hasher: inout Hasher) { places.note("hash") }
}

@Suite(.timeLimit(.minutes(3)))
struct IsolationTests {
    @Test @MainActor func nothingOfACallRunsOnTheCallersActor() async throws {
        let places = Places()
        #expect(Places.isMain)
        let transport = HeldTransport(
            supporting: { _ in
                places.note("supports")
                return true
            },
            starting: { index, channel in
                places.note("start")
                channel.finish(.success(index))
            },
            decoding: { payload, _ in
                places.note("decode")
                return payload
            }
        )
        let coordinator = RequestCoordinator(transports: [transport], stores: [StubStore()])
        let request = Watched(places: places)
        #expect(try await coordinator.response(for: request, duplicates: .join) == 0)
        #expect(try await coordinator.response(for: request, policy: .storeElseNetwork) == 0)
        #expect(try await coordinator.response(for: request, duplicates: .exclude, policy: .networkElseStore) == 1)
        for try await _ in coordinator.responses(for: request, duplicates: .replace, link: .independent) {}
        _ = await coordinator.contains(request)
        _ = await coordinator.cancel(request)
        #expect(places.onMain.all == [])
        #expect(
            Set(places.names.all).isSuperset(
                of: ["supports", "start", "decode", "encode", "decode stored", "storage", "hash", "isSafe"])
        )
    }

    @Test @MainActor func aSlowDecoderDoesNotHoldTheMainActor() async throws {
        let decoding = Counter()
        let semaphore = DispatchSemaphore(value: 0)
        let transport = HeldTransport(
            starting: { index, channel in channel.finish(.success(index)) },
            decoding: { payload, _ in
                decoding.increment()
                semaphore.wait()
                return payload
            }
        )
        let coordinator = RequestCoordinator(transports: [transport])
        async let value = coordinator.response(for: Get(1))
        await decoding.reach(1)
        // Back on the main actor while the decoder is still at work.
        #expect(Places.isMain || decoding.value == 1)
        semaphore.signal()
        #expect(try await value == 0)
    }

    @Test func aTransportsExecutorsAreUsed() async throws {
        let (sending, decoding) = (HeldExecutor(), HeldExecutor())
        let (started, decoded) = (Log<Bool>(), Log<Bool>())
        let transport = HeldTransport(
            sendExecutor: sending,
            decodingExecutor: decoding,
            starting: { _, _ in started.append(sending.isCurrent) },
            decoding: { payload, _ in
                decoded.append(decoding.isCurrent)
                return payload
            }
        )
        let coordinator = RequestCoordinator(transports: [transport])
        let call = Task { try await coordinator.response(for: Get(1), duplicates: .join) }
        let stream = Task { for try await _ in coordinator.responses(for: Get(2)) {} }
        await transport.started.reach(2)
        let unattended = Task { try await coordinator.response(for: Get(3, abandonment: .finish)) }
        await transport.started.reach(3)
        unattended.cancel()
        _ = await unattended.result
        for index in 0..<3 { transport.succeed(index, index) }
        _ = try await (call.value, stream.value)
        await coordinator.waitUntilIdle()
        #expect(started.all == [true, true, true])
        #expect(decoded.all == [true, true, true])
    }

    @Test func rawEntriesAreDecodedOnTheExecutorOfWhoRestoresThem() async throws {
        let executor = HeldExecutor()
        let transport = HeldTransport(
            decodingExecutor: executor,
            decoding: { payload, origin in
                #expect(executor.isCurrent)
                return try HeldTransport.integer(payload, origin)
            }
        )
        let store = StubStore()
        let request = Kept(1, form: .raw)
        await store.put(.raw(Data("5".utf8)), for: request.key, savedAt: Date())
        let coordinator = RequestCoordinator(transports: [transport], stores: [store])
        #expect(try await coordinator.storedResponse(for: request).value == 5)
    }
}
