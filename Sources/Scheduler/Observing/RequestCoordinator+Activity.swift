extension RequestCoordinator {
    /// How many flights of this coordinator are shown, from now on; see ``ActivityIndicator/counts``.
    public nonisolated var activity: ActivitySequence { environment.activity.counts }

    /// Has this coordinator's flights shown from now on, or not; those in flight too.
    ///
    /// ``Configuration/showsActivity`` is where it starts from.
    public nonisolated func setShowsActivity(_ showsActivity: Bool) {
        environment.activity.turn(on: showsActivity)
    }
}
