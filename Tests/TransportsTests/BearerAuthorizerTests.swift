import RequestScheduler
import RequestTransports
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct BearerAuthorizerTests {
    private struct Locked: Error {}

    private let request = HTTPAuthorization(url: "https://api.example.com/x")

    @Test func theTokenGoesIntoItsField() async throws {
        let headers = try await BearerAuthorizer { "abc.def-1" }.credentials(for: request)
        #expect(headers == ["Authorization": "Bearer abc.def-1"])
    }

    @Test(arguments: ["eyJh.eyJz.c2ln_-", "a+/b==", "17|Zk3", "user:key", "~"])
    func tokensOfAnyServerAreTaken(token: String) async throws {
        #expect(try await BearerAuthorizer { token }.credentials(for: request) == ["Authorization": "Bearer \(token)"])
    }

    @Test(arguments: [
        ("https://api.example.com/x", true), ("https://API.example.com/x", true), ("https://api.example.com", true),
        ("https://api.example.com?x", true), ("https://api.example.com.evil.example/x", false),
        ("http://api.example.com/x", false), ("https://api.example.com:8443/x", false), ("https://example.com/", false),
        ("https://evil.example/?https://api.example.com/", false), ("https://api.example.com@evil.example/", false),
    ])
    func onlyItsOriginsGetIt(url: String, isMeant: Bool) async throws {
        let authorizer = BearerAuthorizer(origins: ["https://api.example.com/"]) { "t" }
        #expect(try await authorizer.credentials(for: .init(url: url)).fields.isEmpty != isMeant)
    }

    /// However the origin is written, and whatever stands behind it, as in a base URL.
    @Test(arguments: [
        ("https://api.example.com/v1", "https://api.example.com/other", true),
        ("https://api.example.com:443", "https://api.example.com/x", true),
        ("https://api.example.com", "https://api.example.com:443/x", true),
        ("http://a.example:80/v1?x#y", "HTTP://A.example/x", true), ("http://[::1]:8080", "http://[::1]:8080/", true),
        ("http://a.example:443", "http://a.example/", false), ("https://a.example:80", "https://a.example/", false),
        ("http://[::1]:8080", "http://[::1]/", false), ("a.example", "http://a.example/", false),
        ("http://a.example:8080", "http://a.example:80/", false), ("", "http://a.example/", false),
    ])
    func originsAreComparedAsSuch(origin: String, url: String, isMeant: Bool) async throws {
        let authorizer = BearerAuthorizer(origins: [origin]) { "t" }
        #expect(try await authorizer.credentials(for: .init(url: url)).fields.isEmpty != isMeant)
    }

    @Test(arguments: [
        "", " ", "a b", "a\r\nX: y", "a\u{0}", "ä", "a\n", "<html>Unauthorized</html>", #"{"access_token":"t"}"#,
        #""t""#,
    ])
    func whatCannotBeATokenIsNone(token: String) async {
        await #expect(throws: BearerAuthorizer.InvalidToken.self) {
            try await BearerAuthorizer { token }.credentials(for: request)
        }
    }

    @Test func requestsThatWaitShareOneToken() async throws {
        let fetches = Counter()
        let gate = Gate()
        let authorizer = BearerAuthorizer {
            fetches.increment()
            await gate.pass()
            return "t\(fetches.value)"
        }
        let first = Task { try await authorizer.credentials(for: request) }
        await fetches.reach(1)
        let others = (0..<10).map { _ in Task { try await authorizer.credentials(for: request) } }
        await authorizer.waitForWaiters(11)
        gate.open()
        for task in [first] + others { #expect(try await task.value == ["Authorization": "Bearer t1"]) }
        #expect(try await authorizer.credentials(for: request) == ["Authorization": "Bearer t2"])
    }

    @Test func anErrorOfTheSourceIsEverybodys() async throws {
        let authorizer = BearerAuthorizer { throw Locked() }
        for _ in 0..<2 {
            await #expect(throws: Locked.self) { try await authorizer.credentials(for: request) }
        }
    }

    @Test func theLastToLeaveCallsTheSourceOff() async throws {
        let fetches = Counter()
        let calledOff = Counter()
        let authorizer = BearerAuthorizer {
            fetches.increment()
            guard fetches.value == 1 else { return "second" }
            let gate = Gate()
            await withTaskCancellationHandler {
                await gate.pass()
            } onCancel: {
                gate.open()
            }
            calledOff.increment()
            return "late"
        }
        let one = Task { try await authorizer.credentials(for: request) }
        let other = Task { try await authorizer.credentials(for: request) }
        await authorizer.waitForWaiters(2)
        one.cancel()
        await #expect(throws: CancellationError.self) { try await one.value }
        #expect(calledOff.value == 0)
        other.cancel()
        await #expect(throws: CancellationError.self) { try await other.value }
        await calledOff.reach(1)
        #expect(try await authorizer.credentials(for: request) == ["Authorization": "Bearer second"])
    }
}

extension BearerAuthorizer {
    fileprivate nonisolated func waitForWaiters(_ count: Int) async {
        while await waiterCount != count { await Task.yield() }
    }
}
