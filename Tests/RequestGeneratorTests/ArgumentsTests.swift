import RequestGenerator
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ArgumentsTests {
    private static func arguments(_ line: String) throws(Misuse) -> Arguments {
        try Arguments(line.split(separator: " ").map(String.init))
    }

    @Test func everyOptionIsRead() throws {
        let arguments = try Self.arguments(
            "a.json - --name Pet --url https://x.org/a?b=1&c --method patch --body b.json --only response,routes "
                + "--dates iso8601 --output out --force"
        )
        #expect(arguments.samples == ["a.json", "-"])
        #expect(arguments.names.model == "Pet")
        #expect(arguments.endpoint?.method == "PATCH")
        #expect(arguments.endpoint?.path == "https://x.org/a")
        #expect(arguments.endpoint?.query == "b=1&c")
        #expect(arguments.body == "b.json" && arguments.output == "out")
        #expect(arguments.parts == [.response, .routes])
        #expect(arguments.readsDates && arguments.overwrites)
    }

    @Test func whatIsLeftOutFollows() throws {
        let one = try Self.arguments("a.json --name Pet --url pets")
        #expect(one.endpoint?.method == "GET" && one.endpoint?.query == nil)
        #expect(one.parts == [.response, .model, .routes])
        #expect(!one.readsDates && !one.overwrites && one.output == nil)
        let two = try Self.arguments("--name Pet --url pets --body b.json")
        #expect(two.endpoint?.method == "POST")
        #expect(two.parts == [.body, .routes])
    }

    @Test(arguments: [
        "", "a.json", "a.json --name", "a.json --name pet --url u", "a.json --name String --url u", "a.json --name Pet",
        "--name Pet --url u", "a.json --name Pet --url u --nme", "a.json --name Pet --url u --url v",
        "- - --name Pet --url u",
        "a.json --name Pet --url ftp://x.org/", "a.json --name Pet --url https:///a",
        "a.json --name Pet --url mailto:a",
        "a.json --name Pet --url https://u:p@x.org/", "a.json --name Pet --url https://x.org/#f",
        "a.json --name Pet --url https://:1",
        "a.json --name Pet --url u --method GET --body b.json", "a.json --name Pet --url u --method HEAD",
        "a.json --name Pet --url u --method G(T", "a.json --name Pet --method GET --only model",
        "a.json --name Pet --url u --only body",
        "a.json --name Pet --url u --only models", "a.json --name Pet --url u --only model,",
        "--name Pet --url u --only model --body b.json",
        "a.json --name Pet --url u --dates rfc1123", "a.json --name Pet --only routes", "a.json --name Pet --url u -x",
    ])
    func misuseIsRefused(_ line: String) {
        #expect(throws: Misuse.self) { try Self.arguments(line) }
    }

    @Test func anErrorKeepsTheURLToItself() {
        for url in ["https://ada:hush@x.org/", "ftp://x.org/?key=hush", "https://x.org/?key=hush#f"] {
            let misuse = #expect(throws: Misuse.self) { try Self.arguments("a.json --name Pet --url \(url)") }
            #expect(misuse?.description.contains("hush") == false)
        }
    }
}
