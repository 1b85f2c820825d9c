import Foundation
import RequestScheduler
import RequestStores
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ChecksumTests {
    /// The examples of FIPS 180-4, and lengths at the edges of its blocks.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (String(repeating: "a", count: 55), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
        (String(repeating: "a", count: 64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
        (String(repeating: "a", count: 10_000), "27dd1f61b867b6a0f6e9d8a41c43231de52107e53ae424de8f847b821db4b711"),
    ])
    func digestsAreThoseOfTheStandard(_ text: String, _ expected: String) {
        let digits = SHA256.digest(Array(text.utf8)).map { String(format: "%02x", Int($0)) }.joined()
        #expect(digits == expected)
    }

    @Test(arguments: [1, 7, 63, 64, 65, 1000])
    func aDigestDoesNotDependOnThePieces(size: Int) {
        let message = (0..<2000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        var function = SHA256()
        for start in stride(from: 0, to: message.count, by: size) {
            function.update(message[start..<min(start + size, message.count)])
        }
        #expect(function.finish() == SHA256.digest(message))
    }

    @Test func checksAreThoseOfTheStandard() {
        #expect(Data("123456789".utf8).withUnsafeBytes { CRC32.of($0) } == 0xcbf4_3926)
        #expect(Data().withUnsafeBytes { CRC32.of($0) } == 0)
        var check = CRC32()
        for part in ["1234", "", "56789"] { Data(part.utf8).withUnsafeBytes { check.add($0) } }
        #expect(check.value == 0xcbf4_3926)
    }
}
