#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where generated files are written: all of them or none.
package struct SourceFolder: Sendable {
    private let path: String
    private let overwrites: Bool

    /// A folder at a path, which is made if it is not there.
    ///
    /// With `overwrites`, any file may be replaced; else only those
    /// that were generated.
    package init(_ path: String, overwrites: Bool) {
        self.path = path
        self.overwrites = overwrites
    }

    /// Writes the files, each at once, and gives their paths.
    ///
    /// If one cannot be written, what stood in the places of those before it is put back.
    @discardableResult
    package func write(_ files: [SourceFile]) throws(GenerationError) -> [String] {
        let folder = URL(fileURLWithPath: path, isDirectory: true)
        let places = files.map { folder.appendingPathComponent($0.name) }
        var before: [Data?] = []
        for place in places { before.append(try content(of: place)) }
        let made = firstMissing(folder)
        var written = 0
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for (file, place) in zip(files, places) {
                try Data(file.text.utf8).write(to: place, options: .atomic)
                written += 1
            }
        } catch {
            let place = written < places.count ? places[written].path : path
            let leftovers = restore(Array(zip(places, before).prefix(written)), made)
            let reason = GenerationError.words(for: error)
            throw .unwritable(place, reason: leftovers.isEmpty ? reason : reason + "; left as written: \(leftovers)")
        }
        return places.map(\.path)
    }

    /// What stands there now, if anything does.
    private func content(of place: URL) throws(GenerationError) -> Data? {
        guard FileManager.default.fileExists(atPath: place.path) else { return nil }
        let data: Data
        do { data = try Data(contentsOf: place) } catch {
            throw .unwritable(place.path, reason: GenerationError.words(for: error))
        }
        guard overwrites || data.starts(with: SourceFile.marker.utf8) else { throw .foreignFile(place.path) }
        return data
    }

    /// The outermost folder that has to be made.
    private func firstMissing(_ folder: URL) -> URL? {
        var missing: URL?
        var folder = folder.standardizedFileURL
        while !FileManager.default.fileExists(atPath: folder.path), folder.path != "/" {
            missing = folder
            folder = folder.deletingLastPathComponent()
        }
        return missing
    }

    /// Puts back what was there and gives the names of what could not be.
    private func restore(_ written: [(place: URL, before: Data?)], _ made: URL?) -> [String] {
        var failed: [String] = []
        for (place, before) in written {
            do {
                if let before {
                    try before.write(to: place, options: .atomic)
                } else {
                    try FileManager.default.removeItem(at: place)
                }
            } catch {
                failed.append(place.lastPathComponent)
            }
        }
        if failed.isEmpty, let made, FileManager.default.fileExists(atPath: made.path) {
            do { try FileManager.default.removeItem(at: made) } catch { failed.append(made.lastPathComponent) }
        }
        return failed
    }
}
