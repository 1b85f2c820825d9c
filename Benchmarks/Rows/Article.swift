import Foundation

/// What a server of JSON answers with: about 10 KiB of it.
struct Article: Codable, Hashable, Sendable {
    var id: Int
    var title: String
    var price: Double
    var isAvailable: Bool
    var tags: [String]

    static let list = (0..<90).map { number in
        Article(
            id: number,
            title: "An article with a name of some length",
            price: Double(number) + 0.5,
            isAvailable: number.isMultiple(of: 2),
            tags: ["new", "reduced"]
        )
    }
}
