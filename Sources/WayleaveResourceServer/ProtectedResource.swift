public import HTTPTypes
public import Wayleave
public import WayleaveOAuth2
public import WayleaveWire

/// An API that is protected by access tokens: it says who calls, and refuses everyone else.
///
/// RFC 6750; RFC 9068; RFC 7662; RFC 9449; RFC 8705; RFC 9470; RFC 9728. Create one per process, and share it: it has the
/// keys of the issuers, and the proofs that were used. Safe to use from any thread.
public final class ProtectedResource: Sendable {
  /// The API, as its tokens and its metadata call it.
  ///
  /// RFC 8707 §2; RFC 9728 §1.2.
  public let identifier: AbsoluteURL
  let issuers: [TrustedIssuer]
  let settings: Settings

  /// An API and the issuers whose tokens it accepts; throws `configuration.invalid_value`.
  ///
  /// Refused: no issuer, the same one twice, two that are asked about tokens, an identifier that is not https (or http on
  /// this machine) or has a fragment, and an issuer whose tokens have no audience without its `clients`. `now` is the time of
  /// day; nil for the clock of the machine.
  public init(
    _ identifier: AbsoluteURL, trusting issuers: [TrustedIssuer], over transport: any Transport,
    settings: Settings = Settings(), now: (@Sendable () -> Instant)? = nil
  ) throws(OAuthError) {
    self.identifier = identifier
    self.issuers = issuers
    self.settings = settings
  }

  /// Who sends this request; throws the refusal, whose answer is ready to be sent.
  ///
  /// `body` matters for a form alone, in which no token may stand. `certificate` is the one that the connection showed.
  /// What `demand` wants must be allowed by one token: one challenge names all of it.
  public func check(
    _ request: HTTPRequest, body: [UInt8] = [], certificate: CertificateThumbprint? = nil,
    demanding demand: AccessDemand = AccessDemand()
  ) async throws(RefusedRequest) -> Caller {
    throw RefusedRequest(response: HTTPResponse(status: .serviceUnavailable), reason: nil, challenge: nil)
  }

  /// The same for a route that needs scopes and nothing else.
  public func check(_ request: HTTPRequest, scopes: [String]) async throws(RefusedRequest) -> Caller {
    try await check(request, demanding: AccessDemand(scopes: scopes))
  }

  /// What the API says about itself.
  ///
  /// RFC 9728 §2.
  public var metadata: ProtectedResourceMetadata {
    ProtectedResourceMetadata(
      resource: identifier, authorizationServers: issuers.map(\.issuer),
      scopes: settings.scopes.isEmpty ? nil : settings.scopes)
  }

  /// The path at which ``metadata`` is to be served, with the origin of the identifier before it.
  ///
  /// RFC 9728 §3.1.
  public var metadataPath: String { "/.well-known/oauth-protected-resource" }

  /// The answer to a request for the metadata; nil for a request for anything else.
  public func metadataAnswer(to request: HTTPRequest) -> ResponseMessage? { nil }
}
