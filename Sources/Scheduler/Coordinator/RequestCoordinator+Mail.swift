/// What flights tell the table by mail, and the timers.
extension RequestCoordinator {
    /// Takes the mail in, as every turn does before it looks; by itself, the turn that the bell asks for.
    func takeMail() {
        environment.mailbox.take(into: &mail)
        guard !mail.isEmpty else { return }
        for message in mail { learn(message) }
        mail.removeAll(keepingCapacity: true)
        scheduleTimer()
        checkQuiescence()
    }

    private func learn(_ message: Mailbox.Message) {
        switch message {
        case .ended(let id): end(id)
        case .unlinked(let id):
            table.unlink(id)
            journal?.record(.unlink(id))
        case .left(let flight): settleSoon(learnDeparture(from: flight))
        case .dropped(let flight):
            end(flight.id)
            settleSoon(flight.cancel(.cancelled))
        case .writeBegan(let id): beginWrite(id)
        case .writeEnded(let id):
            table.endWrite(id)
            journal?.record(.endWrite(id))
        case .timer(let deadline):
            // One that was replaced may have slept out all the same; the one that sleeps now is kept.
            if sleeper?.deadline == deadline { sleeper = nil }
            takeDue()
        }
    }

    private func beginWrite(_ id: FlightID) {
        let deadline = environment.time.now() + environment.commitTimeLimit
        table.beginWrite(id, until: deadline)
        journal?.record(.beginWrite(id, until: deadline))
    }

    private func takeDue() {
        let now = environment.time.now()
        let due = table.takeDue(at: now)
        journal?.record(.due(now, due))
        for action in due {
            switch action {
            case .cancel(let flight): settleSoon(flight.cancel(.cancelled))
            case .endCommit(let flight):
                if let settlement = flight.endCommit() {
                    end(flight.id)
                    settleSoon(settlement)
                } else {
                    // Announced and not begun yet, or over: where it is still to come it has its time from now on.
                    beginWrite(flight.id)
                }
            }
        }
    }

    /// For ends that no call's turn brought about: told by a task, since nobody is there to tell them outside the actor.
    private func settleSoon(_ settlement: Settlement?) {
        guard let settlement else { return }
        environment.spawn { await settlement.resume() }
    }

    func checkQuiescence() {
        guard table.hasQuiesced else { return }
        quiescence.end(with: .success(()))
    }

    /// One task sleeps until the earliest timer, or until one that has been cancelled since.
    ///
    /// Nearly every timer is cancelled, for a write seldom takes its time; the system keeps what a cancelled sleep took until
    /// its time has come. So the sleeper is not woken for that: it makes a turn in vain at most once for each time limit.
    func scheduleTimer() {
        guard let deadline = table.nextDeadline else { return }
        if let sleeper, sleeper.deadline <= deadline { return }
        sleeper?.task.cancel()
        let task = environment.spawn { [environment] in
            // A sleep that throws was cancelled, for an earlier timer or for none.
            guard (try? await environment.time.sleep(deadline)) != nil else { return }
            environment.mailbox.post(.timer(deadline))
        }
        sleeper = (deadline, task)
    }
}
