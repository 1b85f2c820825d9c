import RequestScheduler
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct RequestCoordinatorTests {
    let transport = HeldTransport()

    @Test func aCallGetsItsValue() async throws {
        let coordinator = RequestCoordinator(transports: [transport])
        async let value = coordinator.response(for: Get(1))
        await transport.started.reach(1)
        #expect(await coordinator.contains(Get(1)))
        transport.succeed(0, 7)
        #expect(try await value == 7)
        #expect(await coordinator.contains(Get(1)) == false)
        #expect(await coordinator.isIdle())
    }

    @Test func joinedCallsShareOneFlight() async throws {
        let coordinator = RequestCoordinator(transports: [transport])
        let calls = (0..<10).map { _ in Task { try await coordinator.response(for: Get(1), duplicates: .join) } }
        await coordinator.waitForCallers(10)
        transport.succeed(0, 7)
        for call in calls { #expect(try await call.value == 7) }
        #expect(transport.requests.count == 1)
    }
}
