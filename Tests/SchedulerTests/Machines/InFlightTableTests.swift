import Testing

@testable import RequestScheduler

@Suite(.timeLimit(.minutes(3)))
struct InFlightTableTests {
    typealias Table = NumberedTable

    var table = Table()

    // MARK: Ids

    @Test mutating func anIdOfAFlightThatIsGoneNeverHitsTheNextInItsPlace() {
        let old = table.add(Table.candidate(0))
        table.end(old)
        let new = table.add(Table.candidate(1))
        #expect(old.slot == new.slot)
        #expect(table.end(old) == nil)
        #expect(table.leave(old, remaining: 0, at: .zero).text == "nothing")
        table.relink(old)
        table.beginWrite(old, until: .seconds(1))
        #expect(table.nextDeadline == nil)
        #expect(table.contains(.identity("request")))
        #expect(table.end(new) == 1)
    }

    @Test mutating func theLateEndOfACancelledFlightFindsNothingAfterARestart() {
        let old = table.add(Table.candidate(0))
        #expect(table.take(.identity("request")) == [0])
        table.add(Table.candidate(1))
        #expect(table.end(old) == nil)
        #expect(table.begin(Table.candidate(2), .join).text == "joined 1")
    }

    @Test mutating func theLateEndOfAReplacedFlightFindsNothing() {
        let old = table.add(Table.candidate(0))
        _ = table.begin(Table.candidate(1), .replace)
        #expect(table.end(old) == nil)
        #expect(table.take(.identity("request")) == [1])
    }

    @Test mutating func endingOneOfEqualFlightsLeavesTheOthers() {
        let ids = (0..<3).map { table.add(Table.candidate($0, key: "key")) }
        table.end(ids[1])
        #expect(Set(table.entries.map(\.entry.flight)) == [0, 2])
        table.end(ids[2])
        #expect(table.begin(Table.candidate(3, key: "key"), .join).text == "joined 0")
    }

    @Test mutating func noIdIsZeroAndNoneIsGivenTwice() {
        var given: Set<FlightID> = []
        for round in 0..<4 {
            let ids = (0..<1500).map { table.add(Table.candidate($0, identity: "\(round) \($0)")) }
            #expect(ids.allSatisfy { $0.rawValue != 0 && given.insert($0).inserted })
            for id in ids { table.end(id) }
            #expect(table.isIdle)
        }
    }

    @Test mutating func anIdleTableKeepsNoPlacesOfItsBusiestHour() {
        for flight in 0..<1500 { table.add(Table.candidate(flight)) }
        _ = table.take(.everything)
        #expect(table.slots.isEmpty)
        #expect(table.identities.places + table.keys.places + table.types.places + table.keyTypes.places == 0)
    }

    // MARK: Leaving

    @Test mutating func onlyTheLastToLeaveEndsTheFlight() {
        let id = table.add(Table.candidate(0))
        for remaining in [2, 1] { #expect(table.leave(id, remaining: remaining, at: .zero).text == "nothing") }
        #expect(table.contains(.identity("request")))
        #expect(table.leave(id, remaining: 0, at: .zero).text == "cancel 0")
        #expect(table.leave(id, remaining: 0, at: .zero).text == "nothing")
        #expect(table.isIdle)
    }

    @Test mutating func aFlightThatFinishesGoesOnWithoutCallersAndCanBeJoined() {
        let id = table.add(Table.candidate(0, abandonment: .finish))
        #expect(table.leave(id, remaining: 0, at: .zero).text == "nothing")
        #expect(table.nextDeadline == nil)
        #expect(table.begin(Table.candidate(1), .join).text == "joined 0")
    }

    @Test(arguments: [AbandonPolicy.finish, .linger(.seconds(5))])
    func aDecisionEndsAnAbandonedFlightAllTheSame(abandonment: AbandonPolicy) {
        for decision in 0..<3 {
            var table = Table()
            let id = table.add(Table.candidate(0, abandonment: abandonment))
            _ = table.leave(id, remaining: 0, at: .zero)
            switch decision {
            case 0: #expect(table.take(.everything) == [0])
            case 1: #expect(table.begin(Table.candidate(1), .replace).text == "started replacing 0")
            default: #expect(table.close() == [0])
            }
            #expect(table.nextDeadline == nil)
        }
    }

    // MARK: Timers

    private mutating func addLingering() -> FlightID {
        table.add(Table.candidate(0, abandonment: .linger(.seconds(5))))
    }

    @Test mutating func aFlightLingersFromTheLastLeaveAndIsCancelledOnce() {
        let id = addLingering()
        #expect(table.leave(id, remaining: 1, at: .seconds(1)).text == "nothing")
        #expect(table.nextDeadline == nil)
        #expect(table.leave(id, remaining: 0, at: .seconds(2)).text == "nothing")
        #expect(table.nextDeadline == .seconds(7))
        #expect(table.takeDue(at: .seconds(6)).isEmpty)
        #expect(table.takeDue(at: .seconds(7)).map(\.text) == ["cancel 0"])
        #expect(table.takeDue(at: .seconds(8)).isEmpty)
        #expect(table.isIdle)
    }

    @Test mutating func anArrivalEndsTheLingering() {
        let id = addLingering()
        _ = table.leave(id, remaining: 0, at: .zero)
        #expect(table.begin(Table.candidate(1), .join).text == "joined 0")
        table.arrive(id)
        #expect(table.nextDeadline == nil)
        #expect(table.takeDue(at: .seconds(9)).isEmpty)
        _ = table.leave(id, remaining: 0, at: .seconds(10))
        #expect(table.nextDeadline == .seconds(15))
    }

    @Test mutating func anEndTakesTheTimersOfItsFlightAlong() {
        let id = addLingering()
        _ = table.leave(id, remaining: 0, at: .zero)
        table.beginWrite(id, until: .seconds(3))
        table.end(id)
        #expect(table.nextDeadline == nil)
        #expect(!table.isIdle, "the write has not ended")
        table.endWrite(id)
        #expect(table.isIdle)
    }

    @Test mutating func aCommitThatTakesTooLongIsToBeEnded() {
        let id = table.add(Table.candidate(0))
        table.beginWrite(id, until: .seconds(3))
        #expect(table.nextDeadline == .seconds(3))
        #expect(table.takeDue(at: .seconds(3)).map(\.text) == ["end commit of 0"])
        #expect(table.takeDue(at: .seconds(4)).isEmpty)
    }

    @Test mutating func aCommitThatEndsInTimeIsLeftAlone() {
        let id = table.add(Table.candidate(0))
        table.beginWrite(id, until: .seconds(3))
        table.endWrite(id)
        #expect(table.takeDue(at: .seconds(3)).isEmpty)
    }

    @Test(arguments: [2, 3])
    func aFlightIsDealtWithOnceWhereBothItsTimersAreDue(commit: Int) {
        var table = Table()
        let id = table.add(Table.candidate(0, abandonment: .linger(.seconds(2))))
        table.beginWrite(id, until: .seconds(commit))
        _ = table.leave(id, remaining: 0, at: .milliseconds(500))
        let due = table.takeDue(at: .seconds(9)).map(\.text)
        #expect(due == (commit == 2 ? ["end commit of 0", "cancel 0"] : ["cancel 0"]))
        table.endWrite(id)
        #expect(table.isIdle)
    }

    // MARK: Linked reads

    @Test mutating func aLinkedReadIsFoundOnceItsCallIsOver() {
        let network = table.add(Table.candidate(0))
        let read = table.add(Table.candidate(1, .linkedReading))
        #expect(table.take(.identity("request")) == [0])
        #expect(!table.contains(.identity("request")))
        #expect(table.end(network) == nil)
        table.unlink(read)
        #expect(table.contains(.identity("request")))
        #expect(table.take(.type(Kind.first.id)) == [1])
        #expect(table.isIdle)
    }

    @Test mutating func aReadThatWasFoundIsNotAnyMoreWhenACallTakesItOn() {
        let read = table.add(Table.candidate(0, .reading))
        #expect(table.contains(.identity("request")))
        table.relink(read)
        #expect(!table.contains(.identity("request")))
        #expect(table.begin(Table.candidate(1), .exclude).text == "started")
    }

    @Test mutating func linkedReadsAreNoDetourForThoseWhoLook() {
        let reads = (0..<10).map { table.add(Table.candidate($0, .linkedReading)) }
        #expect(table.identities.slots(under: "request").isEmpty)
        table.unlink(reads[3])
        table.unlink(reads[3])
        #expect(table.identities.slots(under: "request") == [reads[3].slot])
        table.relink(reads[3])
        #expect(table.identities.slots(under: "request").isEmpty)
        for read in reads { table.end(read) }
        #expect(table.isIdle)
    }

    @Test mutating func unlinkingDoesNothingToAFlightOfTheNetwork() {
        let id = table.add(Table.candidate(0))
        table.unlink(id)
        #expect(table.begin(Table.candidate(1), .join).text == "joined 0")
    }

    // MARK: The end

    @Test mutating func aClosedTableHasQuiescedWhenEveryWriteHasEnded() {
        let ids = (0..<2).map { table.add(Table.candidate($0)) }
        for id in ids { table.beginWrite(id, until: .seconds(3)) }
        #expect(!table.hasQuiesced)
        #expect(table.close().sorted() == [0, 1])
        #expect(table.nextDeadline == nil)
        for id in ids {
            #expect(!table.hasQuiesced)
            table.endWrite(id)
        }
        #expect(table.hasQuiesced)
        #expect(table.isIdle)
    }

    @Test mutating func aLinkedReadOutlastsTheCloseAndIsFoundOnceItsCallIsOver() {
        let read = table.link(Table.candidate(7, .linkedReading))
        #expect(table.close().isEmpty)
        if let read { table.unlink(read) }
        #expect(table.take(.everything) == [7])
        #expect(table.isIdle)
    }

    @Test mutating func aFlightOfAnUnsafeRequestIsNotJoined() {
        var unsafe = Table.candidate(0)
        unsafe.isSafe = false
        table.add(unsafe)
        #expect(table.begin(Table.candidate(1), .join).text == "refused incompatibleToJoin")
    }

    @Test mutating func aTableWithoutWritesHasQuiescedOnceItIsClosed() {
        #expect(!table.hasQuiesced)
        #expect(table.close().isEmpty)
        #expect(table.hasQuiesced)
        #expect(table.close().isEmpty)
        #expect(table.isClosed)
    }
}
