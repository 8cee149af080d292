package import WayleaveProvider
package import WayleaveWire

/// A file of the user that changes keys of a built-in entry, and sends nothing to another host.
///
/// It has the entry's name, `overrides: true` and the keys that change; `null` removes one.
package struct EntryOverride: Sendable {
  /// What makes a file one.
  package static let key = "overrides"

  /// The entry with the changes.
  package let merged: JSON
  /// The keys that change.
  package let changes: [EntryChange]
  /// What is wrong with the changes by themselves: the merged entry can have more faults.
  let errors: [OAuthError]

  /// Whether a file changes a built-in entry.
  package static func isDescribed(by json: JSON) -> Bool { json[key] != nil }

  /// Reads a file. `base` gives the entry of a name as it is without the file; nil for no built-in one.
  package init(_ json: JSON, of base: (ProviderName) -> JSON?) {
    let name = json["name"]?.string ?? ""
    guard let entry = base(ProviderName(name)) else {
      (merged, changes) = (json, [])
      errors = [
        .malformedOverride("name", "The program has no entry “\(DisplayText.clean(name, limit: 100))” to change.")
      ]
      return
    }
    var keys = json.object ?? JSON.Object()
    for key in ["format", "name", Self.key] { keys[key] = nil }
    merged = entry.merged(with: .object(keys))
    changes = EntryChange.all(from: entry, to: merged)
    let format = json["format"] ?? 1
    let wrong: [OAuthError?] = [
      format.integer == 1 ? nil : .malformedOverride("format", "“format” has to be 1, the format of this version."),
      json[Self.key]?.bool == true ? nil : .malformedOverride(Self.key, "“\(Self.key)” has to be true, or left out."),
    ]
    errors = wrong.compactMap(\.self) + EntryMove.all(from: entry, to: merged).map { .moved($0) }
  }
}

extension OAuthError {
  fileprivate static func malformedOverride(_ key: String, _ message: String) -> OAuthError {
    OAuthError(
      .malformedProvider, message: message,
      rule: .wayleave("changes of a built-in entry send nothing to another host"),
      remedy: "`wayleave providers list` shows the names. An entry of your own needs no “overrides”.", member: key)
  }

  fileprivate static func moved(_ move: EntryMove) -> OAuthError {
    let before = move.before.isEmpty ? "nothing" : "“\(DisplayText.clean(move.before, limit: 200))”"
    let key = DisplayText.clean(move.key, limit: 100)
    return OAuthError(
      .malformedProvider,
      message:
        "“\(key)” would be “\(DisplayText.clean(move.after, limit: 200))”, and is \(before) in the built-in entry.",
      rule: .wayleave("changes of a built-in entry send nothing to another host"),
      expected: "the hosts of the built-in entry at “\(key)”", received: .text(move.after),
      remedy: "Leave that key out. For other hosts write an entry of your own, under another name.", member: move.key)
  }
}
