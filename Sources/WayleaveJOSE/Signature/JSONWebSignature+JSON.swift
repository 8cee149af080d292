public import WayleaveWire

extension JSONWebSignature {
  /// How many signatures over one payload are read.
  package static let maximumSignatures = 16

  /// Reads a payload with one signature or several, in the flattened or the general form; which of them must verify what
  /// is the caller's to say.
  ///
  /// RFC 7515 §7.2. A payload that came by another way is `detached` (Appendix F); `unencodedPayload` is RFC 7797 §3.
  /// Throws `jose.malformed`, `jose.critical_header` and, before anything is decoded, `jose.too_large`.
  public static func signatures(
    json text: [UInt8], detached payload: [UInt8]? = nil, unencodedPayload: Bool = false,
    maximumLength: Int = JSONWebSignature.maximumLength
  ) throws(OAuthError) -> [JSONWebSignature] {
    guard text.count <= maximumLength else {
      throw .oversizedJOSE(what: "a token", maximum: maximumLength, count: text.count)
    }
    let reader = try SerializationReader(text, detached: payload, unencodedPayload: unencodedPayload)
    return try reader.signatures()
  }
}

/// Reads the JSON serialisation.
///
/// RFC 7515 §7.2.
private struct SerializationReader {
  let object: JSON.Object
  let detached: [UInt8]?
  let unencodedPayload: Bool

  init(_ text: [UInt8], detached: [UInt8]?, unencodedPayload: Bool) throws(OAuthError) {
    object = try JOSEHeader.object(decoding: text)
    self.detached = detached
    self.unencodedPayload = unencodedPayload
    guard (object["payload"] == nil) == (detached != nil) else {
      throw Self.malformed("“payload” in one place")
    }
  }

  func signatures() throws(OAuthError) -> [JSONWebSignature] {
    let entries = try entries()
    var signatures: [JSONWebSignature] = []
    for entry in entries { signatures.append(try signature(of: entry)) }
    // RFC 7797 §3: "if there are multiple signatures …, the "b64" value … MUST be the same for all of them".
    guard Set(signatures.map { $0.header["b64"] == .bool(false) }).count == 1 else {
      throw Self.malformed("one “b64” for all signatures")
    }
    return signatures
  }

  /// RFC 7515 §7.2.2: "The "signatures" member MUST NOT be present when using this syntax."
  private func entries() throws(OAuthError) -> [JSON.Object] {
    guard let list = object["signatures"] else { return [object] }
    guard ["signature", "protected", "header"].allSatisfy({ object[$0] == nil }) else {
      throw Self.malformed("either “signature” or “signatures”")
    }
    let entries = list.array?.compactMap(\.object) ?? []
    guard (1...JSONWebSignature.maximumSignatures).contains(entries.count), entries.count == list.array?.count else {
      throw Self.malformed("1 to \(JSONWebSignature.maximumSignatures) objects as “signatures”")
    }
    return entries
  }

  private func signature(of entry: JSON.Object) throws(OAuthError) -> JSONWebSignature {
    let encodedHeader = try text("protected", of: entry) ?? ""
    let protected =
      encodedHeader.isEmpty
      ? JSON.Object() : try JOSEHeader.object(decoding: [UInt8](base64URL: encodedHeader.utf8, "protected"))
    let header = try JOSEHeader(
      protected: protected, unprotected: unprotectedHeader(of: entry), understanding: unencodedPayload ? ["b64"] : [])
    guard let signature = try text("signature", of: entry) else { throw Self.malformed("“signature”") }
    let (payload, encoded) = try payload(leftAsItIs: header.leavesPayload())
    return JSONWebSignature(
      header: header, payload: payload, signature: try [UInt8](base64URL: signature.utf8, "signature"),
      signingInput: (Array(encodedHeader.utf8) + [UInt8(ascii: ".")] + encoded)[...])
  }

  private func payload(leftAsItIs: Bool) throws(OAuthError) -> (payload: [UInt8], encoded: [UInt8]) {
    if let detached { return (detached, leftAsItIs ? detached : Base64.url.encode(detached)) }
    let encoded = Array((try text("payload", of: object) ?? "").utf8)
    return (leftAsItIs ? encoded : try [UInt8](base64URL: encoded, "payload"), encoded)
  }

  private func unprotectedHeader(of entry: JSON.Object) throws(OAuthError) -> JSON.Object? {
    guard let header = entry["header"] else { return nil }
    guard let header = header.object else { throw Self.malformed("an object as “header”") }
    return header
  }

  private func text(_ name: String, of entry: JSON.Object) throws(OAuthError) -> String? {
    guard let value = entry[name] else { return nil }
    guard let text = value.string else { throw Self.malformed("a text as “\(name)”") }
    return text
  }

  private static func malformed(_ expected: String) -> OAuthError {
    .malformedJOSE(.rfc(7515, "7.2"), expected: expected, received: .described("something else"))
  }
}
