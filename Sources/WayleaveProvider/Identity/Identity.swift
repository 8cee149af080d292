import WayleaveJOSE
public import WayleaveOAuth2
package import WayleaveOpenID
public import WayleaveWire

/// Who the user is, as far as the provider says.
///
/// The user is the pair of issuer and subject. An email address is a way to reach a person, never a key: addresses
/// change hands, and some providers do not check them.
public struct Identity: Sendable, Equatable {
  /// The provider's name, or its issuer.
  public var issuer: Issuer
  /// The provider's own, unchanging name for the user.
  public var subject: String
  /// What the user is called.
  public var displayName: String?
  /// The short name under which the user is known there, without `@`.
  public var handle: String?
  /// An address, when the provider gives one.
  public var email: String?
  /// Whether the provider says that it checked the address; nil when it does not say.
  public var isEmailVerified: Bool?
  /// Where a picture of the user is; https only.
  public var picture: String?
  /// Everything the provider said about the user.
  public var raw: JSON

  /// A user at an issuer.
  public init(
    issuer: Issuer, subject: String, displayName: String? = nil, handle: String? = nil, email: String? = nil,
    isEmailVerified: Bool? = nil, picture: String? = nil, raw: JSON = .null
  ) {
    self.issuer = issuer
    self.subject = subject
    self.displayName = displayName
    self.handle = handle
    self.email = email
    self.isEmailVerified = isEmailVerified
    self.picture = picture
    self.raw = raw
  }
}

extension Identity {
  package var json: JSON {
    [
      "issuer": .string(issuer.text), "subject": .string(subject), "display_name": JSON(displayName),
      "handle": JSON(handle),
      "email": JSON(email), "email_verified": isEmailVerified.map(JSON.bool) ?? .null, "picture": JSON(picture),
      "raw": raw,
    ]
  }

  package init?(json: JSON) {
    guard let issuer = json["issuer"]?.string, let subject = json["subject"]?.string else { return nil }
    self.init(
      issuer: Issuer(issuer), subject: subject, displayName: json["display_name"]?.string,
      handle: json["handle"]?.string,
      email: json["email"]?.string, isEmailVerified: json["email_verified"]?.bool, picture: json["picture"]?.string,
      raw: json["raw"] ?? .null)
  }
}

extension Identity {
  /// The user that an ID token names.
  ///
  /// OpenID Connect Core §5.1.
  package init(_ idToken: IDToken) {
    let claims = idToken.claims.members
    self.init(
      issuer: idToken.issuer, subject: idToken.subject, displayName: claims.nonEmptyText(of: "name"),
      handle: claims.nonEmptyText(of: "preferred_username"), email: claims.nonEmptyText(of: "email"),
      isEmailVerified: claims.isEmailVerified, picture: Self.picture(claims["picture"]?.string), raw: .object(claims))
  }

  /// Whether issuer and subject are the same, byte for byte; an address of email says nothing of it.
  package func isSameUser(as other: Identity) -> Bool {
    issuer == other.issuer && subject.hasSameBytes(as: other.subject)
  }

  /// This user with what came later: it may be newer, and say more.
  ///
  /// An address and whether it was checked belong together, and are taken together.
  package func with(_ told: Identity) -> Identity {
    var identity = self
    identity.displayName = told.displayName ?? displayName
    identity.handle = told.handle ?? handle
    if told.email != nil { (identity.email, identity.isEmailVerified) = (told.email, told.isEmailVerified) }
    identity.picture = told.picture ?? picture
    identity.raw = told.raw
    return identity
  }

  /// The address of a picture, when it is one that may be shown.
  package static func picture(_ text: String?) -> String? {
    text.flatMap { $0.hasPrefix("https://") ? try? AbsoluteURL($0).text : nil }
  }
}
