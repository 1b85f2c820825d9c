import Foundation
import RequestScheduler

/// A request that is answered with JSON found under a path.
protocol WebRequest: Request where Response: Decodable {
    var path: String { get }
}

/// A transport over whatever HTTP client there is, through two functions: one makes the client's request, one sends it.
///
/// Nothing here knows the client. What a transport has to do is small:
/// - say which requests it serves,
/// - begin the work and return: here in a task, which is cancelled with the flight,
/// - answer the channel once, with a payload or an error,
/// - turn a payload into the response. This one's is `Data`, so it can be stored as it came and be decoded again.
struct ClientTransport<ClientRequest: Sendable>: Transport {
    /// The server's answer was not a success.
    struct Refused: Error, Equatable {
        let status: Int
    }

    /// The request is not one for the web.
    struct Unsupported: Error {}

    /// Turns a request into one of the client's, or throws what its flight fails with.
    let make: @Sendable (any WebRequest) throws -> ClientRequest

    /// Sends it; stops when its task is cancelled.
    let send: @concurrent @Sendable (ClientRequest) async throws -> (status: Int, body: Data)

    func supports<R: Request>(_ request: R) -> Bool {
        request is any WebRequest
    }

    func start<R: Request>(_ request: R, answering channel: ResultChannel) {
        guard let request = request as? any WebRequest else { return channel.finish(.failure(Unsupported())) }
        let task = Task { [make, send] in
            do {
                let answer = try await send(make(request))
                guard (200..<300).contains(answer.status) else { throw Refused(status: answer.status) }
                channel.finish(.success(answer.body))
            } catch {
                channel.finish(.failure(error))
            }
        }
        channel.onCancel { task.cancel() }
    }

    func decode<R: Request>(_ payload: any Sendable, for request: R, from origin: PayloadOrigin) throws -> R.Response {
        guard let body = payload as? Data, let type = R.Response.self as? any Decodable.Type,
            let response = try JSONDecoder().decode(type, from: body) as? R.Response
        else { throw Unsupported() }
        return response
    }
}
