import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

@testable import WayleavePlayground

extension TestPlayground {
  /// The id of a program in development, for the scopes of these tests.
  static let localhostID =
    "http://localhost?redirect_uri=http%3A%2F%2F127.0.0.1%2Fcallback&scope=atproto%20transition%3Ageneric"

  func pds(_ path: PDSPath) throws -> Endpoint { try Endpoint(base + path.rawValue) }

  /// Pushes the parameters of a sound request with changes; a nil value takes one out.
  func pushAtPDS(
    _ changes: [String: String?] = [:], as id: String = Self.localhostID, proving proof: TestProof?
  ) async throws -> ResponseMessage {
    var parameters: [String: String?] = [
      "client_id": id, "scope": "atproto transition:generic", "nonce": nil, "login_hint": "adafenwick.test",
    ]
    parameters.merge(changes) { $1 }
    let request = try PushedAuthorizationRequest(.plain(try tollgateParameters(parameters)))
      .request(to: pds(.push), as: try Client(id: ClientID(id)))
    return try await send(request, proving: proof)
  }

  /// The callback of a pushed request.
  func takeAtPDS(_ pushed: ResponseMessage, as id: String = Self.localhostID) async throws -> Form {
    let pushed = try PushedAuthorizationResponse(reading: pushed)
    return try await allow(try pushed.url(at: pds(.authorize), clientID: ClientID(id)).text).callback
  }

  func redeemAtPDS(_ code: Secret, proving proof: TestProof?) async throws -> ResponseMessage {
    let grant = AuthorizationCodeGrant(
      code: code, verifier: try CodeVerifier(Secret(Self.verifier)), redirectURI: try RedirectURI(Self.callback))
    return try await send(
      grant.request(to: pds(.token), as: try Client(id: ClientID(Self.localhostID))), proving: proof)
  }

  func refreshAtPDS(_ token: Secret, proving proof: TestProof?) async throws -> ResponseMessage {
    try await send(
      RefreshTokenGrant(refreshToken: token).request(
        to: pds(.token), as: try Client(id: ClientID(Self.localhostID))), proving: proof)
  }

  /// A nonce of the server, as a client gets one: by a first try that is refused.
  func pdsNonce(_ key: DPoPKey) async throws -> String {
    try await refreshAtPDS(Secret("none"), proving: TestProof(key: key)).proofNonce ?? ""
  }

  /// The answer to a code, by way of the pages; every proof has a good nonce.
  func pdsAnswer(_ key: DPoPKey) async throws -> ResponseMessage {
    let pushed = try await pushAtPDS(proving: TestProof(key: key, nonce: try await pdsNonce(key)))
    let code = Secret(try await takeAtPDS(pushed).text(of: "code") ?? "")
    return try await redeemAtPDS(code, proving: TestProof(key: key, nonce: try await pdsNonce(key)))
  }
}
