/// Which networks a request may go over, where the system knows them apart.
///
/// That is on Apple's platforms, by `URLSession`. Elsewhere, and with any other engine, a request that excludes one is refused
/// with ``HTTPTransportError/Code/unsupportedOption``; nothing is sent then.
public struct HTTPNetworks: Sendable, Hashable {
    /// Whether it may go over a cellular network.
    public var allowsCellular: Bool

    /// Whether it may go over a network that costs, such as a personal hotspot.
    public var allowsExpensive: Bool

    /// Whether it may go over a network that its user wants used little.
    public var allowsConstrained: Bool

    /// Every network but these.
    public init(allowsCellular: Bool = true, allowsExpensive: Bool = true, allowsConstrained: Bool = true) {
        self.allowsCellular = allowsCellular
        self.allowsExpensive = allowsExpensive
        self.allowsConstrained = allowsConstrained
    }
}
