public import WayleaveWire

/// One step of a sign-in or a refresh: what happened, by which rule, redacted.
public struct Event: Sendable, Equatable {
  /// The kinds of step; the names are stable.
  public enum Name: String, Sendable, CaseIterable {
    /// A sign-in began.
    case signInBegan = "sign_in.began"
    /// A request goes out.
    case requestSent = "request.sent"
    /// An answer came.
    case answerReceived = "answer.received"
    /// A server was busy, and the request waits to be sent again.
    case requestPostponed = "request.postponed"
    /// The user is shown an address.
    case userSent = "user.sent"
    /// A callback came that answers nothing here.
    case callbackIgnored = "callback.ignored"
    /// The callback came that answers the sign-in.
    case callbackAccepted = "callback.accepted"
    /// The ID token passed every check.
    case idTokenVerified = "id_token.verified"
    /// The provider issued a credential.
    case credentialIssued = "credential.issued"
    /// Something in an answer was not as its specification says, and was accepted.
    case tolerated = "answer.tolerated"
    /// What was granted is not what was asked for.
    case scopesDiffer = "credential.scopes_differ"
    /// A credential is safely stored.
    case credentialStored = "credential.stored"
    /// The provider said who the user is.
    case identified = "user.identified"
    /// The provider did not say who the user is; the credential is stored.
    case unidentified = "user.unidentified"
    /// A refresh began.
    case refreshBegan = "refresh.began"
    /// A server's clock and ours are so far apart that one of them is wrong.
    case clocksDiffer = "clocks.differ"
    /// A credential was removed.
    case credentialRemoved = "credential.removed"
  }

  /// What happened.
  public let name: Name
  /// The rule by which it happened; nil where there is none to name.
  public let rule: OAuthError.Rule?
  /// More, for people; nothing secret is in it.
  public let detail: String

  /// What stands in the message or the address that it is about, name by name; nothing secret is in it.
  public let fields: [Field]

  /// A name and its value, fit to be shown: a secret by its fingerprint.
  public struct Field: Sendable, Equatable {
    /// The name of a parameter, a member or a header field.
    public let name: String
    /// Its value, or what stands for it.
    public let value: String

    package init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }

  /// A step.
  package init(_ name: Name, rule: OAuthError.Rule? = nil, _ detail: String, fields: [Field] = []) {
    self.name = name
    self.rule = rule
    self.detail = detail
    self.fields = fields
  }
}
