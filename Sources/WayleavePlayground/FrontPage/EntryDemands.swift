import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// What an entry demands of a client here, in sentences for its page.
struct EntryDemands {
  struct Row {
    let what: String
    let sentence: String
    /// Whether the documentation of the provider says so; else the entry alone does.
    var isDocumented = false
  }

  let rows: [Row]

  init(of play: EntryPlay) {
    let rules = play.documented
    guard let service = play.service else {
      rows = Self.signatureRows(of: play.entry)
      return
    }
    var rows = [Self.redirectURIs(rules), Self.challenge(rules, service), Self.authentication(rules, service)]
    let separator = rules?.scopeSeparator ?? service.dialect.scopeSeparator
    rows.append(
      Row(
        what: "Scopes", sentence: separator == " " ? "With a space between them." : "With “\(separator)” between them.",
        isDocumented: rules?.scopeSeparator != nil))
    rows += [Self.refreshToken(rules), Self.headers(rules, service)].compactMap(\.self)
    self.rows = rows
  }

  private static func signatureRows(of entry: Provider) -> [Row] {
    guard case .oauth1(let service) = entry.service else { return [] }
    return [
      Row(what: "Signature", sentence: "\(service.dialect.signatureMethod.rawValue), which is verified."),
      Row(what: "Callbacks", sentence: "Those that are registered, and oob."),
    ]
  }

  private static func redirectURIs(_ rules: DocumentedRules?) -> Row {
    guard let rule = rules?.redirect else {
      return Row(what: "Redirect URIs", sentence: "Those that are registered; of a loopback one any port.")
    }
    return Row(
      what: "Redirect URIs",
      sentence: "The real provider takes \(rule.sentence). A client of your own is held to that.",
      isDocumented: true)
  }

  private static func challenge(_ rules: DocumentedRules?, _ service: OAuth2Service) -> Row {
    let sentence =
      switch rules?.challenge {
      case .required:
        rules?.demandsChallenge(ofPublic: false) == true
          ? "Demanded." : "Taken; a client without a secret must use it."
      case .supported: "Taken; a client without a secret must use it."
      case .refused: "A code challenge is refused."
      case .plainOnly: "By the method “plain” alone."
      case .hexadecimal: "S256, as hexadecimal digits."
      case nil:
        service.dialect.authorization.supportsPKCE
          ? "Taken; a client without a secret must use it." : "A code challenge is refused."
      }
    return Row(what: "PKCE", sentence: sentence, isDocumented: rules?.challenge != nil)
  }

  private static func authentication(_ rules: DocumentedRules?, _ service: OAuth2Service) -> Row {
    let names = (rules?.clientAuthentication).map { Set($0) } ?? [service.dialect.request.clientAuthentication]
    let words = names.map(word).sorted().joined(separator: ", or ")
    let publicClients = rules?.allowsPublicClients.map { $0 ? "" : " No client is without a secret." } ?? ""
    return Row(
      what: "Client authentication", sentence: words.prefix(1).uppercased() + words.dropFirst() + "." + publicClients,
      isDocumented: rules?.clientAuthentication != nil)
  }

  private static func word(_ method: ClientAuthenticationMethod) -> String {
    switch method {
    case .basic, .basicRaw: "the secret by HTTP Basic"
    case .post: "the secret in the body"
    case .publicClient: "no secret"
    case .privateKeyJWT: "an assertion that the key signs"
    case .signedSecret: "a secret that the key signs"
    default: method.rawValue
    }
  }

  private static func refreshToken(_ rules: DocumentedRules?) -> Row? {
    let sentence: String
    switch rules?.refreshToken {
    case .always: sentence = "With every code."
    case .never: sentence = "None is given."
    case .parameter(let name, let value): sentence = "With \(name)=\(value) in the authorization request."
    case .scope(let scope): sentence = "With the scope \(scope)."
    case nil: return nil
    }
    return Row(what: "Refresh token", sentence: sentence, isDocumented: true)
  }

  private static func headers(_ rules: DocumentedRules?, _ service: OAuth2Service) -> Row? {
    let names = Set((rules?.apiHeaders ?? [:]).keys).union(service.dialect.api.headers.keys).sorted()
    guard !names.isEmpty else { return nil }
    return Row(
      what: "API requests", sentence: "Carry \(names.joined(separator: ", ")).",
      isDocumented: rules?.apiHeaders.isEmpty == false)
  }

  /// How the page shows them.
  var pageValue: PageValue {
    .list(
      rows.map {
        .record([
          "what": .text($0.what), "sentence": .text($0.sentence), "isDocumented": .flag($0.isDocumented),
        ])
      })
  }
}
