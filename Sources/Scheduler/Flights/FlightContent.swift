/// A value or an error, without their types: what a flight was answered, and how it ended.
///
/// A `Result` of the same, in a form that is copied without asking the runtime what it is made of.
enum FlightContent: Sendable {
    case success(any Sendable)
    case failure(any Error)

    init(_ result: Result<any Sendable, any Error>) {
        switch result {
        case .success(let value): self = .success(value)
        case .failure(let error): self = .failure(error)
        }
    }

    /// The value, or the error thrown.
    func get() throws -> any Sendable {
        switch self {
        case .success(let value): return value
        case .failure(let error): throw error
        }
    }

    /// The error, if it is one.
    var failure: (any Error)? {
        if case .failure(let error) = self { error } else { nil }
    }
}
