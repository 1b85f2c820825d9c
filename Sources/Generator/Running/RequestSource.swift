/// The source of one request: made of samples, a pure value.
package struct RequestSource: Hashable, Sendable {
    /// What the samples of the response have in common, if there are any.
    package var response: JSONShape?
    /// What the sample of the body is, if there is one.
    package var body: JSONShape?
    package var names: GeneratedNames
    package var endpoint: Endpoint?
    package var parts: Set<Part>

    package init(response: JSONShape?, body: JSONShape?, names: GeneratedNames, endpoint: Endpoint?, parts: Set<Part>) {
        self.response = response
        self.body = body
        self.names = names
        self.endpoint = endpoint
        self.parts = parts
    }

    /// The files, equal to the byte for equal values.
    package var files: [SourceFile] {
        let responsePlan = response.map { DeclarationPlan($0, rootNames: names.types) }
        let bodyPlan = body.map { DeclarationPlan($0, rootNames: names.types) }
        let place = endpoint.map { " `\($0.method) \($0.path)`" }
        return Part.allCases.filter(parts.contains).compactMap { part in
            switch part {
            case .response:
                responsePlan.map {
                    TypeRenderer.file(
                        $0,
                        as: .response,
                        name: names.response,
                        model: names.model,
                        comment: ($0.isList ? "One element of the response" : "The response")
                            + (place.map { " to" + $0 } ?? " as it is coded") + "."
                    )
                }
            case .model:
                responsePlan.map {
                    TypeRenderer.file(
                        $0,
                        as: .model,
                        name: names.model,
                        model: names.model,
                        comment: "The model of `\(names.response)`."
                    )
                }
            case .body:
                bodyPlan.map {
                    TypeRenderer.file(
                        $0,
                        as: .body,
                        name: names.body,
                        model: names.model,
                        comment: ($0.isList ? "One element of the body" : "The body")
                            + (place.map { " of" + $0 } ?? " that is sent") + "."
                    )
                }
            case .routes:
                endpoint.map {
                    RouteRenderer(names: names, endpoint: $0, response: responsePlan, body: bodyPlan).file()
                }
            }
        }
    }
}
