import Testing
import WayleaveJOSE
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("A credential as it is kept")
struct CredentialRecordTests {
  // FS24
  @Test("each kind comes back from its record as it was, with whatever else the provider sent")
  func roundTrip() throws {
    var additional = JSON.Object()
    additional["user"] = ["id": 7]
    let credentials: [Credential] = [
      .oauth1(
        TokenCredential(token: Secret([0xFF, 0x00]), secret: Secret(""), additional: ["user_id": "7", "a b": "é&="])),
      .oauth2(
        .init(
          accessToken: Secret("access"), tokenType: "bearer", refreshToken: Secret("refresh"), scopes: ["a", "b"],
          expiresAt: Example.now, idToken: Secret("id"), additional: additional)),
      .oauth2(.init(accessToken: Secret("access"))),
      .oauth2(.init(accessToken: Secret("access"), tokenType: "DPoP", proofKey: try DPoPKey.generate())),
    ]
    for credential in credentials {
      #expect(Credential(exposedJSON: try JSON(decoding: credential.exposedJSON.encoded())) == credential)
    }
  }

  @Test("a record of another kind, or without its token, is nothing")
  func damaged() {
    for json in [.null, ["kind": "saml"], ["kind": "oauth2"], ["kind": "oauth1", "token": "AA"]] as [JSON] {
      #expect(Credential(exposedJSON: json) == nil)
    }
    #expect(Credential(exposedJSON: ["kind": "oauth1", "token": "AA", "secret": "A", "additional": ""]) == nil)
    #expect(Credential(exposedJSON: ["kind": "oauth1", "token": "AA", "secret": "AA", "additional": "%"]) == nil)
    #expect(Credential(exposedJSON: ["kind": "oauth1", "token": "AA", "secret": "AA", "additional": ""]) != nil)
  }

  @Test("a record of before proofs has no key; one whose key is damaged is nothing, as its tokens are of no use")
  func proofKey() throws {
    let key = try DPoPKey.generate()
    let record = Credential.oauth2(.init(accessToken: Secret("access"), tokenType: "DPoP", proofKey: key)).exposedJSON
    var members = try #require(record.object)
    members["proof_key"] = nil
    guard case .oauth2(let tokens)? = Credential(exposedJSON: .object(members)) else { throw DamagedRecord() }
    #expect(tokens.proofKey == nil && tokens.tokenType == "DPoP")
    for damaged in ["", "{}", "{\"kty\":\"oct\",\"k\":\"AAAA\"}"] {
      members["proof_key"] = .string(damaged)
      #expect(Credential(exposedJSON: .object(members)) == nil)
    }
  }

  private struct DamagedRecord: Error {}

  @Test("what the server advertised comes back as far as it protects, and an older record knows of none")
  func advertised() throws {
    var members = OpenIDExample.metadata.object ?? JSON.Object()
    members["dpop_signing_alg_values_supported"] = ["ES256"]
    members["scopes_supported"] = ["openid"]
    let issuer = try AbsoluteURL("https://as.example")
    let metadata = try AuthorizationServerMetadata(members, for: issuer)
    let advertised = AdvertisedMetadata(metadata, of: issuer, at: Example.now)
    let known = try #require(advertised.metadata)
    #expect(metadata.downgrades(since: known).isEmpty && known.downgrades(since: metadata).isEmpty)
    #expect(known.dpopAlgorithms == [.es256] && known.raw["scopes_supported"] == nil)
    let stored = StoredCredential(
      account: Account(provider: "example", client: "reader", subject: "7"), provider: try Example.provider(),
      client: try Example.client(), credential: .oauth2(.init(accessToken: Secret("access"))),
      obtainedAt: Example.now, advertised: advertised)
    var record = try #require(try JSON(decoding: stored.exposedJSON.encoded()).object)
    #expect(StoredCredential(exposedJSON: .object(record)) == stored)
    record["advertised"] = nil
    #expect(StoredCredential(exposedJSON: .object(record))?.advertised == nil)
    #expect(StoredCredential(exposedJSON: .object(record)) != nil)
  }

  @Test("the certificates of its sign-in come back with a credential; a record of an earlier version has none")
  func trustRoots() throws {
    var stored = StoredCredential(
      account: Account(provider: "example", client: "reader", subject: "7"), provider: try Example.provider(),
      client: try Example.client(), credential: .oauth2(.init(accessToken: Secret("access"))), obtainedAt: Example.now)
    stored.trustRoots = "/home/ada/ca.pem"
    var record = try #require(try JSON(decoding: stored.exposedJSON.encoded()).object)
    #expect(StoredCredential(exposedJSON: .object(record)) == stored)
    record["trust_roots"] = nil
    #expect(try #require(StoredCredential(exposedJSON: .object(record))).trustRoots == nil)
  }

  @Test("what belongs to a credential comes back with it")
  func stored() throws {
    let account = Account(provider: "example", client: "reader", subject: "7")
    let whole = StoredCredential(
      account: account, provider: try Example.provider(), client: try Example.client(), name: "work",
      credential: .oauth2(.init(accessToken: Secret("access"))),
      identity: Identity(issuer: "example", subject: "7", displayName: "Ada"),
      allowedOrigins: [try Origin("https://other.example")], obtainedAt: Example.now, endedBecause: "revoked")
    #expect(StoredCredential(exposedJSON: whole.exposedJSON) == whole)
    let members = try #require(whole.exposedJSON.object)
    for name in ["provider", "client", "subject", "provider_entry", "client_entry", "credential"] {
      var damaged = members
      damaged[name] = nil
      #expect(StoredCredential(exposedJSON: .object(damaged)) == nil)
    }
  }

  @Test(
    "what a provider says never looks like a sign-out; a record of an earlier version, which had the words alone, is one where it is being revoked",
    arguments: [
      (CredentialEnding.signedOut, false), (.signedOut, true), (.refused("you signed out"), false),
      (.refused("you signed out"), true), (.refused("revoked"), true), (nil, false),
    ] as [(CredentialEnding?, Bool)])
  func endings(ending: CredentialEnding?, isBeingRevoked: Bool) throws {
    var stored = StoredCredential(
      account: Account(provider: "example", client: "reader", subject: "7"), provider: try Example.provider(),
      client: try Example.client(), credential: .oauth2(.init(accessToken: Secret("access"))), obtainedAt: Example.now)
    stored.ending = ending
    if isBeingRevoked {
      stored.pendingRevocations = [PendingRevocation(of: stored.credential, since: Example.now)]
    }
    #expect(StoredCredential(exposedJSON: stored.exposedJSON) == stored)
    // Earlier versions read the reason alone.
    #expect(stored.exposedJSON["ended_because"]?.string == ending?.reason)
    var earlier = try #require(stored.exposedJSON.object)
    earlier["signed_out"] = nil
    let isSignOut = isBeingRevoked && ending?.reason == "you signed out"
    let expected: CredentialEnding? = isSignOut ? .signedOut : (ending?.reason).map(CredentialEnding.refused)
    #expect(StoredCredential(exposedJSON: .object(earlier))?.ending == expected)
  }

  @Test("only OAuth 2 ends or is renewed")
  func expiry() {
    let one = Credential.oauth1(TokenCredential(token: Secret("t"), secret: Secret("s")))
    #expect(one.expiresAt == nil && !one.isRefreshable)
    let two = Credential.oauth2(.init(accessToken: Secret("a"), refreshToken: Secret("r"), expiresAt: Example.now))
    #expect(two.expiresAt == Example.now && two.isRefreshable)
    #expect(Account(provider: "example", client: "reader", subject: "7").description == "example/7")
  }
}
