/// A response that something goes on for as long as it is kept, such as the transfer of a body that is still to be read.
///
/// A coordinator keeps any other response for a while after its callers have it, until a later call or until some have
/// gathered. One whose type says this is let go of as soon as its callers have it, so that dropping it ends what goes on.
public protocol OngoingResponse: Sendable {}
