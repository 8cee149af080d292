import WayleaveOAuth2
public import WayleaveWire

extension Faults {
  /// Reads a list of rules, or an object that has it as `rules`; throws `configuration.invalid_value`, which names the
  /// rule by its number.
  public init(json: JSON) throws(OAuthError) {
    let object = json.object
    guard let list = json.array ?? object?["rules"]?.array, object?.members.count ?? 1 == 1, list.count <= Self.maximum
    else { throw .unreadableRules("a list of rules, or an object with the one member “rules”", json) }
    self.init()
    for (index, rule) in list.enumerated() {
      do throws(OAuthError) { rules.append(try Fault(json: rule)) } catch { throw .badRule(index + 1, error) }
    }
  }
}

extension Fault {
  private static let names = ["path", "client", "where", "nth", "from", "every", "effect", "value"]

  fileprivate init(json: JSON) throws(OAuthError) {
    guard let object = json.object else { throw .unreadableRules("an object", json) }
    if let other = object.members.first(where: { !Self.names.contains($0.name) }) {
      throw .unknownMember(other.name, among: Self.names)
    }
    try self.init(
      at: try object.text("path").flatMap { $0 == "*" ? nil : $0 }, where: try Self.fields(in: object),
      client: try object.text("client").map { ClientID($0) }, on: try Self.occurrence(in: object),
      try Self.effect(in: object))
  }

  private static func effect(in object: JSON.Object) throws(OAuthError) -> Effect {
    guard let word = try object.text("effect") else { throw .unreadableRules("an effect", member: "effect") }
    let value: String? =
      switch object["value"] {
      case nil: nil
      case .string(let text)?: text
      case .number(let digits)?: digits
      case let other?: throw .wrongValue(other.encodedText(), of: word)
      }
    return try Effect(word: word, value: value)
  }

  private static func fields(in object: JSON.Object) throws(OAuthError) -> [Form.Field] {
    guard let wanted = object["where"] else { return [] }
    guard let members = wanted.object?.members else {
      throw .unreadableRules("an object of form fields", wanted, member: "where")
    }
    var fields: [Form.Field] = []
    for member in members {
      guard let value = member.value.string else {
        throw .unreadableRules("a text", member.value, member: "where.\(member.name)")
      }
      fields.append(Form.Field(name: Array(member.name.utf8), value: Array(value.utf8)))
    }
    return fields
  }

  private static func occurrence(in object: JSON.Object) throws(OAuthError) -> Occurrence {
    let given = object.members.filter { ["nth", "from", "every"].contains($0.name) }
    guard let name = given.first?.name else { return .all }
    guard given.count == 1 else {
      throw .unreadableRules(
        "only one of \(given.map(\.name).joined(separator: ", "))", .object(JSON.Object(members: given)),
        member: given[1].name)
    }
    guard let number = object[name]?.integer, let occurrence = Occurrence(name, Int(number)) else {
      throw .wrongNumber(object[name]?.encodedText() ?? "", as: name)
    }
    return occurrence
  }
}

extension JSON.Object {
  fileprivate func text(_ name: String) throws(OAuthError) -> String? {
    guard let value = self[name] else { return nil }
    guard let text = value.string else { throw .unreadableRules("a text", value, member: name) }
    return text
  }
}

extension OAuthError {
  fileprivate static func unreadableRules(
    _ expected: String, _ received: JSON? = nil, member: String? = nil
  ) -> OAuthError {
    OAuthError(
      .invalidValue, rule: .wayleave("a rule has the members that Documentation/playground.md lists"),
      expected: expected, received: received.map { .text($0.encodedText()) } ?? .nothing,
      remedy: .advice("Correct the rule."), member: member)
  }

  fileprivate static func unknownMember(_ name: String, among names: [String]) -> OAuthError {
    OAuthError(
      .invalidValue, rule: .wayleave("a rule has the members that Documentation/playground.md lists"),
      expected: "only \(names.joined(separator: ", "))", received: .text(name),
      remedy: .advice(NearestNames.suggestion(for: name, among: names)), member: name)
  }

  fileprivate static func badRule(_ number: Int, _ error: OAuthError) -> OAuthError {
    let place = ["Rule \(number)", error.member.map { "“\($0)”" }].compactMap(\.self).joined(separator: ", ")
    let reason = error.expected.map { "expected \($0); received \(error.received ?? .nothing)." } ?? error.message
    return OAuthError(
      .invalidValue, message: "\(place): \(reason)", rule: error.rule,
      expected: error.expected, received: error.received, remedy: error.remedy, member: error.member)
  }
}
