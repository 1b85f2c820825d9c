import Foundation
import RequestTransports
import Testing

/// The servers that `make interop` starts, and what belongs to them; there are none in a plain run of the tests.
struct ForeignServers: Sendable {
    /// The ports, by the names that the script gives them.
    enum Port: String, Sendable {
        /// nginx without TLS.
        case plain
        /// nginx without TLS, which ends each connection after 50 requests.
        case short
        /// nginx as a proxy for plain requests.
        case proxy
        /// A program that makes tunnels.
        case tunnel
        /// nginx with TLS and HTTP/2.
        case secure
        /// As ``secure``; ends each connection after 50 requests.
        case secureShort
        /// As ``secure``; asks for a certificate.
        case verifying
        /// As ``secure``, with TLS 1.2 and nothing newer.
        case old
        /// httpbin under gunicorn.
        case httpbin
    }

    /// What the environment names, if it does.
    static let running = ForeignServers(ProcessInfo.processInfo.environment)

    /// Where certificates, the log and nginx's files are.
    let folder: URL

    /// Whether the system's certificates hold the private authority.
    let areTrustedBySystem: Bool

    private let ports: [String: Int]

    init?(_ environment: [String: String]) {
        guard let folder = environment["INTEROP_FOLDER"], let list = environment["INTEROP_PORTS"] else { return nil }
        self.folder = URL(filePath: folder)
        areTrustedBySystem = environment["INTEROP_TRUST"] == "system"
        ports = list.split(separator: " ").reduce(into: [:]) { ports, word in
            let parts = word.split(separator: "=")
            guard parts.count == 2, let port = Int(parts[1]) else { return }
            ports[String(parts[0])] = port
        }
    }

    /// Where something is on one of them.
    func url(_ port: Port, _ path: String, host: String = "127.0.0.1") -> String {
        let scheme = [.secure, .secureShort, .verifying, .old].contains(port) ? "https" : "http"
        // Port 0 is refused before anything is sent, so a name that is missing is a failure.
        return "\(scheme)://\(host):\(ports[port.rawValue] ?? 0)\(path)"
    }

    func path(_ file: String) -> String { folder.appending(path: file).path }

    func data(_ file: String) throws -> Data { try Data(contentsOf: folder.appending(path: file)) }

    /// What makes an engine trust the private authority.
    var trust: HTTPTransport.TLS {
        areTrustedBySystem ? .init() : .init(trust: .file(path("authority.pem")))
    }

    /// The engine that is made to trust it here: libcurl by its option, URLSession by what the system is shown.
    static var trustingEngines: [HTTPTransport.Engine] {
        let engine = running?.areTrustedBySystem == true ? HTTPTransport.Engine.urlSession : .curl
        return HTTPTransport.Engine.available.filter { $0 == engine }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips what needs the servers where there are none.
    static var needsForeignServers: Self {
        .enabled(if: ForeignServers.running != nil, "make interop starts nginx and httpbin and runs this")
    }

    /// Skips what is about the TLS options of libcurl, and about not trusting.
    static var needsDistrustingSystem: Self {
        .enabled(
            if: ForeignServers.running?.areTrustedBySystem == false,
            "needs servers whose authority the system does not know"
        )
    }

    /// Skips what is about the system's trust.
    static var needsTrustingSystem: Self {
        .enabled(
            if: ForeignServers.running?.areTrustedBySystem == true,
            "needs a system that knows the servers' authority: make interop shows it one, in a mount namespace"
        )
    }
}
