import Testing
import WayleaveConsole
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveSignIn
import WayleaveWire

@Suite("wayleave verify handover: what an app handed over, as text")
struct HandedOverTextTests {
  private func read(_ kind: HandedOverText.Kind, _ text: String) throws -> HandedOver {
    try HandedOverText(kind).handedOver(in: Array(text.utf8))
  }

  private func code(of work: () throws -> HandedOver) -> OAuthError.Code? {
    do {
      _ = try work()
      return nil
    } catch { return (error as? OAuthError)?.code }
  }

  @Test("a code and a token are one word, with any space around it")
  func words() throws {
    guard case .code(let code, nil, nil) = try read(.code, " abc\n") else {
      Issue.record("no code")
      return
    }
    #expect(code == Secret("abc"))
    guard case .accessToken(Secret("t")) = try read(.accessToken, "t\r\n"),
      case .idToken(Secret("a.b.c")) = try read(.idToken, "a.b.c")
    else {
      Issue.record("no token")
      return
    }
    for kind in [HandedOverText.Kind.code, .accessToken, .idToken] {
      for text in ["", " \n", "two words"] { #expect(self.code { try read(kind, text) } == .invalidValue) }
    }
  }

  @Test("a token with its secret is a form, as the provider sends it")
  func tokenAndSecret() throws {
    let text = "oauth_token=a%2Fb&oauth_token_secret=s&user_id=7\n"
    guard case .tokenAndSecret(let token) = try read(.tokenAndSecret, text) else {
      Issue.record("no token")
      return
    }
    #expect(token.token == Secret("a/b") && token.secret == Secret("s"))
    for text in ["oauth_token=a", "oauth_token_secret=s", "oauth_token=&oauth_token_secret=s", ""] {
      #expect(code { try read(.tokenAndSecret, text) } == .invalidValue)
    }
  }

  @Test("an Echo is a request, or its two fields alone")
  func echo() throws {
    let fields = "X-Auth-Service-Provider: https://api.example/me\nX-Verify-Credentials-Authorization: OAuth a=\"b\"\n"
    for text in [fields, "POST /upload HTTP/1.1\nHost: a.example\n" + fields + "\n"] {
      guard case .echo(let fields) = try read(.echo, text) else {
        Issue.record("no echo")
        return
      }
      #expect(fields.count == 2)
    }
    #expect(code { try read(.echo, "hello") } == .malformedSignedRequest)
  }
}
