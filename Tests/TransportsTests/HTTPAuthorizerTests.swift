import Foundation
import LoopbackServer
import RequestScheduler
import RequestTransports
import TestSupport
import Testing

/// What an authorizer adds, and what becomes of a request while it is asked.
@Suite(.timeLimit(.minutes(3)))
struct HTTPAuthorizerTests {
    private struct Sample: HTTPAuthorizer {
        let answer: @Sendable (HTTPAuthorization) async throws -> HTTPHeaders
        func credentials(for request: HTTPAuthorization) async throws -> HTTPHeaders { try await answer(request) }
    }

    private struct Locked: Error {}

    private let engine = ManualEngine()
    private let clock = TestClock()

    private func transport(
        timeout: Duration? = nil,
        _ answer: @escaping @Sendable (HTTPAuthorization) async throws -> HTTPHeaders
    ) -> HTTPTransport {
        HTTPTransport(.init(timeout: timeout, authorizer: Sample(answer: answer)), engine: engine, clock: clock)
    }

    private func error(of answer: Answer) async throws -> HTTPTransportError {
        do {
            _ = try await answer.payload()
            throw Locked()
        } catch let error as HTTPTransportError {
            return error
        }
    }

    @Test func itsFieldsReplaceTheirLikeAndLeaveAllOthers() async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        defer { server.stop() }
        let configuration = HTTPTransport.Configuration(
            authorizer: Sample { request in
                #expect(request.method == .get)
                #expect(request.url == server.url("/x?y=1"))
                #expect(request.headers["Accept"] == "text/plain")
                return ["authorization": "Bearer right", "X-Key": "k"]
            }
        )
        let ask = Ask(server.url("/x?y=1"), headers: ["Accept": "text/plain", "Authorization": "Bearer wrong"])
        _ = try await HTTPTransport(configuration).response(for: ask)
        let received = try #require(server.record.requests(to: "/x").first)
        #expect(received["Authorization"] == "Bearer right")
        #expect(received["X-Key"] == "k")
        #expect(received["Accept"] == "text/plain")
    }

    @Test func nothingIsSentBeforeItHasAnswered() async throws {
        let gate = Gate()
        let asked = Gate()
        let answer = transport { _ in
            asked.open()
            await gate.pass()
            return ["X-Key": "k"]
        }.begin(Ask("http://a.example/"))
        await asked.pass()
        #expect(engine.begun.all.isEmpty)
        gate.open()
        await engine.started.reach(1)
        #expect(engine.begun.all.first?.exchange.headers["X-Key"] == "k")
        engine.begun.all.first?.receive(.ended(HTTPTransportError(.connectionLost)))
        #expect(try await error(of: answer).code == .connectionLost)
    }

    @Test func whatItThrowsIsTheAnswer() async throws {
        let thrown = try await error(of: transport { _ in throw Locked() }.begin(Ask("http://a.example/")))
        #expect(thrown.code == .notAuthorized)
        #expect(thrown.underlyingError is Locked)
        #expect(thrown.isUnprocessed)
        #expect(engine.begun.all.isEmpty)
    }

    @Test func fieldsThatCannotBeSentAreRefused() async throws {
        for fields in [HTTPHeaders([.init(name: "X-Key", value: "a\r\nb")]), ["Host": "b.example"]] {
            let thrown = try await error(of: transport { _ in fields }.begin(Ask("http://a.example/")))
            #expect(thrown.code == .notAuthorized)
        }
        #expect(engine.begun.all.isEmpty)
    }

    @Test func aCancelledRequestCallsItOff() async throws {
        let asked = Gate()
        let calledOff = Gate()
        let answer = transport { _ in
            asked.open()
            await withTaskCancellationHandler {
                await calledOff.pass()
            } onCancel: {
                calledOff.open()
            }
            return [:]
        }.begin(Ask("http://a.example/"))
        await asked.pass()
        answer.cancel()
        await calledOff.pass()
        #expect(engine.begun.all.isEmpty)
    }

    @Test func theTimeOfTheWholeRunsWhileItIsAsked() async throws {
        let calledOff = Gate()
        let answer = transport(timeout: .seconds(5)) { _ in
            await withTaskCancellationHandler {
                await calledOff.pass()
            } onCancel: {
                calledOff.open()
            }
            return [:]
        }.begin(Ask("http://a.example/"))
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        let thrown = try await error(of: answer)
        #expect(thrown.code == .timedOut)
        #expect(thrown.timeout == .total)
        #expect(thrown.isUnprocessed)
        await calledOff.pass()
        #expect(engine.begun.all.isEmpty)
    }

    @Test(arguments: HTTPEngineContractTests.Kind.allCases)
    func itsFieldsGoToNoOtherOrigin(kind: HTTPEngineContractTests.Kind) async throws {
        let other = try LoopbackServer { _ in .text("other") }
        defer { other.stop() }
        let server = try LoopbackServer { request in
            request.path == "/out" ? .redirect(302, to: other.url("/in")) : .redirect(302, to: "/out")
        }
        defer { server.stop() }
        let configuration = HTTPTransport.Configuration(authorizer: Sample { _ in ["X-Secret": "s"] })
        let transport = HTTPTransport(configuration, engine: kind.engine, clock: ContinuousClock())
        _ = try await transport.response(for: Ask(server.url("/start")))
        #expect(server.record.requests(to: "/out").first?["X-Secret"] == "s")
        #expect(other.record.requests(to: "/in").first?["X-Secret"] == nil)
        #expect(other.requestCount(for: "/in") == 1)
    }

    @Test func callersOfOneFlightAreAuthorizedOnce() async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        defer { server.stop() }
        let asked = Counter()
        let gate = Gate()
        let authorizer = Sample { _ in
            asked.increment()
            await gate.pass()
            return ["X-Key": "k"]
        }
        let coordinator = RequestCoordinator(transports: [HTTPTransport(.init(authorizer: authorizer))])
        struct Shared: HTTPRequest, Hashable {
            typealias Response = HTTPResponse
            let url: String
        }
        let request = Shared(url: server.url("/x"))
        async let one = coordinator.response(for: request, duplicates: .join)
        await asked.reach(1)
        async let other = coordinator.response(for: request, duplicates: .join)
        await coordinator.waitForCallers(2)
        gate.open()
        _ = try await (one, other)
        #expect(asked.value == 1)
        #expect(server.requestCount(for: "/x") == 1)
    }
}
