package import WayleaveOAuth2
public import WayleaveWire

/// How to find out who the user is: what is asked, and where in the answers each thing stands.
///
/// Every field but the requests is a template: `{response.user.id}` stands for the value at that path, `{token.user_id}`
/// for a member of the token answer, `{emails.[primary=true].email}` for one of the answer to the request `emails`.
public struct IdentityRule: Sendable, Equatable {
  /// What is asked, in the user's name; nil where the token answer says who the user is.
  public var endpoint: Endpoint?
  /// The body of the request, as JSON, which is then a POST; nil for a GET.
  public var body: String?
  /// Header fields of the request; they go before those of the API.
  package var headers: [String: String] = [:]
  /// A member of the token answer that names scheme and host of the requests, such as Salesforce's `instance_url`.
  ///
  /// It must be one of ``Provider/apiOrigins`` or below one of ``Provider/apiDomains``.
  public var originMember: String?
  /// Further requests, made in their order after the first.
  public var requests: [IdentityRequest] = []
  /// The provider's own, unchanging name for the user.
  public var subject: String
  /// What the user is called.
  public var name: String?
  /// The short name under which the user is known.
  public var handle: String?
  /// The email address.
  public var email: String?
  /// Whether the address was checked: a template, or `true` where the provider gives no other address.
  public var emailVerified: String?
  /// Where a picture is.
  public var picture: String?

  /// Whether the provider says some of it at the user's first sign-in only, as Apple does: what it said then is kept.
  public var isShownOnce = false

  /// A rule.
  public init(
    endpoint: Endpoint? = nil, subject: String, name: String? = nil, handle: String? = nil, email: String? = nil,
    emailVerified: String? = nil, picture: String? = nil
  ) {
    self.endpoint = endpoint
    self.subject = subject
    self.name = name
    self.handle = handle
    self.email = email
    self.emailVerified = emailVerified
    self.picture = picture
  }

  /// The rule of OpenID Connect Core §5.1.
  package static func openID(userInfoEndpoint: Endpoint) -> IdentityRule {
    IdentityRule(
      endpoint: userInfoEndpoint, subject: "{sub}", name: "{name}", handle: "{preferred_username}", email: "{email}",
      emailVerified: "{email_verified}", picture: "{picture}")
  }

  /// Every request, in order.
  package var allRequests: [IdentityRequest] {
    (endpoint.map { [IdentityRequest($0, body: body, headers: headers)] } ?? []) + requests
  }

  /// Where the credential goes to learn who the user is.
  package var origins: [Origin] { allRequests.map(\.endpoint.origin) }

  /// The origin that the token answer names for the requests; nil where they name their own. Throws `answer.unexpected`
  /// where the rule wants one and the answer has none.
  package func origin(in answers: IdentityAnswers) throws(OAuthError) -> Origin? {
    guard let originMember else { return nil }
    guard let text = answers.named["token"]?.value(at: originMember)?.string,
      // Wrike names a host alone.
      let url = try? AbsoluteURL(text.utf8.contains { ":/?#".utf8.contains($0) } ? text : "https://\(text)"),
      let origin = Origin(of: url)
    else { throw .noIdentity("“\(originMember)” in the token answer", "none, or no URL") }
    return origin
  }

  /// Reads the provider's answer to the one request; throws `answer.unexpected` when no subject is in it.
  package func identity(in response: ResponseMessage, issuer: Issuer) throws(OAuthError) -> Identity {
    try identity(in: Self.answer(in: response), issuer: issuer)
  }

  /// The JSON of an answer; throws `answer.unexpected`.
  package static func answer(in response: ResponseMessage) throws(OAuthError) -> JSON {
    try response.requireDirectAnswer()
    guard response.status == 200, let json = try? JSON(decodingAnswer: response.body) else {
      throw .noIdentity("JSON with status 200", "status \(response.status)")
    }
    return json
  }

  /// Reads what the provider said in one answer.
  package func identity(in json: JSON, issuer: Issuer) throws(OAuthError) -> Identity {
    var answers = IdentityAnswers()
    answers.first = json
    return try identity(in: answers, issuer: issuer)
  }

  /// Reads what the provider said.
  package func identity(in answers: IdentityAnswers, issuer: Issuer) throws(OAuthError) -> Identity {
    let wanted = "a subject of 1 to 255 ASCII characters as \(subject)"
    guard let user = Self.text(subject, from: answers, isComplete: true) else { throw .noIdentity(wanted, "none") }
    guard (1...255).contains(user.utf8.count), user.utf8.allSatisfy(\.isVisibleCharacter) else {
      throw .noIdentity(wanted, "“\(DisplayText.clean(user, limit: 60))”")
    }
    let picture = picture.flatMap { Self.text($0, from: answers) }
    return Identity(
      issuer: issuer, subject: user, displayName: name.flatMap { Self.text($0, from: answers) },
      handle: handle.flatMap { Self.text($0, from: answers) }, email: email.flatMap { Self.text($0, from: answers) },
      isEmailVerified: isEmailVerified(in: answers), picture: Identity.picture(picture), raw: answers.raw)
  }

  private func isEmailVerified(in answers: IdentityAnswers) -> Bool? {
    guard let emailVerified else { return nil }
    guard let isAlways = Bool(emailVerified) else { return Self.text(emailVerified, from: answers).flatMap(Bool.init) }
    return email.flatMap { Self.text($0, from: answers) } == nil ? nil : isAlways
  }

  /// Fills a template; nil when nothing in it had a value, or, where it must be complete, when anything had none.
  ///
  /// Two users that share one part are not the same user: a subject is complete.
  package static func text(_ template: String, from json: JSON, isComplete: Bool = false) -> String? {
    var answers = IdentityAnswers()
    answers.first = json
    return text(template, from: answers, isComplete: isComplete)
  }

  private static func text(_ template: String, from answers: IdentityAnswers, isComplete: Bool = false) -> String? {
    var filled = ""
    var hasValue = false
    for piece in TextTemplate(template).pieces {
      switch piece {
      case .text(let text): filled += text
      case .place(let path):
        let value = answers.value(at: String(path)).flatMap(text(of:))
        guard value != nil || !isComplete else { return nil }
        hasValue = hasValue || value != nil
        filled += value ?? ""
      }
    }
    guard hasValue else { return nil }
    let bytes = filled.utf8.drop { $0 == 0x20 }
    let end = bytes.lastIndex { $0 != 0x20 }.map(bytes.index(after:)) ?? bytes.startIndex
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  static func text(of value: JSON) -> String? {
    switch value {
    case .string(let text): text.isEmpty ? nil : text
    case .number(let digits): digits
    case .bool(let value): value ? "true" : "false"
    default: nil
    }
  }
}

extension OAuthError {
  fileprivate static func noIdentity(_ expected: String, _ received: String) -> OAuthError {
    OAuthError(
      .unexpectedAnswer,
      message: "The provider did not say who the user is: its API gave \(received) and not \(expected).",
      rule: .wayleave("the provider's API tells who the user is"), expected: expected,
      received: .described(received),
      remedy: "The credential is saved. Sign in again with a scope that lets the user be known.")
  }
}
