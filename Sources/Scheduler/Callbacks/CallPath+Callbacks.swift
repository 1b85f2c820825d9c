extension CallPath {
    /// A task that runs a call and has its outcome told once.
    func callBack<Value: Sendable>(
        on target: CallbackTarget,
        _ completion: @escaping @Sendable (CallOutcome<Value>) -> Void,
        after body: @escaping @Sendable () async throws -> Value
    ) -> CallHandle {
        let task = environment.spawn(priority: Task.currentPriority.rawValue) {
            let outcome = await CallOutcome(of: body)
            target.deliver { completion(outcome) }
        }
        return CallHandle(task)
    }

    /// Two tasks, for a network call and a stored read that is linked to it: each outcome is told once.
    ///
    /// In the dependent modes a read is over when its call has succeeded: what it gave is told first, so that stored data
    /// never comes after fresh data.
    func callBack<R: Request, Other: Request>(
        on target: CallbackTarget,
        fetching request: R,
        key: RequestKey?,
        duplicates: DuplicatePolicy,
        linking read: StoredRead<Other>,
        stored: @escaping @Sendable (CallOutcome<Stored<Other.Response>>) -> Void,
        fetched: @escaping @Sendable (CallOutcome<R.Response>) -> Void
    ) -> CallHandle {
        let priority = Task.currentPriority.rawValue
        let reading = environment.spawn(priority: priority) {
            let outcome = await CallOutcome { try await read.value }
            await target.deliverInOrder { stored(outcome) }
        }
        let fetching = environment.spawn(priority: priority) {
            let outcome = await CallOutcome {
                try await fetch(request, key: key, duplicates: duplicates, linking: read)
            }
            if outcome.value != nil, read.link != .independent { await reading.value }
            target.deliver { fetched(outcome) }
        }
        return CallHandle(reading, fetching)
    }

    /// A task that iterates: each element is handled before the next is looked for, and all before the end.
    func callBack<R: Request>(
        on target: CallbackTarget,
        iterating call: ResponseStream<R>.Call,
        element handle: @escaping @Sendable (ResponseElement<R.Response>) -> Void,
        completion: @escaping @Sendable (CallOutcome<Void>) -> Void
    ) -> CallHandle {
        callBack(on: target, completion) {
            // Dropped at the end, it ends the interest.
            var elements = ResponseSequence(ResponseStream(call, path: self)).makeAsyncIterator()
            while let element = try await elements.next() {
                try Task.checkCancellation()
                await target.deliverInOrder { handle(element) }
            }
            try Task.checkCancellation()
        }
    }
}
