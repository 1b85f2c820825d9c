/// A registration at a ``MappedMockTransport``, to remove it again.
///
/// It keeps nothing: a registration that is not removed stays as long as its transport.
public struct MockMapping: Hashable, Sendable {
    /// The type of the requests it answers.
    let type: ObjectIdentifier

    /// Which registration it is; no two of a transport are alike.
    let id: UInt64
}
