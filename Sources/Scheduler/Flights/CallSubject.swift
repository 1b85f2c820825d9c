/// What a call is about, but for the request itself: all that is asked of it, once and before the coordinator is entered.
///
/// Of no type parameter, like everything here that the way of a call need not know the request's type for: what has one is
/// looked up at run time in a user's module.
struct CallSubject: Sendable {
    let type: any Request.Type
    let key: RequestKey?
    let isSafe: Bool
    let abandonment: AbandonPolicy
    let showsActivity: Bool?
    let storing: StoringPlan?
    let identityHash: Int?
    let isOngoing: Bool

    init<R: Request>(_ request: R, key: RequestKey?) {
        type = R.self
        self.key = key
        isSafe = request.isSafe
        abandonment = request.abandonment
        showsActivity = request.showsActivity
        storing = request.storage?.storing
        let witness = RequestWitness<R>.find()
        identityHash = witness.hash(request)
        isOngoing = witness.isOngoing
    }
}
