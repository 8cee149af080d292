import WayleaveBackport
package import WayleaveProvider
package import WayleaveWire

/// Corrections of the catalogue between two releases: a document whose signature was verified.
///
/// `{format: 1, version: N, entries: {NAME: {…}}}`, in JSON or YAML. An entry has only the keys that change; they are
/// merged into the built-in one as RFC 7396 says.
package struct CatalogueUpdate: Sendable {
  /// What its signature is made for: no signature of another file counts.
  package static let namespace = "wayleave-catalogue"
  /// The largest document, in bytes; one in YAML is at most as large as an entry.
  package static let maximumSize = 1 << 20

  /// The corrections of one entry.
  package struct Correction: Sendable {
    /// The entry.
    package let name: ProviderName
    /// The keys that change.
    package let keys: JSON
  }

  /// Its number: for each key, a later update has a greater one.
  package let version: Int64
  /// The corrections, in the order of the document.
  package let corrections: [Correction]
  /// Who signed it.
  package let key: SSHPublicKey
  /// The document as it was signed.
  package let document: String
  /// The file of its signature.
  package let signature: String

  /// Reads a document of one of these signers; throws `configuration.update_refused`.
  ///
  /// Nothing of the document is read before its signature is verified.
  package init(document: [UInt8], signature: [UInt8], by signers: [SSHPublicKey]) throws(OAuthError) {
    guard document.count <= Self.maximumSize else { throw .updateRefused("It has more than 1 MiB.") }
    let signed = try SSHSignature(file: signature)
    guard signers.contains(signed.key) else { throw .unknownSigner(signed.key, besides: signers) }
    try signed.require(of: document, for: Self.namespace)
    guard let text = String(utf8: document), let armor = String(utf8: signature) else {
      throw .updateRefused("It is not UTF-8.")
    }
    let json = try Self.json(text)
    guard let members = json.object else { throw .updateRefused("It has to be keys with values.") }
    if let other = members.members.first(where: { !["format", "version", "entries"].contains($0.name) }) {
      throw .updateRefused("“\(DisplayText.clean(other.name, limit: 60))” is not a key of an update.")
    }
    guard json["format"]?.integer == 1 else { throw .updateRefused("Its “format” has to be 1, the one known here.") }
    guard let version = json["version"]?.integer, version > 0 else {
      throw .updateRefused("Its “version” has to be a whole number from 1 on.")
    }
    guard let entries = json["entries"]?.object else {
      throw .updateRefused("Its “entries” have to be keys by entries.")
    }
    (self.version, key, self.document, self.signature) = (version, signed.key, text, armor)
    corrections = try entries.members.map { (entry) throws(OAuthError) in
      try Correction(name: ProviderName(entry.name), keys: Self.keys(entry.value, of: entry.name))
    }
  }

  /// JSON is by far faster to read, so a large document is JSON.
  private static func json(_ text: String) throws(OAuthError) -> JSON {
    guard text.first(where: { !$0.isWhitespace }) == "{" else {
      do throws(EntryFinding) { return try EntryText(text).json } catch {
        throw .updateRefused(error.sentence(of: "Line"))
      }
    }
    do throws(OAuthError) { return try JSON(decoding: Array(text.utf8)) } catch { throw .updateRefused(error.message) }
  }

  private static func keys(_ keys: JSON, of name: String) throws(OAuthError) -> JSON {
    let shown = DisplayText.clean(name, limit: 60)
    guard let members = keys.object?.members, !members.isEmpty else {
      throw .updateRefused("“\(shown)” has to have the keys that change.")
    }
    // An entry is no larger than this either.
    guard keys.encoded().count <= EntryText.maximumSize else {
      throw .updateRefused("“\(shown)” has more than 64 KiB.")
    }
    if let key = members.first(where: { ["format", "name"].contains($0.name) })?.name {
      throw .updateRefused("“\(shown)” must not change its “\(key)”.")
    }
    return keys
  }
}

extension OAuthError {
  /// A document, or its signature, that cannot be used.
  static func updateRefused(_ reason: String, remedy: Remedy? = nil) -> OAuthError {
    OAuthError(
      .updateRefused, message: "The update cannot be used. \(reason)",
      rule: .wayleave("an update is as Documentation/providers.md says, and later than the one before"),
      remedy: remedy ?? "Nothing was changed. Ask who publishes it for a corrected one with a greater version.")
  }

  /// A key is trusted when the program has it, or the user has named it.
  fileprivate static func noUpdateKey() -> OAuthError {
    OAuthError(
      .updateRefused, message: "This version of Wayleave has no key of its own for updates of the catalogue yet.",
      rule: .wayleave("corrections of the catalogue are signed by a key that is trusted"),
      remedy: "Corrections of others, such as your company: `wayleave providers update FILE --key KEY.pub`.")
  }

  fileprivate static func unknownSigner(_ key: SSHPublicKey, besides known: [SSHPublicKey]) -> OAuthError {
    guard !known.isEmpty else { return .noUpdateKey() }
    let names = known.map(\.fingerprint).joined(separator: ", ")
    return OAuthError(
      .updateRefused, message: "The update is signed by another key, \(key.fingerprint). Trusted here: \(names).",
      rule: .wayleave("corrections of the catalogue are signed by a key that is trusted"),
      remedy:
        "Nothing was changed. If you know that key: `wayleave providers update FILE --key KEY.pub`."
    )
  }
}
