/// Writes the routes of a request as Swift.
struct RouteRenderer {
    let names: GeneratedNames
    let endpoint: Endpoint
    /// Whether the response is an array, if there is one.
    let response: DeclarationPlan?
    let body: DeclarationPlan?

    func file() -> SourceFile {
        var writer = SourceWriter()
        let route = ReservedNames.escaped(names.route(isList: response?.isList ?? false))
        let bodyType = body.map { $0.isList ? "[\(names.body)]" : names.body }
        let model = response.map { $0.isList ? "[\(names.model)]" : names.model } ?? "Void"
        writer.line("/// Routes to `\(endpoint.path)`.")
        writer.block("public struct \(names.routes): Sendable") { writer in
            writer.line("/// `\(endpoint.method)`.")
            if body == nil {
                writer.list("@" + wrapper, wrapperArguments + arguments)
                writer.line("public var \(route): Resource<\(model)>")
                writer.line()
                writer.line("/// The routes.")
                writer.line("public init() {}")
            } else {
                writer.line("@\(wrapper) public var \(route): Resource<\(model)>")
                writer.line()
                writer.line("/// The routes that send this body.")
                writer.block("public init(body: \(bodyType ?? ""))") { writer in
                    writer.list(
                        "_\(names.route(isList: response?.isList ?? false)) = \(wrapper)",
                        wrapperArguments + arguments
                    )
                }
            }
        }
        writer.line()
        writer.block("extension HTTPClient") { writer in
            writer.line("/// Sends `\(endpoint.method)` to `\(endpoint.path)`.")
            let parameters = bodyType.map { ["body: \($0)"] } ?? []
            let result = response == nil ? "" : " -> \(model)"
            writer.block("public func \(route)", parameters, " async throws" + result) { writer in
                let routes = names.routes + (body == nil ? "()" : "(body: body)")
                writer.line("try await response(for: \(routes).\(route))")
            }
        }
        return SourceFile(name: names.routes + ".swift", imports: [.transports], body: writer.text)
    }

    private var wrapper: String {
        ["GET", "POST", "PUT", "PATCH", "DELETE"].contains(endpoint.method) ? endpoint.method : "Route"
    }

    private var wrapperArguments: [String] {
        guard wrapper == "Route" else { return [] }
        return [
            endpoint.method == "OPTIONS" ? ".options" : "HTTPMethod(rawValue: \(SourceWriter.literal(endpoint.method)))"
        ]
    }

    private var arguments: [String] {
        var arguments = [SourceWriter.literal(endpoint.path)]
        if let query = endpoint.query { arguments.append("parameters: .text(\(SourceWriter.literal(query)))") }
        if body != nil { arguments.append("body: .json(body)") }
        if hasDates { arguments.append("options: HTTPOptions(coding: HTTPCoding(dates: .iso8601))") }
        if let response {
            arguments.append("as: " + (response.isList ? "[\(names.response)].self" : "\(names.response).self"))
        }
        return arguments
    }

    /// Whether dates are coded, which then are not the numbers that a decoder takes them for.
    private var hasDates: Bool {
        [response, body].compactMap(\.self).flatMap(\.root.all).flatMap(\.properties)
            .contains { $0.type.innermost == .date }
    }
}
