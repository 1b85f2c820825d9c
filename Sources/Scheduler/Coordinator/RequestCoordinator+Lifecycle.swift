extension RequestCoordinator {
    /// Ends everything in flight with ``RequestError/Reason/shutDown`` and takes no calls any more.
    ///
    /// Returns when callers are settled and writes that a store had claimed have ended. Whoever waits for a removal waits no
    /// longer; the removal itself goes on. ``events`` and ``activity`` end then. Any number of calls do the same; cancelling
    /// the calling task ends its wait, not the shutdown. Transports and stores are left as they are: others may share them.
    @concurrent
    public nonisolated func shutDown() async {
        await close().resume()
        environment.removals.close(because: .shutDown)
        guard await quiesce() else { return }
        environment.events.close()
        environment.activity.close()
    }

    /// What happens from now on, for one observer; ask again for another one.
    ///
    /// Observing never slows a request.
    public nonisolated var events: EventSequence {
        EventSequence(environment.events.observe())
    }
}
