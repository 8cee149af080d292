import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// X, by OAuth 2: PKCE is a must, confidential and native apps, and problems as RFC 9457 has them.
///
/// https://docs.x.com, "OAuth 2.0 Authorization Code Flow with PKCE" and "Response Codes & Errors".
final class X: EntryDepth {
  /// A Native App: it has no secret.
  let nativeClient: ClientID? = "playground-native"

  /// "A code is valid for thirty seconds", as that page says.
  let codeLifetime: Duration = .seconds(30)

  func answer(_ request: EntryRequest) -> ResponseMessage? {
    switch (request.host, request.segments) {
    case ("x.com", ["i", "oauth2", "authorize"]):
      guard request.visit.query.contains("code_challenge") else {
        return request.entries.refuse("no code challenge, which X demands", request.visit)
      }
      return nil
    case ("api.x.com", ["2", "oauth2", "token"]): return grantToken(request)
    case ("api.x.com", ["2", "oauth2", "revoke"]): return revoke(request)
    case ("api.x.com", let path): return api(path, request)
    default: return nil
    }
  }
}
