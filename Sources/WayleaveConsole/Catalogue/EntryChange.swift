package import WayleaveWire

/// One key of an entry that a correction changes.
package struct EntryChange: Sendable, Equatable {
  /// The path of the key, such as `dialect.pkce`.
  package let key: String
  /// What it said; nil where it was missing.
  package let before: JSON?
  /// What it says; nil where it is removed.
  package let after: JSON?

  /// Every key that differs between two descriptions, in their order; lists are compared whole.
  package static func all(from earlier: JSON, to later: JSON) -> [EntryChange] {
    all(from: earlier, to: later, at: "")
  }

  private static func all(from earlier: JSON?, to later: JSON?, at path: String) -> [EntryChange] {
    guard earlier != later else { return [] }
    let (old, new) = (earlier?.object, later?.object)
    guard old != nil || new != nil, old != nil || earlier == nil, new != nil || later == nil else {
      return [EntryChange(key: path, before: earlier, after: later)]
    }
    let (before, after) = (old ?? JSON.Object(), new ?? JSON.Object())
    let names = before.members.map(\.name) + after.members.map(\.name).filter { before[$0] == nil }
    return names.flatMap { name in
      all(from: before[name], to: after[name], at: path.isEmpty ? name : "\(path).\(name)")
    }
  }
}

extension EntryChange {
  /// The change for people: `dialect.pkce: true → false`.
  package var text: String { "\(DisplayText.clean(key, limit: 100)): \(Self.shown(before)) → \(Self.shown(after))" }

  private static func shown(_ value: JSON?) -> String {
    guard let value else { return "none" }
    // What an attacker would have cut off must not be: a host stands at the beginning of a URL.
    return DisplayText.clean(value.string ?? value.encodedText(), limit: 1000)
  }

  package var json: JSON { ["key": .string(key), "before": before ?? .null, "after": after ?? .null] }
}
