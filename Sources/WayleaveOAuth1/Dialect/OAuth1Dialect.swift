public import WayleaveWire

/// How an OAuth 1.0a provider departs from the common way: data, each field read at one place.
public struct OAuth1Dialect: Sendable, Equatable {
  /// How requests are signed.
  public var signatureMethod: SignatureMethod
  /// Where the protocol parameters travel.
  public var placement: ParameterPlacement
  /// The realm of the `Authorization` header, which is never signed; nil for none.
  ///
  /// RFC 5849 §3.5.1.
  public var realm: String?
  /// Whether `oauth_version` is sent, which is optional: RFC 5849 §3.1.
  public var sendsVersion: Bool
  /// Whether bodies that are no forms are covered by `oauth_body_hash`, as the extension of that name has it.
  public var signsBodyHash: Bool
  /// Whether the texts of a body in parts are signed as a form is, and its files are not, as Flickr has it.
  public var signsTextParts: Bool
  /// How temporary and token credentials are asked for.
  public var credentialMethod: CredentialMethod
  /// Whether the callback may come without a verifier, as providers of OAuth 1.0 (before 1.0a) send it.
  public var isVerifierOptional: Bool
  /// Whether a temporary credential may come without `oauth_callback_confirmed`, as a provider of OAuth 1.0 sends it.
  ///
  /// Such a provider may have read no callback, and sends its users to the one that is in the URL of its page. Who can have
  /// a user open that page can have it say another callback (session fixation of 2009). Our own sign-in stays bound to
  /// the temporary token that was asked for.
  public var isConfirmationOptional: Bool
  /// How users come back whose client says nothing else.
  public var callback: CallbackDelivery
  /// Pairs to send with the request for temporary credentials, such as `x_auth_access_type`.
  public var temporaryCredentialParameters: [String: String]
  /// Pairs to add to the authorization URL, such as `perms`.
  ///
  /// The values `{consumer_key}` and `{callback}` stand for ours, which MediaWiki and Garmin want there.
  public var authorizationParameters: [String: String]
  /// The pair of the authorization URL that has the scopes of a sign-in, with commas between them, such as `perms`; nil
  /// where the provider takes none. It replaces that pair of ``authorizationParameters``.
  public var scopeParameter: String?
  /// What the provider's words and numbers mean when it refuses, where they mean something else than elsewhere.
  ///
  /// They count before those of ``RefusalTable/commonOAuth1``.
  public var refusals: [RefusalTable.Row]

  /// This dialect with what one sign-in adds to the authorization URL, in place of pairs of the same names.
  package func adding(scopes: [String], parameters: [String: String]) -> OAuth1Dialect {
    var dialect = self
    if let scopeParameter, !scopes.isEmpty {
      dialect.authorizationParameters[scopeParameter] = scopes.joined(separator: ",")
    }
    dialect.authorizationParameters.merge(parameters) { $1 }
    return dialect
  }

  /// The common way, except where said.
  public init(
    signatureMethod: SignatureMethod = .hmacSHA1, placement: ParameterPlacement = .header, realm: String? = nil,
    sendsVersion: Bool = true, signsBodyHash: Bool = false, credentialMethod: CredentialMethod = .post,
    isVerifierOptional: Bool = false, callback: CallbackDelivery = .redirect,
    temporaryCredentialParameters: [String: String] = [:], authorizationParameters: [String: String] = [:],
    refusals: [RefusalTable.Row] = [], signsTextParts: Bool = false, isConfirmationOptional: Bool = false
  ) {
    self.signatureMethod = signatureMethod
    self.placement = placement
    self.realm = realm
    self.sendsVersion = sendsVersion
    self.signsBodyHash = signsBodyHash
    self.signsTextParts = signsTextParts
    self.credentialMethod = credentialMethod
    self.isVerifierOptional = isVerifierOptional
    self.isConfirmationOptional = isConfirmationOptional
    self.callback = callback
    self.temporaryCredentialParameters = temporaryCredentialParameters
    self.authorizationParameters = authorizationParameters
    self.refusals = refusals
  }
}

/// Where the `oauth_` parameters of a request travel.
///
/// RFC 5849 §3.5.
public enum ParameterPlacement: String, Sendable, CaseIterable {
  /// In the `Authorization` header: RFC 5849 §3.5.1.
  case header
  /// In the form body, of requests that have one or no body at all: RFC 5849 §3.5.2.
  case body
  /// In the query: RFC 5849 §3.5.3.
  case query
}

/// The HTTP method of requests for credentials, which RFC 5849 §2.1 leaves to the provider.
public enum CredentialMethod: String, Sendable, CaseIterable {
  /// Further pairs go into a form body.
  case post = "POST"
  /// Further pairs go into the query.
  case get = "GET"
}

/// How the verifier gets from the provider to the client.
///
/// RFC 5849 §2.1, `oauth_callback`.
public enum CallbackDelivery: String, Sendable, CaseIterable {
  /// The user's browser brings it along.
  case redirect
  /// The provider shows it as a number, and the user types it.
  case outOfBand = "oob"
}
