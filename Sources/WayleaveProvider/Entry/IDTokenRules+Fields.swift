import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire

extension IDTokenRules: EntrySection {
  static let common = IDTokenRules()

  static let fields: [EntryField<Self>] = [
    EntryField(
      "trusted_audiences", \.trustedAudiences, .texts,
      "audiences that may stand in ID tokens in addition to the client, such as a project's number; `azp`, where it stands, must be the client",
      absent: "none: the client alone"),
    EntryField(
      "trusted_authorized_parties", \.trustedAuthorizedParties, .clientIDs,
      "your other clients to which ID tokens may have been issued (`azp`), such as the app of a backend",
      absent: "none: the client alone"),
    EntryField(
      "id_token_dialect", \.dialect, .section, "how its ID tokens depart from OpenID Connect Core",
      absent: "no departure; Google's and Microsoft's are known"),
  ]
}

extension EntryCodec<[ClientID]> {
  fileprivate static let clientIDs = EntryCodec<[String]>.texts.map({ $0.map(ClientID.init) }, { $0.map(\.text) })
}

extension IDTokenDialect: EntrySection {
  static let common = IDTokenDialect()

  static let fields: [EntryField<Self>] = [
    EntryField(
      "issuer_aliases", .texts, "texts that its ID tokens may have as `iss` in the place of `issuer`",
      absent: "`issuer`, byte for byte",
      value: { dialect in
        guard case .alias(let aliases) = dialect.issuerForm else { return nil }
        return aliases.map(\.text)
      }
    ) { (dialect, aliases) throws(OAuthError) in dialect.issuerForm = .alias(aliases.map(Issuer.init)) },
    EntryField(
      "issuer_template", .issuerTemplate,
      "the `iss` of its ID tokens, with the token's `tid` in the place of `{tenantid}`, such as "
        + "`https://login.example/{tenantid}/v2.0`; its metadata names this text as the issuer",
      absent: "`issuer`, byte for byte",
      value: { dialect in
        guard case .tenantTemplate(let template) = dialect.issuerForm else { return nil }
        return template
      }
    ) { (dialect, template) throws(OAuthError) in
      guard dialect.issuerForm == .exact else {
        throw .malformedProvider("id_token_dialect", "issuer_aliases or issuer_template")
      }
      dialect.issuerForm = .tenantTemplate(template)
    },
    EntryField("text_dates", \.hasTextDates, .flag, "whether dates in ID tokens may stand in quotes"),
    EntryField(
      "hashed_nonce", \.hashesNonce, .flag, "whether ID tokens have the SHA-256 of the nonce in its place"),
  ]
}

extension EntryCodec<String> {
  fileprivate static let issuerTemplate = EntryCodec(form: .text) { (reader, key) throws(OAuthError) in
    let template = try reader.text(key)
    guard reader.isRecord || template.map(isIssuerTemplate) ?? true else {
      throw .malformedProvider("id_token_dialect.issuer_template", "an https URL with {tenantid} in its path")
    }
    return template
  } write: {
    .string($0)
  }

  /// The tenant chooses no host: a word of the token must not name another issuer.
  private static func isIssuerTemplate(_ text: String) -> Bool {
    let parts = text.split(separator: "{tenantid}", omittingEmptySubsequences: false)
    let example = text.replacing(part: "{tenantid}", with: "x")
    guard parts.count == 2, let url = try? AbsoluteURL(example) else { return false }
    return url.scheme == "https" && url.query == nil && url.fragment == nil && parts[0].utf8.count { $0 == 0x2F } > 2
  }
}
