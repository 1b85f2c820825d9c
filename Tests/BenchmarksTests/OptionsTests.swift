import BenchmarkKit
import Testing

@Suite(.timeLimit(.minutes(3)))
struct OptionsTests {
    @Test func everyOptionIsRead() throws {
        let options = try Options(["echo", "--quick", "--json", "a", "--compare", "b", "--chart", "c.svg"])
        #expect(options.filter == "echo")
        #expect(options.isQuick)
        #expect(options.json == "a")
        #expect(options.base == "b")
        #expect(options.chart == "c.svg")
        #expect(options.wants("echo at once") && !options.wants("join"))
    }

    @Test func withoutAFilterEveryRowIsWanted() throws {
        #expect(try Options([]).wants("join"))
    }

    @Test(arguments: [["--json"], ["--json", "--quick"], ["--unknown"], ["one", "two"]])
    func misuseIsRefused(_ arguments: [String]) {
        #expect(throws: Options.Misuse.self) { try Options(arguments) }
    }
}
