import WayleaveWire

/// The rules of one tenant, each with the number of requests that it was about.
struct FaultBook: Sendable {
  /// One rule in force.
  struct Rule: Sendable {
    /// What no other rule of this book ever has.
    let number: Int
    let fault: Fault
    /// How many requests it was about.
    var seen = 0
  }

  private(set) var rules: [Rule] = []
  private var total = 0

  init(_ faults: Faults) {
    use(faults)
  }

  /// Replaces the rules; counting begins again.
  mutating func use(_ faults: Faults) {
    rules = []
    for fault in faults.rules { append(fault) }
  }

  /// Adds a rule; false where there are too many.
  mutating func add(_ fault: Fault) -> Bool {
    guard rules.count < Faults.maximum else { return false }
    append(fault)
    return true
  }

  private mutating func append(_ fault: Fault) {
    rules.append(Rule(number: total, fault: fault))
    total += 1
  }

  /// Removes the rule of this number, if it is still there.
  mutating func remove(_ number: Int) { rules.removeAll { $0.number == number } }

  /// What goes wrong with a request; it is counted at every rule that is about it.
  ///
  /// One that only fetches a nonce is sent again: the rules that count take the second one.
  mutating func take(
    for request: RequestMessage, at path: String, isUncounted: @autoclosure () -> Bool = false
  ) -> [Fault] {
    var taken: [Fault] = []
    for index in rules.indices where rules[index].fault.concerns(request, at: path) {
      if rules[index].fault.occurrence != .all, isUncounted() { continue }
      rules[index].seen += 1
      if rules[index].fault.occurrence.contains(rules[index].seen) { taken.append(rules[index].fault) }
    }
    return taken
  }

  /// The rules as they were given, each with what it has seen.
  var json: JSON {
    [
      "rules": .array(
        rules.map { rule in
          var members = rule.fault.json
          members["seen"] = JSON(Int64(rule.seen))
          return .object(members)
        })
    ]
  }
}
