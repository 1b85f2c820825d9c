import RequestTransports

/// How one exchange with a hostile server ends: what is expected of it, and what came of it.
struct HostileOutcome: Sendable, Equatable {
    enum End: Sendable, Equatable {
        /// An answer of this status, accepted or not.
        case answer(Int)
        case failure(HTTPTransportError.Code, timeout: HTTPTransportError.Timeout?, allowsRetry: Bool)
        /// The engine ends the process.
        case death
    }

    var end: End

    /// How many bytes of body the engine delivered until it was told to stop, redirecting answers included.
    var bodyBytes: Int

    /// How many requests reached the server.
    var requests: Int

    static func answer(_ status: Int, _ bodyBytes: Int = 0, requests: Int = 1) -> Self {
        Self(end: .answer(status), bodyBytes: bodyBytes, requests: requests)
    }

    static func failure(
        _ code: HTTPTransportError.Code,
        _ bodyBytes: Int = 0,
        timeout: HTTPTransportError.Timeout? = nil,
        allowsRetry: Bool,
        requests: Int = 1
    ) -> Self {
        let end = End.failure(code, timeout: timeout, allowsRetry: allowsRetry)
        return Self(end: end, bodyBytes: bodyBytes, requests: requests)
    }

    /// The connection was lost before the head was whole.
    static let lost = failure(.connectionLost, allowsRetry: true)

    /// The connection was lost after so many bytes of the body.
    static func incomplete(_ bodyBytes: Int) -> Self { failure(.incompleteBody, bodyBytes, allowsRetry: true) }

    /// What came is not HTTP, so it would come again.
    static func malformed(_ bodyBytes: Int = 0) -> Self { failure(.malformedResponse, bodyBytes, allowsRetry: false) }

    static let death = Self(end: .death, bodyBytes: 0, requests: 1)

    /// What of an outcome is not as expected here, part by part.
    func differences(from actual: HostileOutcome) -> [String] {
        var differences: [String] = []
        func compare<Part: Equatable>(_ name: String, _ expected: Part, _ actual: Part) {
            if expected != actual { differences.append("\(name): expected \(expected), got \(actual)") }
        }
        switch (end, actual.end) {
        case (.answer(let expected), .answer(let actual)): compare("status", expected, actual)
        case (.failure(let code, let timeout, let allowsRetry), .failure(let other, let otherTimeout, let otherAllows)):
            compare("code", code, other)
            compare("timeout", timeout, otherTimeout)
            compare("allows retry", allowsRetry, otherAllows)
        case (.death, _): differences.append("the process was to end, and it went on")
        default: compare("end", end, actual.end)
        }
        compare("bytes of body", bodyBytes, actual.bodyBytes)
        compare("requests", requests, actual.requests)
        return differences
    }

    /// This outcome with one part changed, in each way there is.
    var flips: [HostileOutcome] {
        var flips: [HostileOutcome] = []
        func flip(_ change: (inout HostileOutcome) -> Void) {
            var flipped = self
            change(&flipped)
            flips.append(flipped)
        }
        flip { $0.bodyBytes += 1 }
        flip { $0.requests += 1 }
        switch end {
        case .answer(let status):
            flip { $0.end = .answer(status + 1) }
            flip { $0.end = .failure(.unknown, timeout: nil, allowsRetry: false) }
        case .failure(let code, let timeout, let allowsRetry):
            flip { $0.end = .failure(.unknown, timeout: timeout, allowsRetry: allowsRetry) }
            flip { $0.end = .failure(code, timeout: timeout == nil ? .idle : nil, allowsRetry: allowsRetry) }
            flip { $0.end = .failure(code, timeout: timeout, allowsRetry: !allowsRetry) }
            flip { $0.end = .answer(200) }
        case .death: flip { $0.end = .answer(200) }
        }
        return flips
    }
}

/// What is to come of one behaviour, engine by engine.
struct HostileExpectations: Sendable {
    let curl: HostileOutcome
    /// That of the open-source Foundation; Apple's is another, and nothing is claimed of it.
    let urlSession: HostileOutcome

    init(curl: HostileOutcome, urlSession: HostileOutcome) {
        self.curl = curl
        self.urlSession = urlSession
    }

    /// Both the same.
    init(_ outcome: HostileOutcome) {
        self.init(curl: outcome, urlSession: outcome)
    }

    /// `URLSession` ends the process up to 6.3 of the toolchain, and does something else from 6.4 on.
    init(_ curl: HostileOutcome, deadlyUntil64 later: HostileOutcome) {
        #if swift(>=6.4)
            self.init(curl: curl, urlSession: later)
        #else
            self.init(curl: curl, urlSession: .death)
        #endif
    }

    subscript(kind: HTTPEngineContractTests.Kind) -> HostileOutcome {
        switch kind {
        #if CURL_ENGINE
            case .curl: curl
        #endif
        case .urlSession: urlSession
        }
    }
}
