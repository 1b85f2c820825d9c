#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What an entry holds.
public enum StoredContent: Sendable {
    /// The payload's bytes as they came; a transport decodes them again.
    case raw(Data)

    /// The response, encoded by its request; the request decodes it again.
    case value(Data)

    /// The response itself. Only a store that says it keeps live values is given one.
    case live(any Sendable)
}
