import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import WayleavePlayground

@Suite("A fault is refused at a path where it can never act")
struct FaultPlaceTests {
  static let idle: [(String, String)] = [
    ("/tollgate/revoke:wrong-nonce", "/tollgate/token"), ("/tollgate/token:deny", "/tollgate/authorize"),
    ("/tollgate/token:end-tokens=expired", "/entries/"), ("/tollgate/authorize:refresh-reuse", "/tollgate/token"),
    ("/oauth2/access_token:rotate-keys", "/tollgate/"), ("/tollgate/device:callback-twice", "/tollgate/authorize"),
    ("/oauth/request_token:callback-altered=state", "/oauth/authorize"),
    ("/oauth2/access_token:wrong-kid", "/tollgate/token"),
    ("/entries/google/oauth2.googleapis.com/revoke:wrong-aud", "/entries/google/oauth2.googleapis.com/token"),
    ("/entries/google/oauth2.googleapis.com/token:deny", "/entries/google/accounts.google.com/o/oauth2/v2/auth"),
    ("/entries/google/oauth2.googleapis.com/tokeninfo:refresh-reuse", "/entries/google/oauth2.googleapis.com/token"),
    ("/entries/github/github.com/login/oauth/access_token:wrong-iss", "/tollgate/token"),
    ("/entries/github/github.com/login/oauth/access_token:refresh-reuse", "/tollgate/token"),
    ("/entries/facebook/graph.facebook.com/v25.0/oauth/access_token:refresh-reuse", "/tollgate/token"),
    ("/entries/flickr/www.flickr.com/services/oauth/access_token:refresh-reuse", "/tollgate/token"),
    ("/entries/github/api.github.com/user:rotate-keys", "/tollgate/"),
    ("/entries/github/**:wrong-nonce", "/tollgate/token"),
    ("/entries/*/api.github.com/user:wrong-nonce", "/tollgate/token"),
    ("/entries/foursquare/foursquare.com/oauth2/access_token:refresh-reuse", "/tollgate/token"),
    (
      "/entries/foursquare/foursquare.com/oauth2/access_token:deny",
      "/entries/foursquare/foursquare.com/oauth2/authenticate"
    ),
    (
      "/entries/twitter/api.twitter.com/oauth/access_token:deny",
      "/entries/twitter/api.twitter.com/oauth/authenticate"
    ),
  ]

  @Test(arguments: idle)
  func `the refusal names paths at which the effect can act`(rule: String, near: String) throws {
    let error = #expect(throws: OAuthError.self) { try Fault(rule) }
    #expect(error?.code == .invalidValue && error?.member == "path")
    #expect(error?.expected?.contains(near) == true, "\(String(describing: error?.expected))")
  }

  @Test(arguments: [
    "/tollgate/authorize:deny", "/tollgate/device:deny", "/tollgate/telephone:deny", "/tollgate/token:wrong-alg",
    "/tollgate/token:refresh-reuse", "/tollgate/jwks:rotate-keys", "/oauth2/access_token:refresh-reuse",
    "/oauth/authorize:callback-twice", "/oauth2/authenticate:callback-altered=state", "*:wrong-nonce", "*:deny",
    "/entries/google/oauth2.googleapis.com/token:wrong-signature", "/entries/google/**:wrong-nonce",
    "/entries/*/oauth2.googleapis.com/token:wrong-kid", "/entries/*/**:refresh-reuse", "/entries/okta/*/**:wrong-aud",
    "/entries/google/www.googleapis.com/oauth2/v3/certs:rotate-keys",
    "/entries/microsoft.contoso/login.microsoftonline.com/contoso/oauth2/v2.0/token:wrong-iss",
    "/entries/github/github.com/login/device:deny", "/entries/github/github.com/login/oauth/authorize:deny",
    "/entries/github-app/github.com/login/oauth/access_token:refresh-reuse",
    "/entries/flickr/www.flickr.com/services/oauth/authorize:deny",
    "/entries/github/api.github.com/user:end-tokens=expired", "/tollgate/revoke:status=500",
    "/entries/foursquare/foursquare.com/oauth2/authenticate:deny",
    "/entries/foursquare/foursquare.com/oauth2/authorize:deny",
    "/entries/foursquare/foursquare.com/native/oauth2/authenticate:callback-twice",
    "/entries/twitter/api.twitter.com/oauth/authenticate:callback-twice",
    "/entries/twitter/api.twitter.com/oauth/authorize:deny", "/entries/twitter/api.x.com/oauth/authorize:deny",
  ])
  func `an effect that can act is taken`(rule: String) throws { _ = try Fault(rule) }

  @Test func `the control route answers 400, and names the member`() async throws {
    try await TestPlayground.with { playground in
      let refused = try await playground.control(
        .put, "faults", [["path": "/tollgate/revoke", "effect": "wrong-nonce"]])
      #expect(refused.status == 400 && refused.json?["member"] == "path")
      #expect(refused.json?["expected"]?.string?.contains("/tollgate/token") == true)
    }
  }

  @Test func `of two numbers one is taken, and the refusal says which came`() throws {
    func error(_ rule: JSON) -> OAuthError? {
      do throws(OAuthError) {
        _ = try Faults(json: [rule])
        return nil
      } catch { return error }
    }
    #expect(error(["effect": "deny", "nth": 1]) == nil && error(["effect": "deny", "every": 2]) == nil)
    let refused = try #require(error(["effect": "deny", "nth": 1, "every": 2]))
    let received = try #require(refused.received?.description)
    #expect(refused.member == "every" && received.contains("nth") && received.contains("every"))
  }
}
