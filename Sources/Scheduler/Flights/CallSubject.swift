/// What a call is about: all that is asked of its request, asked once and before the coordinator is entered.
struct CallSubject<R: Request>: Sendable {
    let request: R
    let key: RequestKey?
    let isSafe: Bool
    let abandonment: AbandonPolicy
    let showsActivity: Bool?
    let plan: StoragePlan<R.Response>?
    let storing: StoringPlan?
    let identityHash: Int?
    let witness: RequestWitness<R>

    init(_ request: R, key: RequestKey?) {
        self.request = request
        self.key = key
        isSafe = request.isSafe
        abandonment = request.abandonment
        showsActivity = request.showsActivity
        plan = request.storage
        storing = plan?.storing
        witness = RequestWitness<R>.find()
        identityHash = witness.hash(request)
    }
}
