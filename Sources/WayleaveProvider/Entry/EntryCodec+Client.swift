import WayleaveOAuth2
import WayleaveWire

extension EntryCodec<[String: String]> {
  /// Pairs that can stand in a URL, with places for what is no secret of the client; a record may have any.
  ///
  /// RFC 6749 §2.3.1: "The parameters can only be transmitted in the request-body and MUST NOT be included in the
  /// request URI."
  static let clientParameters = parameters(without: [.secret: "may stand in header fields alone"])
  /// The same for a revocation. It has no API key: a user is asked for that key only when requests to the API need it.
  static let revocationParameters = parameters(without: [.secret: "may stand in header fields alone", .apiKey: ofAPI])
  /// Header fields of a revocation.
  static let revocationHeaders = parameters(without: [.apiKey: ofAPI])
  private static let ofAPI = "is for requests to the API alone"

  private static func parameters(without refused: [ClientValue: String]) -> EntryCodec {
    EntryCodec(form: .pairs) { (reader, key) throws(OAuthError) in
      let pairs = try reader.pairs(key)
      guard !reader.isRecord else { return pairs }
      for (name, value) in pairs.sorted(by: { $0.key < $1.key }) {
        for (place, reason) in refused.sorted(by: { $0.key.rawValue < $1.key.rawValue })
        where ClientValue.named(in: [value]).contains(place) {
          throw reader.malformed("\(key).\(name)", "without \(place.rawValue), which \(reason)")
        }
      }
      return pairs
    } write: {
      .pairs($0) ?? .object(JSON.Object())
    }
  }
}

extension EntryCodec<[String]> {
  /// Names of parameters that a token request does not have already: a callback must not choose those. A record may
  /// have any texts.
  static let freeParameters = EntryCodec(form: .list(.text)) { (reader, key) throws(OAuthError) in
    try reader.texts(
      key, allowing: { name in !name.isEmpty && !taken.contains { $0.hasSameBytes(as: name) } },
      as: "a parameter that the token request does not have by itself")
  } write: {
    JSON($0)
  }

  /// RFC 6749 §2.3.1, §4.1.3 and §6; RFC 7521 §4.2; RFC 7636 §4.5.
  private static let taken = [
    "grant_type", "code", "redirect_uri", "client_id", "client_secret", "client_assertion", "client_assertion_type",
    "code_verifier", "refresh_token",
  ]
}

extension EntryCodec<CodeChallengeForm?> {
  /// `true` for PKCE as RFC 7636 §4.2 has it, `false` for none, or the word of another form.
  static let challengeForm = EntryCodec(form: .flagOr(words.map(\.rawValue))) { (reader, key) throws(OAuthError) in
    if let flag = try reader.flag(key) { return flag ? .some(.s256) : .some(nil) }
    return try reader.text(key).map { (text) throws(OAuthError) in try reader.choice(text, of: key, among: words) }
  } write: { form in
    switch form {
    case nil: .bool(false)
    case .s256: .bool(true)
    case let form?: .string(form.rawValue)
    }
  }

  private static let words: [CodeChallengeForm] = [.plain, .hexadecimal]
}
