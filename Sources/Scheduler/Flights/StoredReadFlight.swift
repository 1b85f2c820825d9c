#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A call's read of the store: one caller, its own limit of age.
///
/// Its outcome is a ``Stored`` value or why there is none.
final class StoredReadFlight<R: Request>: RequestFlight<R>, @unchecked Sendable {  // Adds a `let` and a lock.
    private let maximumAge: Duration?
    private let mark = Lock(ReadMark?.none)

    init(
        _ request: R,
        _ subject: CallSubject,
        maximumAge: Duration? = nil,
        environment: FlightEnvironment,
        finishesUnattended: Bool = false
    ) {
        self.maximumAge = maximumAge
        super.init(request, subject, environment: environment, finishesUnattended: finishesUnattended)
    }

    /// The read once more, for when something was written or removed since it began.
    func again() -> StoredReadFlight {
        StoredReadFlight(request, subject, maximumAge: maximumAge, environment: environment)
    }

    /// Whether something was written or removed for the entry since the read began.
    var isOutdated: Bool {
        guard let storing, let mark = mark.withLock({ $0 }) else { return false }
        return mark.isOutdated(for: storing.key)
    }

    override func letGo() {
        let mark = mark.withLock { mark in
            defer { mark = nil }
            return mark
        }
        withExtendedLifetime(mark) {}
    }

    override func start() {
        guard decide(.claimStart, { $0.claimStart() }) else { return }
        guard let storing, let store = environment.store(for: storing) else {
            return finish(.failure(RequestError(.noStore)))
        }
        mark.withLock { $0 = ReadMark() }
        // Whoever ended it meanwhile has found nothing to let go of.
        if outcome != nil { letGo() }
        environment.spawn(priority: look { $0.priority }) { [self] in
            do {
                finish(.success(ReadResult(entry: try await store.entry(for: storing.key), store: store)))
            } catch {
                report(.read, error)
                finish(.failure(RequestError(.storeFailed, underlyingError: error)))
            }
        }
    }

    override var decodingExecutor: (any TaskExecutor)? {
        storing?.form == .raw ? restorer?.decodingExecutor : nil
    }

    override func decode(_ answer: Answer) -> Outcome {
        do {
            let result = try answer.get() as? ReadResult
            guard let result, let entry = result.entry, isFresh(entry.savedAt) else { throw RequestError(.notStored) }
            if case .raw = entry.content, restorer == nil { throw RequestError(.noTransport) }
            do {
                return .success(Stored(value: try decode(entry.content), savedAt: entry.savedAt))
            } catch {
                // One who is being cancelled may fail for that alone; the next driver decides.
                if !Task.isCancelled { discard(entry, from: result.store, because: error) }
                throw RequestError(.undecodable, underlyingError: error)
            }
        } catch {
            return .failure(error)
        }
    }

    private func decode(_ content: StoredContent) throws -> R.Response {
        switch content {
        case .raw(let bytes):
            guard let restorer else { throw WrongStoredType() }
            return try restorer.decode(bytes, for: request, from: .restored)
        case .value(let bytes):
            guard let coding else { throw WrongStoredType() }
            return try coding.decode(bytes)
        case .live(let value):
            guard let value = value as? R.Response else { throw WrongStoredType() }
            return value
        }
    }

    /// The first transport that says it restores the request.
    private var restorer: (any Transport)? {
        environment.transports.first { $0.restores(request) }
    }

    private func isFresh(_ savedAt: Date) -> Bool {
        guard let maximumAge else { return true }
        let tolerance = 10.0
        let age = environment.now().timeIntervalSince(savedAt)
        return age >= -tolerance && age < maximumAge.seconds
    }

    /// Nobody will be able to read this entry; a newer one under its key stays.
    private func discard(_ entry: StoredEntry, from store: any Store, because error: any Error) {
        guard let storing else { return }
        report(.decode, error)
        environment.spawn { [self] in
            do { try await store.remove(storing.key, ifStill: entry.version) } catch { report(.remove, error) }
        }
    }
}

/// What a store gave, and which store.
private struct ReadResult: Sendable {
    let entry: StoredEntry?
    let store: any Store
}

/// The entry is in a form, or of a type, that the request does not store any more.
private struct WrongStoredType: Error {}

extension Duration {
    fileprivate var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
