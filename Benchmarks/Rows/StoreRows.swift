import BenchmarkKit
import Foundation
import RequestScheduler
import RequestStores

extension Row {
    /// The store in memory against a dictionary in an actor.
    static var stores: [Row] {
        let store = MemoryStore()
        let keys = (0..<1024).map { StoreKey(namespace: "echo", identifier: "\($0)") }
        let adder = Adder()
        let now = Date()
        var read = Row(
            name: "memory store, read",
            operations: 500,
            subject: calls { number in
                guard case .live(let value)? = await store.entry(for: keys[number & 1023])?.content else {
                    // The first batch finds an empty store and fills it.
                    let permit = WritePermit()
                    _ = await store.write(.live(number), for: keys[number & 1023], savedAt: now, under: permit)
                    return number
                }
                return value as? Int ?? 0
            },
            floor: Floor(name: "actor and dictionary", workload: calls { await adder.value($0 & 1023) }, pace: 4),
            target: 3
        )
        read.countsExactly = true
        let write = Row(
            name: "memory store, write",
            operations: 500,
            subject: calls { number in
                let outcome = await store.write(
                    .live(number),
                    for: keys[number & 1023],
                    savedAt: now,
                    under: WritePermit()
                )
                return outcome == .written ? number : 0
            },
            floor: Floor(name: "actor and dictionary", workload: calls { await adder.keep($0) }, pace: 8)
        )
        return [read, write]
    }
}
