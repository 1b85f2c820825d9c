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
        // The scheme was checked before: what is not supported is the answer.
        case .unsupportedURL, .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData:
            return .malformedResponse
        // An empty reply is reported as a bad response where it is a lost connection.
        case .networkConnectionLost, .badServerResponse, .unknown: break
        default: return .unknown
        }
        // Everything else is told apart by its text only; the text is read, never shown.
        let text = error.localizedDescription.lowercased()
        func says(_ words: String...) -> Bool { words.contains(where: text.contains) }
        if says("chunk", "content unencoding", "content encoding", "failed writing", "failure writing") {
            return .malformedResponse
        }
        if afterHead { return .incompleteBody }
        guard error.code == .unknown else { return .connectionLost }
        if says("ssl", "tls", "certificate") { return .tls }
        // A kept connection that dies is tried again by the system, and given up in these words.
        let isLost = says("connection died", "send failure", "recv failure", "transfer closed")
        return isLost ? .connectionLost : .malformedResponse
    }
}
