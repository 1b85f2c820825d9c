/// What can be generated for a request.
package enum Part: String, Hashable, Sendable, CaseIterable {
    case response, model, body, routes
}
