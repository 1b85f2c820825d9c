import Foundation
import RequestScheduler
import RequestTransports
import Synchronization

/// Bytes that any part can be checked of, by its place: those of the file that the script makes.
enum Pattern {
    /// As many as are sent or fetched.
    static let size = 64 << 20

    /// Prime, so that no buffer's size hides a part that is missing or comes twice.
    private static let period = 65_521

    private static let twice: Data = {
        let once = Data((0..<period).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 / 256) })
        return once + once
    }()

    /// The part that begins at an offset; of at most one period.
    static func part(at offset: Int, count: Int) -> Data {
        let start = offset % period
        return twice[start..<start + min(count, period)]
    }

    /// Takes the pattern in, part by part.
    struct Check {
        private(set) var count = 0
        private(set) var isRight = true

        mutating func take(_ bytes: Data) {
            var rest = bytes[...]
            while isRight, !rest.isEmpty {
                let expected = Pattern.part(at: count, count: rest.count)
                isRight = rest.prefix(expected.count) == expected
                rest = rest.dropFirst(expected.count)
                count += expected.count
            }
        }
    }
}

/// A body of the pattern, made while it is sent; tells how much of it was.
final class PatternSource: Sendable {
    private let made = Atomic(0)
    private let size: Int

    init(size: Int = Pattern.size) {
        self.size = size
    }

    /// How many bytes were asked for, the last time the body was sent.
    var produced: Int { made.load(ordering: .relaxed) }

    var body: HTTPBody {
        .stream { [self] in
            made.store(0, ordering: .relaxed)
            return AsyncStream<Data> { [self] in
                let offset = made.load(ordering: .relaxed)
                guard offset < size else { return nil }
                let part = Pattern.part(at: offset, count: size - offset)
                made.store(offset + part.count, ordering: .relaxed)
                return part
            }
        }
    }
}
