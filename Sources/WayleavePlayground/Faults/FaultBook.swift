import WayleaveWire

/// The rules of one tenant, each with the number of requests that it was about.
struct FaultBook: Sendable {
  private var rules: [(fault: Fault, seen: Int)]

  init(_ faults: Faults) {
    rules = faults.rules.map { ($0, 0) }
  }

  /// Replaces the rules; counting begins again.
  mutating func use(_ faults: Faults) { self = FaultBook(faults) }

  /// What goes wrong with a request; it is counted at every rule that is about it.
  mutating func take(for request: RequestMessage, at path: String) -> [Fault] {
    var taken: [Fault] = []
    for index in rules.indices where rules[index].fault.concerns(request, at: path) {
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
