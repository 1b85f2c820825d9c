#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension HTTPTransport {
    /// Whom a transport trusts, and who it says it is.
    ///
    /// Only ``Engine/curl`` can do anything but the defaults; another engine refuses it.
    public struct TLS: Sendable, Hashable {
        /// Where the certificates come from that others are trusted by.
        public enum Trust: Sendable, Hashable {
            /// The system.
            case system
            /// This file in PEM, instead of the system's.
            case file(String)
            /// These certificates in PEM, instead of the system's.
            case pem(Data)
        }

        /// A certificate with its private key.
        public enum Identity: Sendable, Hashable {
            /// Files in PEM; the password opens the key.
            case files(certificate: String, key: String, password: String? = nil)
            /// The same in memory.
            case pem(certificate: Data, key: Data, password: String? = nil)
        }

        /// A version of the protocol.
        public enum Version: Sendable, Hashable {
            /// RFC 5246.
            case v1_2
            /// RFC 8446.
            case v1_3
        }

        /// Which certificates others are trusted by; those of the system, by default.
        public var trust: Trust

        /// What is shown to servers that ask for a certificate; none by default.
        public var identity: Identity?

        /// SHA-256 digests of public keys in base64, one of which the server has to have; RFC 7469 §2.4.
        ///
        /// None, the default, leaves it at ``trust``, which counts in either case.
        public var pinnedPublicKeys: [String]

        /// The oldest version that is spoken; 1.2 by default.
        public var minimumVersion: Version

        /// Settings of these parts.
        public init(
            trust: Trust = .system,
            identity: Identity? = nil,
            pinnedPublicKeys: [String] = [],
            minimumVersion: Version = .v1_2
        ) {
            self.trust = trust
            self.identity = identity
            self.pinnedPublicKeys = pinnedPublicKeys
            self.minimumVersion = minimumVersion
        }
    }
}

extension HTTPTransport.TLS.Identity: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name only.
    public var description: String { "HTTPTransport.TLS.Identity" }

    /// As ``description``.
    public var debugDescription: String { description }

    /// No parts.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPTransport.TLS: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name only; keys and passwords are never printed.
    public var description: String { "HTTPTransport.TLS" }

    /// As ``description``.
    public var debugDescription: String { description }

    /// No parts.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
