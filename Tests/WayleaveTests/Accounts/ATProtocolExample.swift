import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

/// An account of the AT Protocol with everything that publishes it, and its server, which demands another nonce each time.
final class ATProtocolExample: Sendable {
  static let did = "did:plc:ewvi7nxzyoun6zhxrhs64oiz"
  static let ofHandle = "https://alice.example/.well-known/atproto-did"
  static let ofDID = "https://plc.directory/\(did)"
  static let ofServer = "https://pds.example/.well-known/oauth-protected-resource"
  static let ofIssuer = "https://as.example/.well-known/oauth-authorization-server"

  struct State {
    /// What is published, by URL; anything else answers 404.
    var documents: [String: ResponseMessage] = [:]
    var tokens: JSON.Object = JSON.Object()
    var givesNonces = true
    var answers = 0
    /// The issuer that the callback names.
    var issuer: Issuer? = "https://as.example"
    var pushed: Form?
    /// The proofs of every request to the authorization server.
    var proofs: [DPoPProof] = []
    /// The refresh tokens that came; each counts as used, whatever is answered (bluesky-social/atproto #3859).
    var spent: [String] = []

    /// The nonce that is taken next.
    var nonce: String { "n\(answers)" }
  }

  let state = Lock(State())

  init() {
    state.withLock { state in
      state.documents[Self.ofHandle] = ResponseMessage(HTTPResponse(status: .ok), body: Array("\(Self.did)\n".utf8))
      state.documents[Self.ofDID] = Self.document()
      state.documents[Self.ofServer] = Self.server()
      state.documents[Self.ofIssuer] = Self.metadata()
      state.tokens["access_token"] = "canary-access-0"
      state.tokens["token_type"] = "DPoP"
      state.tokens["expires_in"] = 3600
      state.tokens["refresh_token"] = "canary-refresh-0"
      state.tokens["scope"] = "atproto transition:generic"
      state.tokens["sub"] = .string(Self.did)
    }
  }

  static func document(
    of id: String = did, names: [JSON] = ["at://alice.example"], server: JSON = "https://pds.example"
  ) -> ResponseMessage {
    ResponseMessage(
      .ok,
      json: [
        "id": .string(id), "alsoKnownAs": .array(names),
        "service": [["id": "#atproto_pds", "type": "AtprotoPersonalDataServer", "serviceEndpoint": server]],
      ])
  }

  static func server(
    _ name: JSON = "https://pds.example", issuers: [JSON] = ["https://as.example"]
  ) -> ResponseMessage {
    ResponseMessage(.ok, json: ["resource": name, "authorization_servers": .array(issuers)])
  }

  /// It does not say that requests are pushed and callbacks name the issuer: that is so at every such server.
  static func metadata(changing edit: (inout JSON.Object) -> Void = { _ in }) -> ResponseMessage {
    let usual: JSON = [
      "issuer": "https://as.example", "authorization_endpoint": "https://as.example/authorize",
      "token_endpoint": "https://as.example/token",
      "pushed_authorization_request_endpoint": "https://as.example/par",
      "code_challenge_methods_supported": ["S256"], "dpop_signing_alg_values_supported": ["ES256"],
      "token_endpoint_auth_methods_supported": ["none", "private_key_jwt"], "scopes_supported": ["atproto"],
    ]
    var members = usual.object ?? JSON.Object()
    edit(&members)
    return ResponseMessage(.ok, json: .object(members))
  }

  /// Answers what a scene's accounts send.
  func play(at scene: Scene) { scene.server.setFault { [self] in try answer(to: $0) } }

  /// A user who allows at once.
  var allowing: ScriptedSource { ScriptedSource { [self] _, verdict in _ = await verdict(try callback()) } }

  /// The callback that answers the request which was pushed last.
  func callback() throws -> String {
    let (pushed, issuer) = state.withLock { ($0.pushed, $0.issuer) }
    let form = try #require(pushed)
    return AuthorizationCallback(
      .code(Secret("canary-code")), state: Secret(try #require(try form.text(of: "state"))), issuer: issuer
    ).url(to: try RedirectURI(#require(try form.text(of: "redirect_uri"))))
  }

  private func answer(to request: RequestMessage) throws -> ResponseMessage {
    switch request.url ?? "" {
    case "https://as.example/par", "https://as.example/token":
      return try proven(request, as: .authorizationServer)
    case let url where url.hasPrefix("https://pds.example/xrpc/"): return try proven(request, as: .resourceServer)
    case let url: return state.withLock { $0.documents[url] } ?? ResponseMessage(HTTPResponse(status: .notFound))
    }
  }

  private func proven(_ request: RequestMessage, as role: DPoPNonces.Role) throws -> ResponseMessage {
    let proof = try DPoPProof(reading: request)
    let form = role == .authorizationServer ? try request.bodyForm : Form()
    return try state.withLock { state in
      if role == .authorizationServer { state.proofs.append(proof) }
      if let token = try form.text(of: "refresh_token") { state.spent.append(token) }
      guard state.givesNonces else { return Self.answer(to: form, of: request, in: &state) }
      guard proof.nonce == state.nonce else { return try DPoPNonceDemand(state.nonce, as: role).response() }
      state.answers += 1
      var response = Self.answer(to: form, of: request, in: &state)
      response.head.headerFields[.dpopNonce] = state.nonce
      return response
    }
  }

  private static func answer(to form: Form, of request: RequestMessage, in state: inout State) -> ResponseMessage {
    switch request.pathWithoutQuery {
    case "/par":
      state.pushed = form
      return PushedAuthorizationResponse(requestURI: "urn:pushed", expiresIn: 60).response()
    case "/token" where form.contains("code") || form.contains("refresh_token"):
      return ResponseMessage(.ok, json: .object(state.tokens))
    case "/token": return TokenErrorResponse("invalid_request").response()
    default: return ResponseMessage(.ok, json: [:])
    }
  }
}
