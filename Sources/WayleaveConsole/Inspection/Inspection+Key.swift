import WayleaveJOSE
import WayleaveWire

extension Inspection {
  /// Splits a key or a key set, in JSON or PEM; of a private key only the public part.
  ///
  /// RFC 7517 §4 and §5.
  init(key text: String) {
    self.init(kind: .key)
    guard text.hasPrefix("{") else {
      attempt { (inspection) throws(OAuthError) in try inspection.add(JSONWebKey(pem: Secret(text))) }
      return
    }
    attempt { (inspection) throws(OAuthError) in
      let json = try JSON(decoding: Array(text.utf8))
      let keys = json["keys"]?.array ?? [json]
      guard keys.allSatisfy({ $0["kty"] != nil }) else { throw .noKey() }
      for key in keys {
        inspection.attempt { (inspection) throws(OAuthError) in
          try inspection.add(JSONWebKey(key.object ?? JSON.Object()))
        }
      }
    }
    if parts.isEmpty, (try? JSON(decoding: Array(text.utf8)))?["kty"] == nil { kind = .unknown }
  }

  private mutating func add(_ key: JSONWebKey) throws(OAuthError) {
    var part = Part(name: key.isPrivate ? "Private key" : "Public key")
    for member in Redaction.cleaned(key.json).object?.members ?? [] {
      part.add(member.name, Redaction.text(of: member.value))
    }
    if !key.thumbprint.isEmpty { part.add("thumbprint", key.thumbprint, note: "the same for both halves of the key") }
    if key.isPrivate { part.add("private members", "(there, and not shown)") }
    parts.append(part)
  }
}

extension OAuthError {
  fileprivate static func noKey() -> OAuthError {
    OAuthError(
      .malformedJOSE,
      message:
        "The JSON is none of what is known here: a key with “kty”, a set of keys, or a server's answer of tokens, of codes "
        + "for a device, of an error, of metadata or of a client registration.",
      rule: .rfc(7517, "4.1"), expected: "a key with “kty”, a set of keys, or an answer of a server",
      remedy: "Give the whole of it, as it was published or answered. An API's own reply has no fixed members.")
  }
}
