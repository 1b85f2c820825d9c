/// Gives each name once: a second one of the same name is numbered.
struct NameScope {
    private var taken: Set<String>
    private let reserved: Set<String>

    /// A scope in which `taken` have been given, and no `reserved` one is.
    init(taken: Set<String> = [], reserved: Set<String> = []) {
        self.taken = taken
        self.reserved = reserved
    }

    /// The wanted name, or the nearest that is free: `data`, `dataValue`, `dataValue2`.
    mutating func claim(_ wanted: String) -> String {
        let base = reserved.contains(wanted) ? wanted + "Value" : wanted
        var name = base
        var number = 2
        while taken.contains(name) || reserved.contains(name) {
            name = "\(base)\(number)"
            number += 1
        }
        taken.insert(name)
        return name
    }
}
