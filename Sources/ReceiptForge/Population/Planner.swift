/// Decides case after case: honest accounts, and at even distances in turn a fraud and something that
/// looks like one.
struct Planner {
  private let seed: UInt64
  private let distance: Int
  private var rowsLeft: Int
  private var cases = 0
  private var special = 0
  private var register = AccountRegister()

  init(_ population: Population) {
    seed = population.seed
    rowsLeft = population.count
    // Small populations have some of each as well; in large ones all that is special is rare.
    distance = min(20, max(3, population.count / 180))
  }

  /// Cases with so many rows or a few more; fewer at the end of the population.
  mutating func next(_ count: Int) -> [PlannedCase] {
    var planned: [PlannedCase] = []
    var rows = 0
    while rows < count, rowsLeft > 0 {
      let next = nextCase()
      rows += next.rows.count
      rowsLeft -= next.rows.count
      planned.append(next)
    }
    return planned
  }

  /// Whole cases only: where the next special one has more rows than are left, an honest account
  /// takes its place.
  private mutating func nextCase() -> PlannedCase {
    cases += 1
    // Every case has a generator of its own, so that one does not shift the next.
    var random = SplitMix64(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(cases))
    if cases % distance == 0, var plan = specialCase(&random), plan.rows.count <= rowsLeft {
      plan.nameWhatIsShared()
      return plan
    }
    return HonestPlan.account(number: register.next(), limit: rowsLeft, &random)
  }

  private mutating func specialCase(_ random: inout SplitMix64) -> PlannedCase? {
    defer { special += 1 }
    if special % 2 == 0 {
      return FraudPlan.allCases[special / 2 % FraudPlan.allCases.count].plan(&register, &random)
    }
    return ConfounderPlan.allCases[special / 2 % ConfounderPlan.allCases.count]
      .plan(&register, &random)
  }
}
