import Foundation
import RequestTransports

/// What httpbin says that it was sent; names of fields as it writes them.
struct Echo: Decodable {
    var method: String?
    let url: String
    let args: [String: String]
    let headers: [String: String]
    var data: String?
    var form: [String: String]?
    var files: [String: String]?
    var json: [String: Int]?

    /// A field of the request, by its name without case.
    subscript(field: String) -> String? {
        headers.first { $0.key.lowercased() == field.lowercased() }?.value
    }
}

extension HTTPResponse {
    /// The body as httpbin's account of the request.
    func echo() throws -> Echo { try json() }
}
