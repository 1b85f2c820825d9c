/// An error that is an answer: the server was reached, and this is what it said.
///
/// Any other error of a transport means that there is no answer. A stored entry outlives both unless its ``StoragePlan`` says that
/// an answer of this kind removes it.
public protocol ContentError: Error {}
