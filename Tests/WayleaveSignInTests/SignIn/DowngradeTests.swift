import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import struct WayleaveTestSupport.SeededGenerator
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 9700 §4.4: what a server advertised before and no longer does is refused until the user agrees")
struct DowngradeTests {
  @Test(
    "15, 91: a protection that is gone is refused before the user is sent anywhere, and taken when the user agrees",
    arguments: [
      ("code_challenge_methods_supported", nil, .codeChallenge),
      ("authorization_response_iss_parameter_supported", nil, .issuerInCallback),
      ("authorization_response_iss_parameter_supported", false, .issuerInCallback),
      ("pushed_authorization_request_endpoint", nil, .pushedRequests),
      ("require_signed_request_object", nil, .requestObjects), ("dpop_signing_alg_values_supported", [], .dpop),
      ("tls_client_certificate_bound_access_tokens", nil, .certificateBinding),
      ("token_endpoint_auth_methods_supported", ["none"], .clientAuthentication(.privateKeyJWT)),
      ("revocation_endpoint", nil, .revocation),
    ] as [(String, JSON?, MetadataDowngrade)])
  func lost(name: String, value: JSON?, downgrade: MetadataDowngrade) throws {
    var again = try Again()
    #expect(refusal { try again.receive { $0[name] = value } } == .metadataDowngraded)
    #expect(again.signIn.advertised == nil)
    var agreed = try Again(accepting: true)
    _ = try agreed.receive { $0[name] = value }
    #expect(agreed.signIn.downgrades == [downgrade])
    let before = try #require(try Again.earlier().metadata)
    #expect(agreed.signIn.advertised?.metadata?.downgrades(since: before) == [downgrade])
  }

  @Test(
    "113: an endpoint that moved to another origin is refused, and named; one that moved on its own is not",
    arguments: ["token_endpoint", "authorization_endpoint", "jwks_uri", "userinfo_endpoint"])
  func moved(name: String) throws {
    var again = try Again()
    let error = #expect(throws: OAuthError.self) {
      try again.receive { $0[name] = "https://evil.example/x" }
    }
    #expect(error?.code == .metadataDowngraded)
    #expect(error?.expected?.contains(name) == true && error?.expected?.contains("https://evil.example") == true)
    var sameOrigin = try Again()
    _ = try sameOrigin.receive { $0[name] = "https://as.example/elsewhere" }
    #expect(sameOrigin.signIn.downgrades.isEmpty)
  }

  @Test("what is as it was, and what is new, needs no agreement; neither does the first sign-in")
  func unchanged() throws {
    var again = try Again()
    _ = try again.receive { $0["registration_endpoint"] = "https://as.example/register" }
    #expect(again.signIn.downgrades.isEmpty && again.signIn.advertised?.seenAt == Example.now)
    var first = try Again()
    first.signIn.advertisedBefore = nil
    _ = try first.receive { $0["revocation_endpoint"] = nil }
    #expect(first.signIn.downgrades.isEmpty)
  }

  @Test("another issuer's past is not this one's")
  func otherIssuer() throws {
    var again = try Again()
    var members = OpenIDExample.metadata.object ?? JSON.Object()
    members["issuer"] = "https://other.example"
    members["revocation_endpoint"] = "https://as.example/revoke"
    let other = try AbsoluteURL("https://other.example")
    again.signIn.advertisedBefore = try AdvertisedMetadata(
      AuthorizationServerMetadata(members, for: other), of: other, at: Example.now)
    _ = try again.receive { $0["revocation_endpoint"] = nil }
    #expect(again.signIn.downgrades.isEmpty)
  }

  @Test(
    "what is kept of a document is enough to read it again",
    arguments: [OpenIDExample.metadata, .object(Again.members)])
  func kept(document: JSON) throws {
    let issuer = try AbsoluteURL("https://as.example")
    var members = try #require(document.object)
    members["issuer"] = .string(issuer.text)
    let metadata = try AuthorizationServerMetadata(members, for: issuer)
    let kept = try #require(AdvertisedMetadata(metadata, of: issuer, at: Example.now).metadata)
    #expect(kept.downgrades(since: metadata).isEmpty && metadata.downgrades(since: kept).isEmpty)
  }

  @Test("what was advertised and cannot be read any more is nothing that could be lost, and stays with its credential")
  func unreadable() throws {
    var again = try Again()
    var members = try #require(try Again.earlier().json.object)
    members["document"] = ["issuer": "https://as.example"]
    let record = JSON.object(members)
    let earlier = try #require(AdvertisedMetadata(json: record))
    #expect(earlier.metadata == nil && earlier.json == record)
    again.signIn.advertisedBefore = earlier
    _ = try again.receive { $0["revocation_endpoint"] = nil }
    #expect(again.signIn.downgrades.isEmpty)
  }

  @Test("a sign-in that waits remembers what was advertised")
  func saved() throws {
    var again = try Again()
    var random = SeededGenerator()
    _ = try again.receive { _ in }
    _ = try again.signIn.receive(
      PushedAuthorizationResponse(requestURI: "urn:a", expiresIn: 60).response(), at: Example.now, using: &random)
    let advertised = try #require(again.signIn.advertised)
    #expect(SignIn(exposedJSON: again.signIn.exposedJSON)?.advertised == advertised)
  }

  /// A sign-in at an issuer that was signed in at before, and advertised much.
  private struct Again {
    var signIn: SignIn
    private var random = SeededGenerator()

    static var members: JSON.Object {
      var members = OpenIDExample.metadata.object ?? JSON.Object()
      members["code_challenge_methods_supported"] = ["S256"]
      members["authorization_response_iss_parameter_supported"] = true
      members["pushed_authorization_request_endpoint"] = "https://as.example/par"
      members["require_signed_request_object"] = true
      members["dpop_signing_alg_values_supported"] = ["ES256"]
      members["tls_client_certificate_bound_access_tokens"] = true
      members["token_endpoint_auth_methods_supported"] = ["private_key_jwt", "client_secret_basic"]
      members["revocation_endpoint"] = "https://as.example/revoke"
      return members
    }

    static func earlier() throws -> AdvertisedMetadata {
      let issuer = try AbsoluteURL("https://as.example")
      return try AdvertisedMetadata(
        AuthorizationServerMetadata(members, for: issuer), of: issuer, at: Example.now + -86400)
    }

    init(accepting accepts: Bool = false) throws {
      signIn = SignIn(
        to: try Provider(issuer: "https://as.example"),
        as: try Client(id: "reader", key: try .generate(for: .es256)), redirectURI: try Example.redirectURI(),
        at: Example.now)
      signIn.advertisedBefore = try Self.earlier()
      signIn.acceptsDowngrade = accepts
      _ = try signIn.begin(at: Example.now, using: &random)
    }

    mutating func receive(_ edit: (inout JSON.Object) -> Void) throws -> SignIn.Step {
      var members = Self.members
      edit(&members)
      return try signIn.receive(ResponseMessage(.ok, json: .object(members)), at: Example.now, using: &random)
    }
  }
}
