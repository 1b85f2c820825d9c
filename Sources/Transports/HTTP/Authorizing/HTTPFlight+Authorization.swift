import RequestScheduler

extension HTTPFlight {
    /// Begins the first exchange once the authorizer has answered; the time of the whole runs meanwhile.
    func begin(_ exchange: HTTPExchange, authorizedBy authorizer: any HTTPAuthorizer) {
        let request = HTTPAuthorization(method: exchange.method, url: exchange.target.text, headers: exchange.headers)
        let task = Task.detached { [self] in
            do {
                let fields = try await authorizer.credentials(for: request)
                try fields.validate()
                begin(authorizedWith: fields)
            } catch {
                fail(HTTPTransportError(.notAuthorized, underlyingError: error))
            }
        }
        let (isWanted, deadline) = state.withLock { state in
            // It may have begun, or ended, already.
            guard state.isLive else { return (false, nil as Duration?) }
            guard !state.isAuthorized else { return (true, nil) }
            state.authorization = task
            return (true, state.deadlines.next?.time)
        }
        if let deadline { look(at: deadline) }
        if !isWanted { task.cancel() }
    }

    private func begin(authorizedWith fields: HTTPHeaders) {
        let exchange = state.withLock { state in
            state.authorization = nil
            state.isAuthorized = true
            return state.machine.authorize(with: fields)
        }
        begin(exchange)
    }
}
