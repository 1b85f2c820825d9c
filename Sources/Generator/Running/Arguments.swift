/// What the command line asks for.
package struct Arguments: Hashable, Sendable {
    /// The files of samples; `-` is the standard input.
    package private(set) var samples: [String] = []
    package private(set) var names: GeneratedNames
    package private(set) var endpoint: Endpoint?
    package private(set) var body: String?
    /// The folder to write to; the standard output if there is none.
    package private(set) var output: String?
    package private(set) var parts: Set<Part>
    package private(set) var readsDates = false
    package private(set) var overwrites = false

    package static let usage = """
        usage: generate-requests SAMPLE.json … --name NAME --url URL [options]

        Writes Swift for a request from samples of its JSON: the response, its model, the body and the routes.
        Several samples of the same response are merged; - reads one from the standard input.

          --name NAME         what the model is called, such as Pet; PetResponse, PetBody and PetRoutes follow
          --url URL           of http or https, or a path; its query becomes the route's parameters
          --method METHOD     GET by default, POST with a body
          --body BODY.json    a sample of the body that is sent; the response may then be empty: no samples
          --only PART,…       of response, model, body, routes; without routes no URL is needed
          --dates iso8601     reads strings such as 2026-01-31T12:00:00Z as Date
          --output FOLDER     writes one file for each part; without it all is printed
          --force             overwrites files that were not generated, too
          --help              prints this

        Exit codes: 64 for wrong arguments, 65 for samples that cannot be read, 73 for files that cannot be written.
        Nothing is written if anything fails.
        """

    package init(_ arguments: some Sequence<String>) throws(Misuse) {
        var rest = Array(arguments)[...]
        var values: [String: String] = [:]
        while let argument = rest.popFirst() {
            switch argument {
            case "--force": overwrites = true
            case "--name", "--url", "--method", "--body", "--output", "--only", "--dates":
                guard let value = rest.popFirst(), !value.hasPrefix("--"), !value.isEmpty else {
                    throw Misuse("\(argument) wants a value")
                }
                guard values.updateValue(value, forKey: argument) == nil else { throw Misuse("a second \(argument)") }
            case _ where argument.hasPrefix("-") && argument != "-": throw Misuse("unknown option \(argument)")
            default: samples.append(argument)
            }
        }
        body = values["--body"]
        output = values["--output"]
        names = try Self.names(values["--name"])
        parts = try Self.parts(values["--only"], hasSamples: !samples.isEmpty, hasBody: body != nil)
        if let dates = values["--dates"] {
            guard dates == "iso8601" else { throw Misuse("--dates knows iso8601 only") }
            readsDates = true
        }
        if let url = values["--url"] {
            endpoint = try Endpoint(method: values["--method"] ?? (body == nil ? "GET" : "POST"), url: url)
        } else if values["--method"] != nil {
            throw Misuse("--method wants a --url")
        }
        try check()
    }

    private func check() throws(Misuse) {
        guard !samples.isEmpty || body != nil else { throw Misuse("there is no sample") }
        guard (samples + [body].compactMap(\.self)).count(where: { $0 == "-" }) < 2 else {
            throw Misuse("the standard input can be read once only")
        }
        if parts.contains(.routes), endpoint == nil {
            throw Misuse("the routes want a --url; without them: --only response,model")
        }
        guard let method = endpoint?.method else { return }
        if body != nil, ["GET", "HEAD", "TRACE"].contains(method) { throw Misuse("\(method) has no body") }
        if !samples.isEmpty, method == "HEAD" { throw Misuse("the response to HEAD has no content to be read") }
    }

    private static func names(_ name: String?) throws(Misuse) -> GeneratedNames {
        guard let name else { throw Misuse("there is no --name") }
        guard let names = GeneratedNames(name) else {
            throw Misuse("--name wants a name for a type, such as Pet, that is not in use: \(name)")
        }
        return names
    }

    private static func parts(_ list: String?, hasSamples: Bool, hasBody: Bool) throws(Misuse) -> Set<Part> {
        guard let list else {
            return Set(Part.allCases.filter { $0 == .routes || ($0 == .body ? hasBody : hasSamples) })
        }
        var parts: Set<Part> = []
        for word in list.split(separator: ",", omittingEmptySubsequences: false) {
            guard let part = Part(rawValue: String(word)) else {
                throw Misuse("--only knows response, model, body, routes, and not \(word)")
            }
            parts.insert(part)
        }
        if parts.contains(.body), !hasBody { throw Misuse("the body wants a sample: --body") }
        if !parts.isDisjoint(with: [.response, .model]), !hasSamples { throw Misuse("the response wants a sample") }
        return parts
    }
}
