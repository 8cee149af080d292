import Testing
import WayleaveProvider
import WayleaveWire

@Suite("What a correction of an entry sends to another place")
struct EntryMoveTests {
  private func moves(_ name: ProviderName, _ keys: String) throws -> [String] {
    let builtIn = try #require(Provider.builtInDescription(named: name))
    let later = builtIn.merged(with: try JSON(decoding: Array(keys.utf8)))
    return EntryMove.all(from: builtIn, to: later).map(\.key)
  }

  @Test(
    "another host of an endpoint, origin or domain is a move, and so is a new one that is not the token endpoint's",
    arguments: [
      ("github", #"{"token_endpoint":"https://github.com/other"}"#, []),
      ("github", #"{"token_endpoint":"https://github.com:444/login"}"#, ["token_endpoint"]),
      ("github", #"{"token_endpoint":"https://github.com.evil.example/login"}"#, ["token_endpoint"]),
      ("github", #"{"token_endpoint":"https://api.github.com/token"}"#, ["token_endpoint"]),
      ("github", #"{"authorization_endpoint":"https://evil.example/"}"#, ["authorization_endpoint"]),
      ("github", #"{"introspection_endpoint":"https://github.com/introspect"}"#, []),
      ("github", #"{"introspection_endpoint":"https://api.github.com/introspect"}"#, ["introspection_endpoint"]),
      ("github", #"{"api_origins":["https://api.github.com","https://evil.example"]}"#, ["api_origins"]),
      ("github", #"{"api_origins":[]}"#, []), ("github", #"{"api_domains":["evil.example"]}"#, ["api_domains"]),
      ("github", #"{"identity":{"endpoint":"https://evil.example/me"}}"#, ["identity.endpoint"]),
      ("github", #"{"identity":{"origin_member":"host"}}"#, ["identity.origin_member"]),
      (
        "github", #"{"identity":{"requests":[{"name":"a","endpoint":"https://evil.example/"}]}}"#,
        ["identity.requests.endpoint"]
      ),
      ("github", #"{"jwks_uri":"https://evil.example/keys"}"#, ["jwks_uri"]),
      (
        "github", #"{"hand_over":{"inspection":{"endpoint":"https://evil.example/"}}}"#,
        ["hand_over.inspection.endpoint"]
      ),
      ("github", #"{"native_app":{"authorization":"evil://x"}}"#, ["native_app"]),
      ("github", #"{"scopes":["repo"],"title":"x","dialect":{"git_user":null}}"#, []),
      ("google", #"{"issuer":"https://accounts.google.com/other"}"#, ["issuer"]),
      ("zendesk", #"{"token_endpoint":"https://{subdomain}.zendesk.com/other"}"#, []),
      ("zendesk", #"{"token_endpoint":"https://{subdomain}.evil.example/"}"#, ["token_endpoint"]),
      ("zendesk", #"{"variables":[{"name":"subdomain","meaning":"other words","example":"acme"}]}"#, []),
      ("zendesk", #"{"variables":[{"name":"subdomain","meaning":"x","example":"acme","form":"host"}]}"#, ["variables"]),
      ("garmin", #"{"dialect":{"signature_method":"PLAINTEXT"}}"#, ["the client's secret"]),
    ] as [(String, String, [String])])
  func moves(name: String, keys: String, moved: [String]) throws {
    #expect(try moves(ProviderName(name), keys) == moved)
  }

  @Test("no entry moves to itself", arguments: Provider.builtInNames)
  func none(name: ProviderName) throws {
    #expect(try moves(name, "{}").isEmpty)
  }
}
