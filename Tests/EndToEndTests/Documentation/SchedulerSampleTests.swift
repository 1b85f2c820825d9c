import Foundation
import RequestScheduler
import RequestStores
import RequestTransports
import TestSupport
import Testing

/// The samples of the scheduler's articles, as they stand there.
@Suite(.timeLimit(.minutes(3)))
struct SchedulerSampleTests {
    let transport = usersTransport(behind: openGate())

    private func coordinator(behind gate: Gate) -> RequestCoordinator {
        RequestCoordinator(transports: [usersTransport(behind: gate)], stores: [MemoryStore()])
    }

    @Test func theFirstCall() async throws {
        let coordinator = RequestCoordinator(transports: [transport], stores: [MemoryStore()])
        let user = try await coordinator.response(for: GetUser(id: 7), duplicates: .join)
        #expect(user.name == "Ada")
    }

    @Test func sharing() async throws {
        let coordinator = coordinator(behind: openGate())
        let calls = (0..<10).map { _ in
            Task { try await coordinator.response(for: GetUser(id: 7), duplicates: .join) }
        }
        for call in calls { #expect(try await call.value.name == "Ada") }
    }

    @Test func replacingByKey() async throws {
        let gate = Gate()
        let coordinator = coordinator(behind: gate)
        let opening = Task {
            await coordinator.waitForCallers(1)
            gate.open()
        }
        let first = Task { try await coordinator.response(for: GetUser(id: 1), key: "profile") }
        await coordinator.waitForCallers(1)
        let second = try await coordinator.response(for: GetUser(id: 2), key: "profile", duplicates: .replace)
        #expect(second.id == 2)
        // The gate may have been opened before the second call came.
        if case .failure(let error) = await first.result { #expect(RequestError.Reason.replaced ~= error) }
        await opening.value
    }

    @Test func lingering() async throws {
        struct Prefetch: Request, Hashable {
            typealias Response = Int
            var abandonment: AbandonPolicy { .linger(.seconds(30)) }
        }
        #expect(Prefetch().abandonment == .linger(.seconds(30)))
    }

    @Test func cancellingByType() async throws {
        let gate = Gate()
        let coordinator = coordinator(behind: gate)
        let call = Task { try await coordinator.response(for: GetUser(id: 7)) }
        await coordinator.waitForCallers(1)
        let ended = await coordinator.cancel(type: GetUser.self)
        #expect(ended == 1)
        #expect(await coordinator.contains(type: GetUser.self) == false)
        await #expect { try await call.value } throws: { RequestError.Reason.cancelled ~= $0 }
        gate.open()
    }

    @Test func tellingEndsApart() async throws {
        let coordinator = coordinator(behind: openGate())
        do {
            _ = try await coordinator.response(for: GetUser(id: 7))
        } catch RequestError.Reason.cancelled {
            print("somebody cancelled the flight")
        } catch RequestError.Reason.replaced {
            print("a later call took its place")
        } catch is CancellationError {
            print("this task was cancelled")
        }
    }

    @Test func storedThenFetched() async throws {
        let coordinator = coordinator(behind: openGate())
        for try await element in coordinator.responses(for: GetUser(id: 7)) {
            switch element {
            case .stored(let stored): print("\(stored.value.name), saved \(stored.savedAt)")
            case .fetched(let user): print("\(user.name), fresh")
            case .progress: break
            }
        }
    }

    @Test func linkingTwoRequests() async throws {
        let users = RequestMockTransport { (_: GetUsers) in [User(id: 7, name: "Grace")] }
        let coordinator = RequestCoordinator(transports: [users, transport], stores: [MemoryStore()])
        _ = try await coordinator.response(for: GetUser(id: 7))
        let read = coordinator.storedRead(of: GetUser(id: 7), link: .dependFull)
        async let stored = read.value
        let fresh = try await coordinator.response(for: GetUsers(), linking: read)
        #expect(fresh.map(\.name) == ["Grace"])
        do {
            #expect(try await stored.value.name == "Ada")
        } catch {
            #expect(RequestError.Reason.linkedCallSucceeded ~= error)
        }
    }

    @Test func oneValueFromEither() async throws {
        let coordinator = coordinator(behind: openGate())
        let recent = FetchPolicy.storeElseNetwork(maximumAge: .seconds(3600))
        let user = try await coordinator.response(for: GetUser(id: 7), policy: recent)
        #expect(user.name == "Ada")
    }

    @Test func storing() async throws {
        enum Kept: String { case user, catalogue }

        struct GetProfile: Request, Hashable {
            typealias Response = Profile
            let account: String

            var storage: StoragePlan<Profile>? {
                .value(scope: account, namespace: "profile", identifier: "own", dataClass: DataClass(Kept.user))
            }
        }

        let mock = RequestMockTransport { (request: GetProfile) in Profile(name: request.account) }
        let coordinator = RequestCoordinator(transports: [mock], stores: [MemoryStore()])
        _ = try await coordinator.response(for: GetProfile(account: "ada"))
        #expect(try await coordinator.storedResponse(for: GetProfile(account: "ada")).value.name == "ada")
        try await coordinator.removeStored(of: DataClass(Kept.user))
    }

    @Test func theFence() async throws {
        let gate = Gate()
        let coordinator = coordinator(behind: gate)
        let slow = Task { try await coordinator.response(for: GetUser(id: 7)) }
        await coordinator.waitForCallers(1)
        try await coordinator.removeAllStored()
        gate.open()
        _ = try await slow.value
        await #expect { try await coordinator.storedResponse(for: GetUser(id: 7)) } throws: {
            RequestError.Reason.notStored ~= $0
        }
    }

    @Test func injectingTime() async throws {
        var configuration = RequestCoordinator.Configuration()
        let day = Date(timeIntervalSince1970: 1_000_000)
        configuration.now = { day }
        let coordinator = RequestCoordinator(
            transports: [transport],
            stores: [MemoryStore()],
            configuration: configuration
        )
        _ = try await coordinator.response(for: GetUser(id: 7))
        #expect(try await coordinator.storedResponse(for: GetUser(id: 7)).savedAt == day)
    }

    @Test func lookingOn() async throws {
        let coordinator = coordinator(behind: openGate())
        let events = coordinator.events
        _ = try await coordinator.response(for: GetUser(id: 7))
        for await event in events {
            if case .ended(_, let ending) = event {
                #expect(ending == .succeeded)
                break
            }
        }
    }
}
