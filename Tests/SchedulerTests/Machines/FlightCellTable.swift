/// What is expected of a cell of three callers that have not left: action → the phase after it, and its callers.
enum FlightCellTable {
    typealias Row = [FlightCellTableTests.Phase: String]

    static let rows: [FlightCellTableTests.Event: Row] = [
        .admitCaller: row(
            "admit → open, 4",
            "admit → answered data, 4",
            "admit → driving data by 0, 4",
            "admit → committing value, 4",
            "refuse → ended over, 3"
        ),
        .admitStream: row(
            "admit → open, 4",
            "admit → answered data, 4",
            "admit → driving data by 0, 4",
            "admit → committing value, 4",
            "refuse → ended over, 3"
        ),
        .takeArriving: row(
            "park → open, 3",
            "drive data → driving data by 0, 3",
            "park → driving data by 0, 3",
            "park → committing value, 3",
            "ended over → ended over, 3"
        ),
        .takeStream: row(
            "park → open, 3",
            "drive data → driving data by 2, 3",
            "park → driving data by 0, 3",
            "park → committing value, 3",
            "ended over → ended over, 3"
        ),
        .takeLeft: row(
            "left → open, 3",
            "left → answered data, 3",
            "left → driving data by 0, 3",
            "left → committing value, 3",
            "left → ended over, 3"
        ),
        .takeUnattended: row(
            "park → open, 3",
            "drive data → driving data by nobody, 3",
            "park → driving data by 0, 3",
            "park → committing value, 3",
            "ended over → ended over, 3"
        ),
        .parkArriving: row(
            "stay → open, 3",
            "drive data → driving data by 0, 3",
            "stay → driving data by 0, 3",
            "stay → committing value, 3",
            "ended over → ended over, 3"
        ),
        .parkLeft: row(
            "left → open, 3",
            "left → answered data, 3",
            "left → driving data by 0, 3",
            "left → committing value, 3",
            "left → ended over, 3"
        ),
        .leaveArriving: row(
            "nothing → open, 2",
            "nothing → answered data, 2",
            "nothing → driving data by 0, 2",
            "nothing → committing value, 2",
            "nothing → ended over, 3"
        ),
        .leaveWaiting: row(
            "resume one, nothing → open, 2",
            "nothing → answered data, 2",
            "resume one, nothing → driving data by 0, 2",
            "resume one, nothing → committing value, 2",
            "nothing → ended over, 3"
        ),
        .leaveStream: row(
            "nothing → open, 2",
            "nothing → answered data, 2",
            "nothing → driving data by 0, 2",
            "nothing → committing value, 2",
            "nothing → ended over, 3"
        ),
        .leaveLeft: row(
            "nothing → open, 3",
            "nothing → answered data, 3",
            "nothing → driving data by 0, 3",
            "nothing → committing value, 3",
            "nothing → ended over, 3"
        ),
        .leaveTwice: row(
            "resume one, nothing; nothing → open, 2",
            "nothing; nothing → answered data, 2",
            "resume one, nothing; nothing → driving data by 0, 2",
            "resume one, nothing; nothing → committing value, 2",
            "nothing; nothing → ended over, 3"
        ),
        .leaveTenTimes: row(
            "\(ten) → open, 2",
            "\(ten) → answered data, 2",
            "\(ten) → driving data by 0, 2",
            "\(ten) → committing value, 2",
            "\(ten) → ended over, 3"
        ),
        .claimStart: row(
            "start → open, 3",
            "start → answered data, 3",
            "start → driving data by 0, 3",
            "start → committing value, 3",
            "do not start → ended over, 3"
        ),
        .claimStartTwice: row(
            "yes no → open, 3",
            "yes no → answered data, 3",
            "yes no → driving data by 0, 3",
            "yes no → committing value, 3",
            "no no → ended over, 3"
        ),
        .onCancel: row(
            "nothing → open, 3",
            "nothing → answered data, 3",
            "nothing → driving data by 0, 3",
            "nothing → committing value, 3",
            "run handler → ended over, 3"
        ),
        .report: row(
            "tell stream → open, 3",
            "tell  → answered data, 3",
            "tell  → driving data by 0, 3",
            "tell  → committing value, 3",
            "tell  → ended over, 3"
        ),
        .answer: row(
            "wake one with later → driving later by 1, 3",
            "nothing → answered data, 3",
            "nothing → driving data by 0, 3",
            "nothing → committing value, 3",
            "nothing → ended over, 3"
        ),
        .giveBackByDriver: row(
            "nothing → open, 3",
            "nothing → answered data, 3",
            "wake one with data → driving data by 4, 2",
            "nothing → committing value, 3",
            "nothing → ended over, 3"
        ),
        .giveBackByOther: row(
            "nothing → open, 3",
            "nothing → answered data, 3",
            "nothing → driving data by 0, 3",
            "nothing → committing value, 3",
            "nothing → ended over, 3"
        ),
        .beginCommit: row(
            "do not store → open, 3",
            "do not store → answered data, 3",
            "store → committing value, 3",
            "do not store → committing value, 3",
            "do not store → ended over, 3"
        ),
        .end: row(
            "tell one stream done, 3 callers → ended done, 3",
            "tell stream done, 3 callers → ended done, 3",
            "tell stream one done, 3 callers → ended done, 3",
            "tell stream one done, 3 callers → ended done, 3",
            "nothing → ended over, 3"
        ),
        .endCommit: row(
            "nothing → open, 3",
            "nothing → answered data, 3",
            "nothing → driving data by 0, 3",
            "tell stream one value, 3 callers, run handler → ended value, 3",
            "nothing → ended over, 3"
        ),
        .cancel: row(
            "tell one stream cancelled, 3 callers, run handler → ended cancelled, 3",
            "tell stream cancelled, 3 callers → ended cancelled, 3",
            "tell stream one cancelled, 3 callers → ended cancelled, 3",
            "tell stream one cancelled, 3 callers, run handler → ended cancelled, 3",
            "nothing → ended over, 3"
        ),
    ]

    private static let ten = Array(repeating: "nothing", count: 10).joined(separator: " ")

    private static func row(
        _ open: String,
        _ answered: String,
        _ driving: String,
        _ committing: String,
        _ ended: String
    ) -> Row {
        [.open: open, .answered: answered, .driving: driving, .committing: committing, .ended: ended]
    }
}
