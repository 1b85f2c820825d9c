import BenchmarkKit
import Synchronization

extension Row {
    /// What the language and its library cost: nothing built on them can be cheaper.
    static var floors: [Row] {
        let adder = Adder()
        let echoes = AsyncStream<Int>.makeStream()
        return [
            Row(name: "floor: actor hop", operations: 2_000, subject: calls { await adder.add($0) }),
            Row(
                name: "floor: task, created and awaited",
                operations: 500,
                subject: calls { number in
                    await Task {
                        consume(number); return number
                    }.value
                }
            ),
            Row(
                name: "floor: unsafe continuation",
                operations: 2_000,
                subject: calls { number in
                    await withUnsafeContinuation { $0.resume(returning: number) }
                }
            ),
            Row(
                name: "floor: checked continuation",
                operations: 2_000,
                subject: calls { number in
                    await withCheckedContinuation { $0.resume(returning: number) }
                }
            ),
            Row(
                name: "floor: AsyncStream, one element",
                operations: 100,
                subject: calls { await stream(of: $0, count: 1) }
            ),
            Row(
                name: "floor: AsyncStream, each between tasks",
                operations: 100,
                subject: timed { operations in
                    let sending = Task.detached {
                        for number in 0..<operations { echoes.continuation.yield(number) }
                    }
                    var elements = echoes.stream.makeAsyncIterator()
                    for _ in 0..<operations { consume(await elements.next() ?? 0) }
                    await sending.value
                }
            ),
        ]
    }

    /// A stream of its own, filled, finished and read to its end.
    static func stream(of number: Int, count: Int) async -> Int {
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        for _ in 0..<count { continuation.yield(number) }
        continuation.finish()
        var sum = 0
        for await element in stream { sum += element }
        return sum
    }
}

actor Adder {
    private var sum = 0
    private var values: [Int: Int] = [:]

    /// Not to be seen through: hops around an empty body are left out.
    @inline(never)
    func add(_ number: Int) -> Int {
        sum &+= number
        consume(sum)
        return number
    }

    @inline(never)
    func value(_ number: Int) -> Int { values[number] ?? number }

    @inline(never)
    func keep(_ number: Int) -> Int {
        values[number & 1023] = number
        return number
    }
}
