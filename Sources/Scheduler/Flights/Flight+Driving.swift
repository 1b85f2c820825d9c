/// Who has the baton decodes and ends; the others wait.
extension Flight {
    /// Decodes and commits or ends.
    ///
    /// Whoever calls it has the baton.
    ///
    /// A caller whose own task was cancelled meanwhile has left when this returns. If it could not decode either, somebody
    /// else drives.
    @inline(never)
    func drive(as token: Token? = nil) async {
        guard let answer = content else { return }
        await complete(with: await decodeInPlace(answer), of: answer, as: token)?.resume()
    }

    /// As ``drive(as:)`` for a flight that decodes anywhere.
    ///
    /// - Returns: Who is to be told of the end, if anyone is.
    // Not inlined: what it works with would have its place in the frame of every call that waits.
    @inline(never)
    func driveInPlace(as token: Token) -> Settlement? {
        guard let answer = content else { return nil }
        return complete(with: decode(answer), of: answer, as: token)
    }

    private func complete(with outcome: Outcome, of answer: Answer, as token: Token?) -> Settlement? {
        if let token, Task.isCancelled {
            if case .failure = outcome {
                // The failure may be no more than the cancellation of this task, which concerns nobody else.
                handOver(decide(.giveBack) { $0.giveBack(token) })
                return nil
            }
            leave(token)
        }
        if beginCommit(outcome, of: answer) { return nil }
        return end(outcome)
    }

    /// A caller leaves; if the baton was left for it, somebody else gets it.
    func leave(_ token: Token) {
        let leaving = decide(.leave) { $0.leave(token) }
        leaving.waiter?.resume(.left)
        handOver(leaving.handover)
    }

    func decodeInPlace(_ answer: Answer) async -> Outcome {
        guard let executor = decodingExecutor else { return decode(answer) }
        return await withTaskExecutorPreference(executor) { decode(answer) }
    }
}
