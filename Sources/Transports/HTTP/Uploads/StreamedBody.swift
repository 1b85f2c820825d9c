/// A body that is made while it is sent: nobody knows its bytes before, so it is equal to itself only.
final class StreamedBody: Sendable {
    /// Makes what is sent, when the request is: only then is the length of a file asked for.
    let makeUpload: @Sendable () throws(HTTPTransportError) -> HTTPUpload

    init(_ makeUpload: @escaping @Sendable () throws(HTTPTransportError) -> HTTPUpload) {
        self.makeUpload = makeUpload
    }

    convenience init(_ upload: HTTPUpload) {
        self.init { () throws(HTTPTransportError) in upload }
    }
}
