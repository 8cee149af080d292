import WayleaveWire

/// The variables that an entry declares, and the places of its texts where their values go.
struct EntryVariables {
  let entry: JSON
  /// What stands under `variables`, with the variable where it can be read.
  let declared: [(name: String, variable: ProviderVariable?)]

  init(of entry: JSON) {
    let declared = entry["variables"]?.array ?? []
    self.init(entry: entry, declared: declared.map { ($0["name"]?.string ?? "", Self.variable($0)) })
  }

  init(entry: JSON, declared: [(name: String, variable: ProviderVariable?)]) {
    (self.entry, self.declared) = (entry, declared)
  }

  private static func variable(_ json: JSON) -> ProviderVariable? {
    guard var reader = try? ProviderReader(json, path: "", allowingHTTP: false) else { return nil }
    return try? ProviderVariable(&reader)
  }

  /// Whether the entry describes one provider.
  var isEmpty: Bool { declared.isEmpty }

  /// The variables that can be read: all of them, where there are no faults.
  var all: [ProviderVariable] { declared.compactMap(\.variable) }

  /// The entry of one customer, under its name.
  func filled(with values: [String], named name: String) -> JSON {
    guard var object = filled(Dictionary(zip(declared.map(\.name), values)) { first, _ in first }).object else {
      return entry
    }
    object["variables"] = nil
    object["name"] = .string(name)
    return .object(object)
  }

  /// The entry with the examples, in which everything else can be checked.
  var example: JSON { filled(exampleValues) }

  var exampleValues: [String: String] {
    Dictionary(
      declared.map { declared in
        let fitting = declared.variable.flatMap { $0.allows($0.example) ? $0.example : nil }
        return (declared.name, fitting ?? "example")
      }
    ) { first, _ in first }
  }

  func filled(_ values: [String: String]) -> JSON {
    guard !values.isEmpty else { return entry }
    return EntryFormat.mapTexts(in: entry(for: values)) { (text, form, path) in
      guard text.contains("{"), form.takesVariables, !Self.isFixed(path) else { return text }
      return TextTemplate(text).filled { values[String($0)] }
    }
  }

  /// What names the entry, and what it declares, is the same for all customers.
  private static func isFixed(_ path: String) -> Bool {
    path == "name" || path == "protocol" || path.hasPrefix("variables")
  }
}

extension EntryVariables {
  /// What is wrong with the variables, and with the places of texts.
  func faults(allowingHTTP: Bool) -> [EntryFault] {
    let faults = declarationFaults + placeFaults(allowingHTTP: allowingHTTP)
    return (faults.isEmpty ? exceptionFaults(allowingHTTP: allowingHTTP) : faults).map {
      EntryFault(error: $0, part: .value)
    }
  }

  private var declarationFaults: [OAuthError] {
    let withPeriods = declared.indices.filter { declared[$0].variable?.takesPeriods == true }
    let second = withPeriods.dropFirst().first.map {
      OAuthError.malformedProvider(
        "variables[\($0)]", "of another form: one variable at most has values with periods, so that a name can be read")
    }
    return declared.indices.flatMap(declarationFaults) + [second].compactMap(\.self)
  }

  private func declarationFaults(at index: Int) -> [OAuthError] {
    guard let variable = declared[index].variable else { return [] }
    let path = "variables[\(index)]"
    var faults: [OAuthError] = []
    if !Self.isName(variable.name) || declared[..<index].contains(where: { $0.name.hasSameBytes(as: variable.name) }) {
      faults.append(
        .malformedProvider(
          "\(path).name",
          "a new name of lower-case letters, digits and “_”, and none of "
            + Self.reserved.joined(separator: ", "), value: variable.name))
    }
    if case .words(let words) = variable.form, words.isEmpty || !words.allSatisfy(ProviderVariable.isSafe) {
      faults.append(.malformedProvider("\(path).words", "a list of words that can stand in a URL"))
    }
    for (key, value) in [("example", variable.example), ("usual", variable.usual)] {
      guard let value, !variable.allows(value) else { continue }
      let wanted = variable.shownWords.map { "one of \($0)" } ?? "a value that fits the form of the variable"
      faults.append(.malformedProvider("\(path).\(key)", wanted, value: value))
    }
    // A value in the title alone leads nowhere else.
    let places = texts.filter { $0.path != "title" }.flatMap { TextTemplate($0.text).places }
    if variable.exceptions.isEmpty, !places.contains(where: { $0 == variable.name }) {
      faults.append(.unusedVariable(variable.name, at: "\(path).name"))
    }
    return faults
  }

  /// Names in braces that have a meaning of their own.
  static let reserved = [
    "token", "client_id", "client_secret", "api_key", "consumer_key", "callback", "tenantid",
  ]

  private static func isName(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count) && text.utf8.first?.isLetter == true && !reserved.contains(text)
      && text.utf8.allSatisfy { ($0.isLetter && $0.lowercased == $0) || $0.isDigit || $0 == UInt8(ascii: "_") }
  }

  /// The texts that have places for variables.
  private var texts: [(text: String, form: EntryKey.Form, path: String)] {
    // Most entries have none, and each stored account has an entry.
    guard Self.hasBrace(entry) else { return [] }
    return EntryFormat.texts(in: entry).filter {
      $0.text.contains("{") && $0.form.takesVariables && !Self.isFixed($0.path)
    }
  }

  private static func hasBrace(_ json: JSON) -> Bool {
    switch json {
    case .string(let text): text.utf8.contains(UInt8(ascii: "{"))
    case .array(let elements): elements.contains(where: hasBrace)
    case .object(let object): object.members.contains { hasBrace($0.value) }
    case .null, .bool, .number: false
    }
  }

  func placeFaults(allowingHTTP: Bool) -> [OAuthError] {
    texts.compactMap { (text, form, path) in
      guard let address = EntryAddressText(text, isHost: path.hasPrefix("api_domains")) else { return nil }
      return address.undeclared(besides: declared.map(\.name) + Self.reserved, takingPlaces: form.takesPlaces)
        .map { .undeclaredVariable($0, at: path) }
        ?? address.fault(of: all, allowingHTTP: allowingHTTP).map { .malformedProvider(path, $0, value: text) }
    }
  }
}

extension OAuthError {
  fileprivate static func unusedVariable(_ name: String, at path: String) -> OAuthError {
    let name = DisplayText.clean(name, limit: 60)
    return OAuthError(
      .malformedProvider,
      message: "“\(name)” is used nowhere: write {\(name)} in a URL, or remove the variable.",
      rule: .wayleave("a variable has a place"), expected: "a place {\(name)}", received: .text(name),
      remedy: .correctEntry, member: path)
  }

  fileprivate static func undeclaredVariable(_ name: String, at path: String) -> OAuthError {
    let (name, path) = (DisplayText.clean(name, limit: 60), DisplayText.clean(path, limit: 100))
    return OAuthError(
      .malformedProvider, message: "“{\(name)}” in “\(path)” is no variable of this entry.",
      rule: .wayleave("a place in a URL has a value"), expected: "a name that stands under “variables”",
      received: .text("{\(name)}"),
      remedy: .advice(
        "Declare it: write “- name: \(name)” under “variables:”, with its meaning and an example; or write the value."),
      member: path)
  }
}
