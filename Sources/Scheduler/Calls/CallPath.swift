/// The way of every call, awaited or not: its turns in the coordinator, and between them its flights' cells.
///
/// What it waits on never needs the coordinator: a call whose coordinator is released is ended by that on its cell, or by
/// ``RequestError/Reason/released`` when it asks for its next turn.
struct CallPath: Sendable {
    typealias Table = RequestCoordinator.Table
    typealias Boarding = RequestCoordinator.Boarding

    let reference: CoordinatorReference
    let environment: FlightEnvironment
}

extension RequestCoordinator {
    /// The way of calls that keep the coordinator alive.
    nonisolated var path: CallPath { CallPath(reference: .strong(self), environment: environment) }

    /// The way of calls that do not.
    nonisolated var weakPath: CallPath {
        CallPath(reference: .weak(WeakCoordinator(coordinator: self)), environment: environment)
    }
}

// MARK: - Turns

extension CallPath {
    /// The turn of a caller that has left a flight; where there is no coordinator, its release has ended the flight.
    @inline(never)
    func depart(from flight: Flight) async {
        guard let coordinator = try? reference.coordinator else { return }  // Released: nothing is to be told.
        await coordinator.depart(from: flight)?.resume()
    }

    /// Sees to it that a stored read that is awaited is in the table.
    func enlist(_ read: any LinkableRead) async throws {
        guard try await reference.coordinator.enlist(read) else { throw RequestError.decision(.shutDown) }
    }

    /// Takes a stored read in that no network call in flight answers for.
    func admit(_ read: any LinkableRead) async throws(RequestError) {
        guard try await reference.coordinator.admit(read) else { throw .decision(.shutDown) }
    }
}

// MARK: - Waiting

extension CallPath {
    /// A caller's way through a flight: to its cell, perhaps through the driver's seat, to the end.
    func ride(_ flight: Flight, as token: Flight.Token) async throws -> any Sendable {
        var step = flight.take(token)
        while true {
            switch step {
            case .park: step = await flight.park(token)
            case .drive:
                if flight.decodingExecutor == nil {
                    if let settlement = flight.driveInPlace(as: token) { await settlement.resume() }
                } else {
                    await flight.drive(as: token)
                }
                step = flight.take(token)
            case .ended: return try flight.value
            case .left:
                await depart(from: flight)
                throw CancellationError()
            }
        }
    }
}

extension Flight {
    /// The first caller's place, taken before anyone else can know of the flight.
    ///
    /// - Returns: The caller's priority.
    func admitFirst() -> UInt8 {
        let priority = withUnsafeCurrentTask { task in
            if let task { task.priority.rawValue } else { TaskPriority.medium.rawValue }
        }
        _ = decide(.admit) { $0.admit(priority: priority) }
        return priority
    }

    /// Suspends the caller until it has something to do.
    ///
    /// Its own task's cancellation makes it leave at once.
    nonisolated(nonsending) func park(_ token: Token) async -> Step {
        await withTaskCancellationHandler {
            await FlightWaiter.suspend { continuation in
                if let step = decide(.park, { $0.park(token, .call(continuation)) }) {
                    continuation.resume(returning: step)
                }
            }
        } onCancel: {
            leave(token)
        }
    }
}
