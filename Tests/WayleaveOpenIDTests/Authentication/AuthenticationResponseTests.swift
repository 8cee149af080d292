import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveTestSupport
import WayleaveWire

@Suite("OpenID Connect Core §3.3.2.5: the answer of the hybrid flow")
struct AuthenticationResponseTests {
  private let redirectURI: RedirectURI
  private let response = AuthenticationResponse(
    AuthorizationCallback(.code(Secret("SplxlOBeZQQYbYS6WxSbIA")), state: Secret("af0ifjsldkj"), issuer: "https://op"),
    idToken: Secret("eyJ0.eyJ.Zw"))

  init() throws { redirectURI = try RedirectURI("https://client.example.org/cb?tenant=1") }

  @Test("what a provider sends in the fragment is what a client reads")
  func fragment() throws {
    let url = try response.fragmentURL(to: redirectURI)
    #expect(url.text.hasPrefix("https://client.example.org/cb?tenant=1#code=SplxlOBeZQQYbYS6WxSbIA&"))
    #expect(try AuthenticationResponse(readingFragmentOf: url, to: .codeAndIDToken) == response)
  }

  @Test("what a provider has posted is what a client reads")
  func formPost() throws {
    var request = RequestMessage(.post, to: redirectURI.url)
    request.head.headerFields[.contentType] = ContentType.form
    request.body = response.form.encoded()
    let form = try FormPostResponse(reading: request, at: redirectURI).parameters
    #expect(try AuthenticationResponse(reading: form, to: .codeAndIDToken) == response)
  }

  @Test("an ID token comes when it was asked for, and only then")
  func idToken() throws {
    func code(_ form: Form, _ type: ResponseType) throws -> OAuthError.Code? {
      try refusal { try AuthenticationResponse(reading: form, to: type) }
    }
    #expect(try code(["code": "A", "id_token": "e.e.s"], .codeAndIDToken) == nil)
    #expect(try code(["code": "A"], .codeAndIDToken) == .malformedCallback)
    #expect(try code(["code": "A", "id_token": ""], .codeAndIDToken) == .malformedCallback)
    #expect(try code(["code": "A", "id_token": "e.e.s"], .code) == .malformedCallback)
    #expect(try code(["code": "A"], .code) == nil)
    #expect(try code(["id_token": "e.e.s"], .codeAndIDToken) == .malformedCallback)
    #expect(try code(["error": "login_required", "state": "S"], .codeAndIDToken) == nil)
    #expect(try code(["error": "login_required", "id_token": "e.e.s"], .codeAndIDToken) == .malformedCallback)
    #expect(try code(["code": "A", "id_token": "e", "access_token": "T"], .codeAndIDToken) == .malformedCallback)
  }

  @Test("an answer that is half in the query and half in the fragment is refused")
  func twoPlaces() throws {
    func code(_ text: String) throws -> OAuthError.Code? {
      let url = try AbsoluteURL("https://client.example.org/cb\(text)")
      return try refusal { try AuthenticationResponse(readingFragmentOf: url, to: .codeAndIDToken) }
    }
    #expect(try code("?x=1#code=A&id_token=e.e.s") == nil)
    for name in ["code", "id_token", "access_token", "error"] {
      #expect(try code("?\(name)=B#code=A&id_token=e.e.s") == .malformedCallback)
    }
    #expect(try code("") == .malformedCallback)
    #expect(try code("#code=A&code=A&id_token=e") == .duplicateParameter)
  }
}
