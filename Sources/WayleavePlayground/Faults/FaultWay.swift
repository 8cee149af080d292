extension Fault {
  /// A way of real servers that the specifications do not have, or leave open: Tollgate and its API with tools take it.
  ///
  /// `Documentation/playground.md` names a public report of each.
  public enum Way: String, Sendable, CaseIterable {
    /// A redirect URI must be the registered one byte for byte, also the port of a loopback address.
    case exactRedirectURI = "exact-redirect-uri"
    /// `client_id` must be in the body, also next to HTTP Basic.
    case clientIDInBody = "client-id-in-body"
    /// `client_id` next to HTTP Basic counts as a second way of authenticating.
    case clientIDOnce = "client-id-once"
    /// The metadata of the API is at the root of the origin alone, and no challenge names it.
    case rootMetadata = "root-metadata"
    /// 401 comes without `WWW-Authenticate`.
    case noChallenge = "no-challenge"
    /// 401 offers another scheme first.
    case otherSchemeFirst = "other-scheme-first"
    /// The first message of the protocol is taken without a token.
    case openInitialize = "open-initialize"
    /// The API has no metadata: the server of its own origin is meant (MCP 2025-03-26).
    case originIsServer = "origin-is-server"
    /// From now on the API names another server: the one of its origin.
    case anotherServer = "another-server"
    /// The API names the issuer with a slash at its end, and the server itself without one.
    case issuerSlash = "issuer-slash"
    /// The API calls itself by its origin.
    case resourceIsOrigin = "resource-is-origin"
    /// No client can register itself.
    case noRegistration = "no-registration"
    /// No client id can be the URL of a document.
    case noDocuments = "no-documents"
    /// A client that registers without a secret is given one.
    case registrationAddsSecret = "registration-adds-secret"
    /// A client that registers with a secret is given none.
    case registrationDropsSecret = "registration-drops-secret"
    /// `resource` is refused.
    case noResource = "no-resource"
    /// The scope `openid` is refused.
    case noOpenID = "no-openid"
    /// The metadata does not say that S256 is taken.
    case noS256 = "no-s256"
    /// One tool needs a further scope, and 403 names that scope alone.
    case stepUp = "step-up"
    /// The origin is a personal data server of the AT Protocol, and its metadata says so.
    case originIsPDS = "origin-is-pds"
    /// The personal data server names another issuer.
    case otherIssuer = "other-issuer"
    /// The token answer of the personal data server names the DID of another person.
    case otherSubject = "other-subject"
    /// An answer of the personal data server has no nonce.
    case noNonce = "no-nonce"
    /// The token answer of the personal data server does not have the scope `atproto`.
    case noATProto = "no-atproto"
  }
}
