import Wayleave
import WayleaveBackport
import WayleaveConsole
import WayleaveProvider
import WayleaveTerminal
import WayleaveWire

/// A built-in entry with what corrects it here.
struct CorrectedEntry {
  let entry: DescribedEntry
  /// What a signed update changes.
  let updated: [EntryChange]
  /// What a file of the user changes, over the update.
  let overridden: [EntryChange]
}

/// An update that could not be used is reported once.
private let isWarnedOf = Lock<OAuthError?>(nil)

/// What corrects the built-in entries: a signed update, and the user's own changes, which count last.
extension Catalogue {
  /// Where the update is saved that is in use.
  var updateFile: String { "\(folder)/\(SavedUpdate.fileName)" }

  /// The update that was saved; nil where there is none. Throws `configuration.update_refused` for a damaged one.
  func savedUpdate() throws(OAuthError) -> SavedUpdate? {
    try TextFile.readOwn(updateFile).map { (text) throws(OAuthError) in try SavedUpdate(text) }
  }

  /// Of one that cannot be used, the greatest versions that can be read.
  func savedVersions() throws(OAuthError) -> SavedUpdate {
    SavedUpdate(versionsOf: try TextFile.readOwn(updateFile) ?? "")
  }

  /// The same, or one that corrects nothing. A damaged one is left out with a warning: the built-in entries serve.
  func usableUpdate() -> SavedUpdate {
    do throws(OAuthError) { return try savedUpdate() ?? SavedUpdate() } catch {
      let isNew = isWarnedOf.withLock { warned in
        defer { warned = error }
        return warned != error
      }
      if isNew { Console.error("Warning: \(error.message) \(error.remedy.inCommands)") }
      return SavedUpdate()
    }
  }

  /// Saves what ``savedUpdate()`` reads.
  func save(_ update: SavedUpdate) throws(OAuthError) {
    try TextFile.write(update.text, as: SavedUpdate.fileName, in: folder)
  }

  /// A built-in entry, or a template, as it is corrected here; nil where nothing corrects it.
  ///
  /// Without an update and without a file of that name two files are looked for, and nothing else is done.
  func corrected(_ name: ProviderName) throws(OAuthError) -> CorrectedEntry? {
    try corrected(name, by: usableUpdate())
  }

  private func corrected(_ name: ProviderName, by update: SavedUpdate) throws(OAuthError) -> CorrectedEntry? {
    let text = try overridingText(of: name)
    guard text != nil || update.names.contains(name), let builtIn = Provider.builtInDescription(named: name) else {
      return nil
    }
    var (entry, updated): (DescribedEntry?, [EntryChange]) = (nil, [])
    if let description = update.corrected(name, builtIn) {
      entry = try? DescribedEntry(json: description, isVouchedFor: true)
      updated = entry == nil ? [] : EntryChange.all(from: builtIn, to: description)
    }
    guard let text else { return entry.map { CorrectedEntry(entry: $0, updated: updated, overridden: []) } }
    let base = entry == nil ? builtIn : update.description(of: name)
    let check = EntryCheck(of: text, at: path(of: name), named: name, over: { $0 == name ? base : nil })
    if let error = check.firstError { throw error }
    return (check.entry ?? entry).map {
      CorrectedEntry(entry: $0, updated: updated, overridden: check.overridden ?? [])
    }
  }

  /// The user's file with the name of a built-in entry, where it changes that entry: another one is no entry at all.
  private func overridingText(of name: ProviderName) throws(OAuthError) -> String? {
    guard let text = try TextFile.readOwn(path(of: name)) else { return nil }
    // What is no YAML was meant to change it: that is reported by who reads it.
    if let json = try? EntryText(text).json, !EntryOverride.isDescribed(by: json) { return nil }
    return text
  }

  /// Every built-in provider and template, as they are corrected here.
  ///
  /// A file that cannot be used is left out with a warning.
  func builtInEntries() throws(OAuthError) -> (providers: [Provider], templates: [ProviderTemplate]) {
    var (providers, templates) = (Provider.builtIn, Provider.builtInTemplates)
    for (name, corrected) in try correctedEntries() {
      providers.removeAll { $0.name == name }
      templates.removeAll { $0.name == name }
      if let provider = corrected.entry.provider { providers.append(provider) }
      if let template = corrected.entry.template { templates.append(template) }
    }
    return (providers, templates)
  }

  /// The built-in entries that are corrected here, by their names.
  func correctedEntries() throws(OAuthError) -> [ProviderName: CorrectedEntry] {
    let update = usableUpdate()
    var entries: [ProviderName: CorrectedEntry] = [:]
    for name in Set(update.names + (try ownNames().filter(\.isOfProgram))) {
      do throws(OAuthError) { entries[name] = try corrected(name, by: update) } catch {
        Console.error("A provider file is left out. \(error.message)")
      }
    }
    return entries
  }
}

extension CorrectedEntry {
  /// The mark of the entry in a list.
  var note: String {
    [updated.isEmpty ? nil : "updated", overridden.isEmpty ? nil : "changed by you"].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// Which keys are corrected, and who signed that, for people.
  func sentences(of name: ProviderName, by update: SavedUpdate) -> [String] {
    let version = update.update.map { "version \($0.version), signed by \($0.key.fingerprint)" } ?? "none"
    return [
      updated.isEmpty ? nil : "The update of the catalogue (\(version)) corrects: \(Self.keys(updated)).",
      overridden.isEmpty
        ? nil : "Your own file changes: \(Self.keys(overridden)). To undo that: `wayleave providers remove \(name)`.",
    ].compactMap(\.self)
  }

  private static func keys(_ changes: [EntryChange]) -> String {
    DisplayText.clean(changes.map(\.key).joined(separator: ", "), limit: 1000)
  }
}
