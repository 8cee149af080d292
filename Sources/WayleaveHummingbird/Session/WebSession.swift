public import Wayleave
import WayleaveSignIn
import WayleaveWire

/// A visitor who is signed in to the website, in one browser or one app.
public struct WebSession: Sendable, Equatable {
  /// What the session is named by in lists; it signs no one in.
  public internal(set) var id = ""
  /// The user of the website, as ``WebsiteUsers`` names users.
  public let user: String
  /// What the user is called, as far as the provider said at the sign-in.
  public let name: String?
  /// The account of the sign-in, with which requests to the provider are sent: `accounts.session(for:)`.
  public let account: Account
  /// When the user signed in.
  public let signedInAt: Instant
  /// When the last request came, to the minute.
  public internal(set) var lastSeenAt: Instant
  /// How the browser, or the app, calls itself, for lists; it decides nothing.
  public let browser: String?
  /// What a form of the website carries as `token`, and compares; nil for a session out of a list.
  public internal(set) var formToken: Secret?

  /// The provider's user and session, by which the provider reports that it has ended.
  let identity: SessionIdentity

  /// When the session ends, whatever comes.
  let end: Instant
}

/// Who signed in, as the provider says it.
///
/// OpenID Connect Back-Channel Logout §2.4: the members `iss`, `sub` and `sid` of its token.
struct SessionIdentity: Sendable, Equatable {
  let issuer: String
  let subject: String
  let sessionID: String?
  /// The same user as ``WebsiteUsers`` knows accounts: issuer and subject alone. The ID token may name others, where the
  /// entry has no issuer, or the issuer has a second name.
  let account: Identity

  init(issuer: String, subject: String, sessionID: String?, account: Identity? = nil) {
    (self.issuer, self.subject, self.sessionID) = (issuer, subject, sessionID)
    self.account = account ?? Identity(issuer: Issuer(issuer), subject: subject)
  }
}

extension WebSession {
  var json: JSON {
    var object = JSON.Object()
    object["user"] = .string(user)
    object["name"] = name.map(JSON.string)
    object["account"] = account.json
    object["signed_in"] = JSON(signedInAt)
    object["seen"] = JSON(lastSeenAt)
    object["browser"] = browser.map(JSON.string)
    object["issuer"] = .string(identity.issuer)
    object["subject"] = .string(identity.subject)
    object["sid"] = identity.sessionID.map(JSON.string)
    object["until"] = JSON(end)
    let known = Identity(issuer: Issuer(identity.issuer), subject: identity.subject)
    if !known.isSameUser(as: identity.account) {
      object["account_issuer"] = .string(identity.account.issuer.text)
      object["account_subject"] = .string(identity.account.subject)
    }
    return .object(object)
  }

  /// Reads what ``json`` wrote; nil for something else.
  init?(json: JSON) {
    guard let user = json["user"]?.string, let account = json["account"].flatMap(Account.init(json:)),
      let signedIn = json["signed_in"]?.instant, let seen = json["seen"]?.instant, let end = json["until"]?.instant,
      let issuer = json["issuer"]?.string, let subject = json["subject"]?.string
    else { return nil }
    var known: Identity?
    if let issuer = json["account_issuer"]?.string, let subject = json["account_subject"]?.string {
      known = Identity(issuer: Issuer(issuer), subject: subject)
    }
    self.init(
      user: user, name: json["name"]?.string, account: account, signedInAt: signedIn, lastSeenAt: seen,
      browser: json["browser"]?.string,
      identity: SessionIdentity(issuer: issuer, subject: subject, sessionID: json["sid"]?.string, account: known),
      end: end)
  }
}
