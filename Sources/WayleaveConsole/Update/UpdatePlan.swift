package import WayleaveProvider
package import WayleaveWire

/// What an update would change here, before it is used.
package struct UpdatePlan: Sendable {
  /// One entry of it.
  package struct Entry: Sendable {
    package let name: ProviderName
    /// What changes against the entry that is used now.
    package let changes: [EntryChange]
    /// The places that are new: neither the built-in entry nor the one that is used now goes there.
    package let moves: [EntryMove]
    /// Whether the update corrects it; else it only becomes what the program has.
    package let isCorrected: Bool
  }

  /// The entries that it corrects, and those that no correction stands for any more.
  package let entries: [Entry]

  /// Compares an update with what is used now; throws `configuration.update_refused` where one entry could not be read.
  package init(of update: CatalogueUpdate, inPlaceOf saved: SavedUpdate) throws(OAuthError) {
    var entries: [Entry] = []
    for correction in update.corrections {
      guard let builtIn = Provider.builtInDescription(named: correction.name) else {
        throw .unknownEntry(correction.name)
      }
      let later = builtIn.merged(with: correction.keys)
      if let fault = Provider.faults(in: later).first { throw .unreadable(correction.name, because: fault.error) }
      let now = saved.corrected(correction.name, builtIn) ?? builtIn
      let known = EntryMove.all(from: now, to: later).map { [$0.key, $0.after] }
      let moves = EntryMove.all(from: builtIn, to: later).filter { known.contains([$0.key, $0.after]) }
      entries.append(
        Entry(name: correction.name, changes: EntryChange.all(from: now, to: later), moves: moves, isCorrected: true))
    }
    for name in saved.names where !update.corrections.contains(where: { $0.name == name }) {
      guard let builtIn = Provider.builtInDescription(named: name), let now = saved.corrected(name, builtIn) else {
        continue
      }
      // Back to what the program has: no one has to vouch for that.
      entries.append(
        Entry(name: name, changes: EntryChange.all(from: now, to: builtIn), moves: [], isCorrected: false))
    }
    self.entries = entries
  }

  /// The entries that send something to a new place.
  package var moving: [Entry] { entries.filter { !$0.moves.isEmpty } }

  /// Every change, one on a line.
  package var lines: [String] { entries.flatMap { entry in entry.changes.map { "\(entry.name): \($0.text)" } } }
}

extension UpdatePlan.Entry {
  /// Where it would send what, for people: `token_endpoint goes to https://b.example, before to https://a.example`.
  package var movesText: String {
    moves.map { move in
      let before = move.before.isEmpty ? "" : ", before to \(DisplayText.clean(move.before, limit: 400))"
      return "\(DisplayText.clean(move.key, limit: 100)) goes to \(DisplayText.clean(move.after, limit: 400))\(before)"
    }.joined(separator: "; ")
  }

  /// The entry as `--json` prints it.
  package func json(isUsed: Bool) -> JSON {
    [
      "name": .string(name.text), "used": .bool(isUsed), "changes": .array(changes.map(\.json)),
      "moves": .array(
        moves.map { ["key": .string($0.key), "before": .string($0.before), "after": .string($0.after)] }),
    ]
  }
}

extension OAuthError {
  fileprivate static func unknownEntry(_ name: ProviderName) -> OAuthError {
    .updateRefused(
      "It corrects “\(DisplayText.clean(name.text, limit: 60))”, and the program has no such entry.",
      remedy: "Nothing was changed. If the update is for a later version of this program, install that one first.")
  }

  fileprivate static func unreadable(_ name: ProviderName, because error: OAuthError) -> OAuthError {
    .updateRefused("With it the entry “\(name)” could not be read: \(error.message)")
  }
}
