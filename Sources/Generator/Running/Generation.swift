#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Carries out what the command line asks for, but for writing.
package enum Generation {
    /// The files for the arguments; `read` gives what a file holds.
    package static func files(
        for arguments: Arguments,
        reading read: (String) throws -> Data
    ) throws(GenerationError) -> [SourceFile] {
        var response: JSONShape?
        for path in arguments.samples {
            let shape = try shape(of: path, arguments, read)
            response = response?.merging(shape) ?? shape
        }
        var body: JSONShape?
        if let path = arguments.body { body = try shape(of: path, arguments, read) }
        let source = RequestSource(
            response: response,
            body: body,
            names: arguments.names,
            endpoint: arguments.endpoint,
            parts: arguments.parts
        )
        return source.files
    }

    private static func shape(
        of path: String,
        _ arguments: Arguments,
        _ read: (String) throws -> Data
    ) throws(GenerationError) -> JSONShape {
        let data: Data
        do { data = try read(path) } catch { throw .unreadable(path, reason: GenerationError.words(for: error)) }
        do {
            return JSONShape(of: try JSONReader.read(data), readingDates: arguments.readsDates)
        } catch {
            throw .invalidSample(path == "-" ? "standard input" : path, error)
        }
    }
}

/// Why nothing was generated.
package enum GenerationError: Error, CustomStringConvertible {
    case unreadable(String, reason: String)
    case invalidSample(String, JSONSyntaxError)
    /// A file that was not generated is in the way.
    case foreignFile(String)
    case unwritable(String, reason: String)

    package var description: String {
        switch self {
        case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
        case .invalidSample(let path, let error): "\(path):\(error)"
        case .foreignFile(let path): "\(path): was not generated; --force overwrites it"
        case .unwritable(let path, let reason): "\(path): cannot be written: \(reason)"
        }
    }

    /// As in `sysexits.h`.
    package var exitCode: Int32 {
        switch self {
        case .unreadable, .invalidSample: 65
        case .foreignFile, .unwritable: 73
        }
    }

    static func words(for error: any Error) -> String {
        guard let error = error as? CocoaError else { return "\(error)" }
        return switch error.code {
        case .fileReadNoSuchFile, .fileNoSuchFile: "no such file"
        case .fileReadNoPermission, .fileWriteNoPermission: "permission denied"
        case .fileWriteOutOfSpace: "no space is left"
        case .fileWriteFileExists: "a file is in the way"
        default: "error \(error.code.rawValue)"
        }
    }
}
