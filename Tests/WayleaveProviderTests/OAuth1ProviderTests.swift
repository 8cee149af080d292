import HTTPTypes
import Testing
import WayleaveProvider
import WayleaveOAuth1
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("Providers of OAuth 1.0a: each dialect as it goes over the wire")
struct OAuth1ProviderTests {
  private static let callback = "http://127.0.0.1:8080/callback"

  @Test(
    "the request for temporary credentials goes where and as the provider takes it",
    arguments: [
      (Provider.flickr, "POST https://www.flickr.com/services/oauth/request_token"),
      (.tumblrOAuth1, "POST https://www.tumblr.com/oauth/request_token"),
      (.trello, "POST https://trello.com/1/OAuthGetRequestToken"),
      (.garmin, "POST https://connectapi.garmin.com/oauth-service/oauth/request_token"),
      (.discogs, "GET https://api.discogs.com/oauth/request_token"),
      (.mediawiki, "POST https://meta.wikimedia.org/w/index.php?title=Special:OAuth/initiate"),
    ])
  func temporaryCredentials(provider: Provider, expected: String) throws {
    let service = try service(of: provider)
    let request = try TemporaryCredentialRequest(callback: .url(AbsoluteURL(Self.callback)))
      .request(to: service.temporaryCredentialEndpoint, as: consumer(), dialect: service.dialect, stamp: stamp)
    #expect("\(request.head.method.rawValue) \(request.url ?? "")" == expected)
    let signed = try SignedRequest(reading: request)
    try signed.verify(consumerSecret: Secret("cs"), tokenSecret: nil)
    #expect(signed.signatureMethod == .hmacSHA1)
    #expect(try signed.parameters.text(of: "oauth_callback") == Self.callback)
    if provider == .mediawiki {
      #expect(signed.baseString.description.contains("title%3DSpecial%253AOAuth%252Finitiate"))
    }
  }

  @Test(
    "the user sees the page with what the provider wants there",
    arguments: [
      (Provider.flickr, "https://www.flickr.com/services/oauth/authorize?oauth_token=t&perms=read"),
      (.tumblrOAuth1, "https://www.tumblr.com/oauth/authorize?oauth_token=t"),
      (.trello, "https://trello.com/1/OAuthAuthorizeToken?oauth_token=t&expiration=never&scope=read"),
      (
        .garmin,
        "https://connect.garmin.com/oauthConfirm?oauth_token=t&oauth_callback=http%3A%2F%2F127.0.0.1%3A8080%2Fcallback"
      ),
      (.discogs, "https://www.discogs.com/oauth/authorize?oauth_token=t"),
      (
        .mediawiki,
        "https://meta.wikimedia.org/w/index.php?title=Special:OAuth/authorize&oauth_token=t&oauth_consumer_key=ck"
      ),
    ])
  func pages(provider: Provider, expected: String) throws {
    let service = try service(of: provider)
    let url = try ResourceOwnerAuthorizationRequest(token: Secret("t")).url(
      at: service.authorizationEndpoint, dialect: service.dialect, consumerKey: "ck",
      callback: AbsoluteURL(Self.callback))
    #expect(url.text == expected)
  }

  @Test(
    "the user is found in the provider's answer, and not in its refusal",
    arguments: [
      (
        Provider.flickr, "{\"user\":{\"id\":\"21207597@N07\",\"username\":{\"_content\":\"jamal\"}},\"stat\":\"ok\"}",
        "21207597@N07", "jamal"
      ),
      (
        .tumblrOAuth1,
        #"{"response":{"user":{"name":"ada","blogs":[{"primary":false,"uuid":"t:2"},{"primary":true,"uuid":"t:1"}]}}}"#,
        "t:1", "ada"
      ),
      (.trello, "{\"id\":\"5abbe4b7\",\"username\":\"ada\",\"fullName\":\"Ada L\"}", "5abbe4b7", "ada"),
      (.garmin, "{\"userId\":\"d3315b1072421d0dd7c8f6b8e1de4df8\"}", "d3315b1072421d0dd7c8f6b8e1de4df8", nil),
      (.discogs, "{\"id\":1,\"username\":\"example\",\"consumer_name\":\"Your App\"}", "1", "example"),
      (.mediawiki, "{\"query\":{\"userinfo\":{\"id\":42,\"name\":\"Ada\"}}}", "42", "Ada"),
    ] as [(Provider, String, String, String?)])
  func identities(provider: Provider, body: String, subject: String, handle: String?) throws {
    let rule = try #require(provider.identity)
    let answer = ResponseMessage(.ok, json: try JSON(decoding: Array(body.utf8)))
    let identity = try rule.identity(in: answer, issuer: Issuer(provider.name.text))
    #expect(identity.subject == subject)
    #expect(identity.handle == handle)
    let refused = ResponseMessage(.ok, json: ["stat": "fail", "code": 98, "message": "Invalid auth token"])
    #expect(throws: OAuthError.self) { try rule.identity(in: refused, issuer: Issuer(provider.name.text)) }
    let endpoint = try #require(rule.endpoint)
    #expect(provider.apiOrigins.contains(endpoint.origin))
  }

  @Test(
    "5849-3: credentials are asked for over TLS, or on this machine alone",
    arguments: ["temporary_credential_endpoint", "authorization_endpoint", "token_endpoint", "invalidation_endpoint"])
  func clearText(name: String) throws {
    func described(_ address: String) throws -> Provider {
      var object = try #require(Provider.twitter.json.object)
      object[name] = .string(address)
      return try Provider(json: .object(object))
    }
    #expect(refusal { try described("http://api.twitter.com/x") } == .insecureURL)
    for address in ["https://api.twitter.com/x", "http://127.0.0.1:8080/x"] { _ = try described(address) }
  }

  @Test("every field of the dialect comes back from a provider's own description")
  func everyField() throws {
    var provider = Provider.flickr
    var service = try service(of: provider)
    service.dialect = OAuth1Dialect(
      signatureMethod: .rsaSHA256, placement: .body, realm: "Photos", sendsVersion: false, signsBodyHash: true,
      credentialMethod: .get, isVerifierOptional: true, temporaryCredentialParameters: ["a": "b"],
      authorizationParameters: ["c": "{callback}"])
    provider.service = .oauth1(service)
    #expect(try Provider(json: provider.json) == provider)
  }

  private let stamp = Stamp(timestamp: Instant(secondsSinceEpoch: 1_700_000_000), nonce: "n0nce")

  private func consumer() throws -> ConsumerCredential { try ConsumerCredential(key: "ck", secret: Secret("cs")) }

  private func service(of provider: Provider) throws -> OAuth1Service {
    guard case .oauth1(let service) = provider.service else { throw NotOAuth1() }
    return service
  }

  private struct NotOAuth1: Error {}
}
