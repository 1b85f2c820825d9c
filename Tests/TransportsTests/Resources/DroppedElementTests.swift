public import Foundation
public import RequestTransports
import Testing

@Suite(.timeLimit(.minutes(3)))
struct DroppedElementTests {
    /// An element is read as it is in an array that drops none: dates in the coding's way.
    @Test func whatIsLeftOfAnArrayIsReadInTheCoding() throws {
        let options = HTTPOptions(coding: HTTPCoding(dates: .secondsSince1970))
        let resource = Resource<[Double]>("p", options: options, as: [Date].self, elements: .dropping { _ in })
        #expect(try resource.decode(HTTPResponse(body: Data(#"[1, "x", 2]"#.utf8))) == [1, 2])
    }
}

extension Date: ModelConvertible {
    /// The seconds since 1970.
    public func model() throws -> Double { timeIntervalSince1970 }
}
