import Crypto
package import WayleaveProvider
package import WayleaveWire

/// The update of the catalogue that is in use, and the greatest version of each key.
package struct SavedUpdate: Sendable {
  /// The file in the folder of the user's entries. It is none of them, since those end in `.yaml`.
  package static let fileName = "catalogue-update.json"
  /// The largest file, in bytes: a document, with every character escaped at worst, and its signature.
  private static let maximumSize = 8 << 20

  /// The update; nil where none is in use.
  package private(set) var update: CatalogueUpdate?
  /// The entries that are used, each with the digest of the built-in entry that it was shown against.
  ///
  /// The user has seen the changes of that entry. A later program may have a better one, which then counts.
  private var used: [String: String] = [:]
  /// The greatest version that was used of each key, by its fingerprint: it outlives a reset.
  private var versions: [String: Int64] = [:]

  package init() {}

  /// Reads what ``text`` wrote, and verifies the signature again; throws `configuration.update_refused`.
  package init(_ text: String) throws(OAuthError) {
    let json = try Self.json(text)
    versions = Self.versions(json)
    guard let update = json["update"]?.object else { return }
    guard let document = update["document"]?.string, let signature = update["signature"]?.string,
      let line = update["key"]?.string
    else { throw .damagedUpdate("A part of it is missing.") }
    do throws(OAuthError) {
      self.update = try CatalogueUpdate(
        document: Array(document.utf8), signature: Array(signature.utf8), by: [SSHPublicKey(file: line)])
    } catch { throw .damagedUpdate(error.message) }
    for member in update["entries"]?.object?.members ?? [] { used[member.name] = member.value.string }
  }

  /// The greatest versions alone of what ``text`` wrote, as far as they can be read: no older update comes after a reset.
  package init(versionsOf text: String) { versions = (try? Self.json(text)).map(Self.versions) ?? [:] }

  private static func json(_ text: String) throws(OAuthError) -> JSON {
    guard text.utf8.count <= maximumSize, let json = try? JSON(decoding: Array(text.utf8)) else {
      throw .damagedUpdate("It is no JSON of \(maximumSize >> 20) MiB at most.")
    }
    guard json["format"]?.integer == 1 else {
      throw .damagedUpdate("Its “format” is not 1: a later version of Wayleave may have written it.")
    }
    return json
  }

  private static func versions(_ json: JSON) -> [String: Int64] {
    (json["versions"]?.object?.members ?? []).reduce(into: [:]) { $0[$1.name] = $1.value.integer }
  }

  /// The text of the file.
  package var text: String {
    var object = JSON.Object()
    object["format"] = 1
    object["versions"] = .sorted(versions.mapValues { .number(String($0)) })
    object["update"] = update.map {
      [
        "document": .string($0.document), "signature": .string($0.signature), "key": .string($0.key.text),
        "entries": .sorted(used.mapValues(JSON.string)),
      ]
    }
    return JSON.object(object).encodedText() + "\n"
  }

  /// The names of the entries that it corrects here.
  package var names: [ProviderName] { used.keys.sorted().map { ProviderName($0) } }

  /// The entries that have another built-in entry now than when the update was shown: that one counts.
  package var outdated: [ProviderName] {
    names.filter { name in Provider.builtInDescription(named: name).map(Self.digest) != used[name.text] }
  }

  /// The description of a built-in entry with its corrections; nil for none, and where they are for an earlier one.
  package func corrected(_ name: ProviderName, _ builtIn: JSON) -> JSON? {
    guard let digest = used[name.text], digest == Self.digest(builtIn),
      let correction = update?.corrections.first(where: { $0.name == name })
    else { return nil }
    return builtIn.merged(with: correction.keys)
  }

  /// The description of a built-in entry as it is used, with its corrections or without; nil for no built-in entry.
  package func description(of name: ProviderName) -> JSON? {
    Provider.builtInDescription(named: name).map { corrected(name, $0) ?? $0 }
  }

  /// Checks that an update is later than what was used of its key; throws `configuration.update_refused`.
  ///
  /// The one that is in use may be used again, so that an entry that was left out can be taken.
  package func requireLater(_ later: CatalogueUpdate) throws(OAuthError) {
    guard let version = versions[later.key.fingerprint], later.version <= version else { return }
    guard later.version == version else { throw .olderUpdate(later.version, than: version) }
    guard let update, update.key == later.key else { return }
    guard update.document.hasSameBytes(as: later.document) else { throw .otherUpdate(version) }
  }

  /// Uses an update for some entries.
  package mutating func use(_ later: CatalogueUpdate, for names: [ProviderName]) {
    update = later
    versions[later.key.fingerprint] = later.version
    used = Dictionary(
      names.compactMap { name in
        Provider.builtInDescription(named: name).map { (name.text, Self.digest($0)) }
      }
    ) { first, _ in first }
  }

  /// Uses none.
  package mutating func reset() { (update, used) = (nil, [:]) }

  private static func digest(_ builtIn: JSON) -> String { SHA256.hash(data: builtIn.encoded()).hexadecimal }
}

extension OAuthError {
  fileprivate static func damagedUpdate(_ reason: String) -> OAuthError {
    OAuthError(
      .updateRefused, message: "The update of the catalogue that was saved cannot be used. \(reason)",
      rule: .wayleave("what corrects the catalogue is verified whenever it is read"),
      remedy: "Remove it: `wayleave providers update --reset`. Then use the update again.")
  }

  fileprivate static func olderUpdate(_ version: Int64, than used: Int64) -> OAuthError {
    .updateRefused(
      "It is version \(version), and version \(used) of the same key was used here.",
      remedy: "Nothing was changed. Get the latest one, and its signature.")
  }

  fileprivate static func otherUpdate(_ version: Int64) -> OAuthError {
    .updateRefused("It is version \(version), as the one in use, and says something else.")
  }
}
