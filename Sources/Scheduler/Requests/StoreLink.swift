/// What a stored read gives when the network call it is linked to lands first.
///
/// | the network call | ``independent`` | ``dependSuccessResult`` | ``dependFull`` |
/// |---|---|---|---|
/// | succeeded | stored | cancelled | cancelled |
/// | failed: transport, decoding, no transport, no answer | stored | stored | stored |
/// | was cancelled, replaced, released, shut down | stored | stored | cancelled |
/// | was refused as a duplicate | stored | stored | cancelled |
///
/// A read that lands first is delivered. In the two dependent modes stored data never comes after fresh data. Nothing about
/// the store ever cancels the network.
public enum StoreLink: Sendable, Hashable {
    /// Delivered whatever the network does.
    case independent

    /// Not wanted once there is fresh data. The default.
    case dependSuccessResult

    /// Not wanted once there is fresh data, or once the network call was called off.
    case dependFull
}
