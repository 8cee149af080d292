package import WayleaveOAuth2
public import WayleaveWire

/// How to find out who the user is: one request to the provider's API, and where in its answer each thing stands.
///
/// Every field but the endpoint is a template: `{response.user.id}` stands for the value at that path.
public struct IdentityRule: Sendable, Equatable {
  /// What is asked, in the user's name.
  public var endpoint: Endpoint
  /// The provider's own, unchanging name for the user.
  public var subject: String
  /// What the user is called.
  public var name: String?
  /// The short name under which the user is known.
  public var handle: String?
  /// The email address.
  public var email: String?
  /// Whether the address was checked.
  public var emailVerified: String?
  /// Where a picture is.
  public var picture: String?

  /// A rule.
  public init(
    endpoint: Endpoint, subject: String, name: String? = nil, handle: String? = nil, email: String? = nil,
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

  /// Reads the provider's answer; throws `answer.unexpected` when no subject is in it.
  package func identity(in response: ResponseMessage, issuer: Issuer) throws(OAuthError) -> Identity {
    try response.requireDirectAnswer()
    guard response.status == 200, let json = try? JSON(decoding: response.body) else {
      throw .noIdentity("JSON with status 200", "status \(response.status)")
    }
    return try identity(in: json, issuer: issuer)
  }

  /// Reads what the provider said.
  package func identity(in json: JSON, issuer: Issuer) throws(OAuthError) -> Identity {
    guard let subject = Self.text(subject, from: json, isComplete: true), (1...255).contains(subject.utf8.count),
      subject.utf8.allSatisfy(\.isVisibleCharacter)
    else { throw .noIdentity("a subject of 1 to 255 ASCII characters", "another, or none") }
    let picture = picture.flatMap { Self.text($0, from: json) }
    return Identity(
      issuer: issuer, subject: subject, displayName: name.flatMap { Self.text($0, from: json) },
      handle: handle.flatMap { Self.text($0, from: json) }, email: email.flatMap { Self.text($0, from: json) },
      isEmailVerified: emailVerified.flatMap { Self.text($0, from: json) }.flatMap(Bool.init),
      picture: Identity.picture(picture), raw: json)
  }

  /// Fills a template; nil when nothing in it had a value, or, where it must be complete, when anything had none.
  ///
  /// Two users that share one part are not the same user: a subject is complete.
  package static func text(_ template: String, from json: JSON, isComplete: Bool = false) -> String? {
    var filled = ""
    var hasValue = false
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      filled += rest[..<open]
      if let value = json.value(at: String(rest[rest.index(after: open)..<close])).flatMap(text(of:)) {
        filled += value
        hasValue = true
      } else if isComplete {
        return nil
      }
      rest = rest[rest.index(after: close)...]
    }
    guard hasValue else { return nil }
    filled += rest
    return String(filled.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  private static func text(of value: JSON) -> String? {
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
