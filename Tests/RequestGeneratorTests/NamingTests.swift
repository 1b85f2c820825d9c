import RequestGenerator
import Testing

@Suite(.timeLimit(.minutes(1)))
struct NamingTests {
    @Test(arguments: [
        ("name", "name"), ("userName", "userName"), ("user_name", "userName"), ("User-Name", "userName"),
        ("USER_NAME", "userName"), ("avatar_url", "avatarURL"), ("user_ids", "userIDs"), ("userId", "userId"),
        ("ID", "id"),
        ("HTTPServer", "httpServer"), ("_id", "id"), ("1st", "_1st"), ("2", "_2"), ("+1", "plus1"), ("-1", "minus1"),
        ("temperature_2m", "temperature2m"), ("a-b", "aB"), ("$ref", "ref"), ("@type", "type"), ("", "empty"),
        (".", "dot"),
        ("_", "underscore"), ("🐶", "u1f436"), ("größe", "größe"), ("名前", "名前"), ("line\nbreak", "lineBreak"),
        ("self", "selfValue"), ("init", "initValue"), ("hashValue", "hashValueValue"), ("class", "class"),
        ("Type", "type"),
        ("x\u{200D}y", "xY"), ("x\u{202E}", "x"),
    ])
    func aKeyGivesAName(_ key: String, _ name: String) {
        #expect(PropertyNames([key], reserved: ["self", "init", "hashValue"])[key] == name)
    }

    @Test func namesThatComeOutTheSameAreNumbered() {
        let names = PropertyNames(["user_name", "user-name", "userName", "userName2"])
        #expect(
            ["user_name", "user-name", "userName", "userName2"].map { names[$0] } == [
                "userName3", "userName4", "userName", "userName2",
            ]
        )
        #expect(names.all.count == 4)
    }

    @Test func aKeyThatIsANameKeepsItWhereverItStands() {
        for keys in [["a_b", "aB"], ["aB", "a_b"]] {
            let names = PropertyNames(keys)
            #expect(names["aB"] == "aB" && names["a_b"] == "aB2")
        }
    }

    @Test(arguments: [
        ("items", "Item"), ("categories", "Category"), ("addresses", "Address"), ("boxes", "Box"),
        ("data", "DataElement"),
        ("address", "AddressElement"), ("status", "StatusElement"), ("people", "Person"), ("sub_children", "SubChild"),
        ("series", "SeriesElement"), ("houses", "House"), ("urls", "URL"), ("line_items", "LineItem"),
        ("s", "SElement"),
    ])
    func elementsAreNamedInTheSingular(_ key: String, _ name: String) {
        #expect(TypeName.element(key) == name)
    }

    @Test(arguments: [
        ("pet", "pets"), ("city", "cities"), ("day", "days"), ("box", "boxes"), ("match", "matches"), ("pets", "pets"),
        ("person", "people"), ("userChild", "userChildren"), ("news", "news"),
    ])
    func routesToArraysAreNamedInThePlural(_ word: String, _ plural: String) {
        #expect(EnglishNoun.plural(word) == plural)
    }

    @Test(arguments: ["", "pet", "1st", "Pet Shop", "Pet_Shop", "String", "Self", "HTTP", "Pet\n", "😀", "Model"])
    func aNameThatIsNoneOrInUseIsRefused(_ name: String) {
        #expect(GeneratedNames(name) == nil)
    }

    @Test func theOthersFollowFromTheName() throws {
        let names = try #require(GeneratedNames("PetShop"))
        #expect(names.types == ["PetShop", "PetShopResponse", "PetShopBody", "PetShopRoutes"])
        #expect(names.route(isList: false) == "petShop")
        #expect(names.route(isList: true) == "petShops")
        #expect(GeneratedNames("Init")?.route(isList: false) == "initValue")
    }
}
