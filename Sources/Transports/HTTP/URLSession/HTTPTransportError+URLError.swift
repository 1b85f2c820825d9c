import Foundation
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPTransportError {
    /// What an error of the system means, given whether the head of the answer had come.
    init(_ error: any Error, afterHead: Bool) {
        self.init(Self.code(of: error, afterHead: afterHead), underlyingError: error)
    }

    private static func code(of error: any Error, afterHead: Bool) -> Code {
        guard let error = error as? URLError else { return .unknown }
        switch error.code {
        case .cancelled: return .cancelled
        case .timedOut: return .timedOut
        case .cannotFindHost, .dnsLookupFailed: return .nameNotResolved
        case .cannotConnectToHost, .notConnectedToInternet: return .cannotConnect
        case .badURL: return .invalidURL
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired:
            return .tls
        // An empty reply is reported as a bad response where it is a lost connection.
        case .networkConnectionLost, .badServerResponse: return afterHead ? .incompleteBody : .connectionLost
        // The scheme was checked before: what is not supported is the answer.
        case .unsupportedURL, .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData:
            return .malformedResponse
        case .unknown:
            // Everything else is told apart by its text only; the text is read, never shown.
            if afterHead { return .incompleteBody }
            let text = error.localizedDescription.lowercased()
            if ["ssl", "tls", "certificate"].contains(where: text.contains) { return .tls }
            // A kept connection that dies is tried again by the system, and given up in these words.
            if ["connection died", "send failure", "recv failure"].contains(where: text.contains) {
                return .connectionLost
            }
            return .malformedResponse
        default: return .unknown
        }
    }
}
