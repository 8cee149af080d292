import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

/// Who asks: the registrations, and the authentication of clients.
///
/// RFC 6749 §2.3 and §3.2.1; RFC 7523 §3.
extension Tollgate {
  /// The client of an id, whether configured or registered over the wire.
  func registeredClient(_ id: ClientID, at now: Instant) -> TollgateClient? {
    settings.clients.first { $0.id == id }
      ?? state.registrations.value(for: Secret(id.text), at: now)?.client
      ?? state.published.value(for: Secret(id.text), at: now)?.client ?? LocalhostClient.client(of: id)
  }

  /// The client of an id at the server that was asked: what registered at one is unknown at the others.
  func registeredClient(_ id: ClientID, _ visit: Visit) -> TollgateClient? {
    guard let client = registeredClient(id, at: visit.now) else { return nil }
    let server = TollgateServer(at: visit.path)
    if state.published.value(for: Secret(id.text), at: visit.now) != nil {
      return server == .origin || visit.ways.contains(.noDocuments) ? nil : client
    }
    let registered = state.registrations.value(for: Secret(id.text), at: visit.now)?.server
    let known = registered ?? (LocalhostClient.client(of: id) == nil ? .own : .pds)
    return known == server ? client : nil
  }

  /// The client that sent a form, and the form: authenticated in the one way that it registered.
  func verifiedRequest(
    _ visit: Visit, repeatable: Set<String> = []
  ) throws(TollgateRefusal) -> (client: TollgateClient, form: Form) {
    // RFC 6749 §2.3.1: credentials "MUST NOT be included in the request URI", and nothing else belongs there either.
    guard visit.query.fields.isEmpty else { throw TollgateRefusal("invalid_request", expecting: "no query") }
    let form = try refusing { () throws(OAuthError) in try visit.request.bodyForm }
    try form.requireSingle(but: repeatable)
    let credentials = try refusing(as: "invalid_client") { () throws(OAuthError) in
      try ClientCredentials(reading: visit.request)
    }
    // A client that shows a certificate sends its id alone: RFC 8705 §2.
    try verifyPlace(of: credentials, in: form, visit)
    guard let client = registeredClient(credentials.id, visit),
      client.authentication == credentials.method
        || (client.authentication.needsCertificate && credentials.method == .publicClient)
    else {
      throw TollgateRefusal("invalid_client", expecting: "a registered client, by its registered way of authenticating")
    }
    try verify(credentials, of: client, visit)
    return (client, form)
  }

  /// Some servers want the id in the body as well, and others take that for a second way of authenticating.
  private func verifyPlace(
    of credentials: ClientCredentials, in form: Form, _ visit: Visit
  ) throws(TollgateRefusal) {
    let isBasic = credentials.method == .basic
    let isInBody = form.contains("client_id")
    if visit.ways.contains(.clientIDInBody), isBasic, !isInBody {
      throw TollgateRefusal("invalid_client", "Missing client_id")
    }
    if visit.ways.contains(.clientIDOnce), isBasic, isInBody {
      throw TollgateRefusal("invalid_client", expecting: "one way of authenticating")
    }
  }

  private func verify(
    _ credentials: ClientCredentials, of client: TollgateClient, _ visit: Visit
  ) throws(TollgateRefusal) {
    switch client.authentication {
    case .publicClient: break
    case .basic, .post:
      guard let secret = client.secret, credentials.secret == secret else { throw TollgateRefusal("invalid_client") }
    case .secretJWT:
      let keys = try refusing(as: "invalid_client") { () throws(OAuthError) in
        try client.secret.map { secret throws(OAuthError) in try JSONWebKeySet([JSONWebKey(sharedSecret: secret)]) }
      }
      try verify(credentials.assertion, by: keys, allowing: [.hs256], visit)
    case .privateKeyJWT:
      try verify(credentials.assertion, by: client.keys, allowing: TollgateClientRules.assertionAlgorithms, visit)
    case .tls, .selfSignedTLS:
      guard visit.certificate.map(client.isKnown) ?? false else {
        throw TollgateRefusal("invalid_client", expecting: "the certificate that is registered (RFC 8705 §2)")
      }
    case .basicRaw, .bearerSecret, .signedSecret: throw TollgateRefusal("invalid_client")
    }
  }

  /// Only the issuer is the audience: if the token endpoint were one too, another server could have an assertion made
  /// that serves here.
  private func verify(
    _ assertion: ClientAssertion?, by keys: JSONWebKeySet?, allowing algorithms: Set<SignatureAlgorithm>, _ visit: Visit
  ) throws(TollgateRefusal) {
    guard let assertion, let keys else { throw TollgateRefusal("invalid_client") }
    let issuer = offer(for: visit).issuer
    let verified = try refusing(as: "invalid_client") { () throws(OAuthError) in
      try assertion.proof(by: keys, allowing: algorithms, to: issuer, at: visit.realNow)
    }
    try takeAssertion(verified, word: "invalid_client", visit)
  }

  /// Takes an assertion once: RFC 7523 §3, number 7.
  func takeAssertion(
    _ verified: VerifiedAssertion, word: String, _ visit: Visit
  ) throws(TollgateRefusal) {
    guard let id = verified.tokenID else { throw TollgateRefusal(word, "'jti' (RFC 7523 §3)") }
    // With the length, "ab" of "c" differs from "a" of "bc".
    let name = Secret("\(verified.issuer.utf8.count) \(verified.issuer) \(id)")
    guard state.assertions.value(for: name, at: visit.realNow) == nil else {
      throw TollgateRefusal(word, "an assertion that did not come before (RFC 7523 §3)")
    }
    let end = verified.expiresAt + TollgateState.assertionMemory
    guard state.assertions.insert(true, for: name, until: end, at: visit.realNow) else { throw .full }
  }
}
