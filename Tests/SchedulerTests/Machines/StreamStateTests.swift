import TestSupport
import Testing

@testable import RequestScheduler

/// What a stream gives, by its link, by how the network came out and by what landed first.
@Suite(.timeLimit(.minutes(3)))
struct StreamStateTests {
    typealias State = StreamState<String, String>

    enum Network: CaseIterable {
        case success, failure, foreignCancellation, ownTask, cancelled, replaced, released, shutDown, duplicate

        var outcome: Result<String, any Error> {
            switch self {
            case .success: .success("fresh")
            case .failure: .failure(Failure())
            case .foreignCancellation: .failure(RequestError(.foreignCancellation))
            case .ownTask: .failure(CancellationError())
            case .cancelled: .failure(RequestError.decision(.cancelled))
            case .replaced: .failure(RequestError.decision(.replaced))
            case .released: .failure(RequestError.decision(.released))
            case .shutDown: .failure(RequestError.decision(.shutDown))
            case .duplicate: .failure(RequestError.decision(.duplicate))
            }
        }

        /// What its outcome is to a consumer.
        var element: String { if case .success(let value) = outcome { value } else { "error" } }

        /// Its row of the table.
        var row: String {
            switch self {
            case .success: "success"
            case .failure, .foreignCancellation: "failure"
            case .ownTask, .cancelled, .replaced, .released, .shutDown: "cancelled"
            case .duplicate: "duplicate"
            }
        }
    }

    /// What becomes of a read that has not landed when the network does; `nil`: it is still wanted.
    static let table: [String: [StoreLink: RequestError.Reason?]] = [
        "success": [
            .independent: nil, .dependSuccessResult: .linkedCallSucceeded, .dependFull: .linkedCallSucceeded,
        ],
        "failure": [.independent: nil, .dependSuccessResult: nil, .dependFull: nil],
        "cancelled": [.independent: nil, .dependSuccessResult: nil, .dependFull: .linkedCallCancelled],
        "duplicate": [.independent: nil, .dependSuccessResult: nil, .dependFull: .linkedCallDuplicate],
    ]

    static let links: [StoreLink] = [.independent, .dependSuccessResult, .dependFull]

    private static func text(_ next: State.Next) -> String {
        switch next {
        case .stored(let value), .fetched(let value): value
        case .progress: "progress"
        case .failed: "error"
        case .finished: "finished"
        case .wait: "wait"
        }
    }

    /// What can be had now: up to the first that gives no element.
    private static func elements(_ state: inout State) -> [String] {
        var elements: [String] = []
        while elements.count < 10 {
            elements.append(text(state.next()))
            if ["wait", "finished"].contains(elements.last) { break }
        }
        return elements
    }

    @Test(arguments: links, Network.allCases)
    func whenTheNetworkLandsFirstTheTableDecides(link: StoreLink, network: Network) throws {
        let expected = try #require(Self.table[network.row]?[link])
        for stored in ["stored", nil] {
            var state = State(link: link, readsStore: true)
            let reason = state.networkLanded(network.outcome)
            #expect(reason == expected)
            let early = network == .success ? ["fresh"] : []
            if reason == nil {
                #expect(Self.elements(&state) == early + ["wait"], "an error waits for what can still come")
                state.readLanded(stored)
                let late = [stored, network == .success ? nil : "error"].compactMap { $0 }
                #expect(Self.elements(&state) == late + ["finished"])
            } else {
                state.readLanded(stored)  // It landed all the same, too late.
                #expect(Self.elements(&state) == [network.element, "finished"])
            }
            #expect(Self.text(state.next()) == "finished")
        }
    }

    @Test(arguments: links, Network.allCases)
    func aReadThatLandsFirstIsGivenFirst(link: StoreLink, network: Network) {
        for stored in ["stored", nil] {
            for isConsumedBetween in [true, false] {
                var state = State(link: link, readsStore: true)
                #expect(Self.elements(&state) == ["wait"])
                state.readLanded(stored)
                var given = isConsumedBetween ? Self.elements(&state).filter { $0 != "wait" } : []
                #expect(state.networkLanded(network.outcome) == nil)
                given += Self.elements(&state)
                #expect(given == [stored, network.element].compactMap { $0 } + ["finished"])
            }
        }
    }

    @Test(arguments: links, Network.allCases)
    func withoutAReadTheNetworkAloneIsGiven(link: StoreLink, network: Network) {
        var state = State(link: link, readsStore: false)
        #expect(Self.elements(&state) == ["wait"])
        #expect(state.networkLanded(network.outcome) == nil)
        state.readLanded("stored")
        #expect(Self.elements(&state) == [network.element, "finished"])
    }

    @Test(arguments: links)
    func onlyAnIndependentReadComesAfterFreshData(link: StoreLink) {
        var state = State(link: link, readsStore: true)
        _ = state.networkLanded(.success("fresh"))
        state.readLanded("stored")
        let elements = Self.elements(&state)
        #expect(elements == (link == .independent ? ["fresh", "stored", "finished"] : ["fresh", "finished"]))
    }

    @Test func whatLandsASecondTimeIsNotGiven() {
        var state = State(link: .independent, readsStore: true)
        state.readLanded("stored")
        state.readLanded("stored again")
        #expect(state.networkLanded(.success("fresh")) == nil)
        #expect(state.networkLanded(.failure(Failure())) == nil)
        #expect(Self.elements(&state) == ["stored", "fresh", "finished"])
    }

    @Test func anErrorIsGivenOnce() {
        var state = State(link: .independent, readsStore: false)
        _ = state.networkLanded(.failure(Failure()))
        #expect(Self.elements(&state) == ["error", "finished"])
        #expect(Self.elements(&state) == ["finished"])
    }

    // MARK: Progress

    @Test func progressIsGivenOnceHoweverOftenItCame() {
        var state = State(link: .independent, readsStore: true)
        for _ in 0..<3 { state.progressed() }
        #expect(Self.elements(&state) == ["progress", "wait"])
        state.progressed()
        #expect(Self.elements(&state) == ["progress", "wait"])
    }

    @Test func whatLandedComesBeforeProgress() {
        var state = State(link: .independent, readsStore: true)
        state.progressed()
        state.readLanded("stored")
        #expect(Self.elements(&state) == ["stored", "progress", "wait"])
    }

    @Test(arguments: Network.allCases)
    func noProgressComesAfterTheNetworkHasLanded(network: Network) {
        var state = State(link: .independent, readsStore: true)
        state.progressed()
        _ = state.networkLanded(network.outcome)
        state.progressed()
        #expect(!Self.elements(&state).contains("progress"))
    }

    // MARK: The end

    @Test func aStoppedStreamGivesNothingWhateverLands() {
        for landsBefore in [true, false] {
            var state = State(link: .independent, readsStore: true)
            if !landsBefore { state.stop() }
            state.readLanded("stored")
            state.progressed()
            _ = state.networkLanded(.failure(Failure()))
            if landsBefore { state.stop() }
            #expect(Self.elements(&state) == ["finished"])
        }
    }
}
