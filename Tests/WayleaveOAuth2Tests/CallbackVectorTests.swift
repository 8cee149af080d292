import Testing
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

/// Every case of `callbacks.json`, as far as this floor decides it.
///
/// Which sign-in a callback answers (cases 3, 4, 7, 8, 9 and 11 are refused there) is the sign-in's part; here stands
/// what it decides by: the state and the issuer that came. Cases 34 to 36 are OAuth 1.0a, and case 37 (JARM) is later
/// work: to this floor none of them is an answer.
@Suite("RFC 6749 §4.1.2: callbacks")
struct CallbackVectorTests {
  struct Vectors: Decodable {
    struct Case: Decodable {
      let n: Int
      let url: String
      let note: String
    }
    let cases: [Case]
  }

  /// What a case must become.
  enum Expectation {
    case code(String, state: String?, issuer: String? = nil)
    case denied(state: String?, word: String = "access_denied")
    case refused(OAuthError.Code)
    /// The callback is for another address than ours, whatever it says.
    case elsewhere
  }

  static let expectations: [Int: Expectation] = [
    1: .code("SplxlOBeZQQYbYS6WxSbIA", state: "S"),
    2: .code("A", state: "S", issuer: "https://as.example"),
    3: .code("A", state: "S", issuer: "https://as.example/"),
    4: .code("A", state: "S"),
    5: .refused(.duplicateParameter),
    6: .refused(.duplicateParameter),
    7: .code("A", state: "X"),
    8: .code("A", state: nil),
    9: .code("A", state: nil),
    10: .denied(state: "S"),
    11: .denied(state: nil),
    12: .refused(.malformedCallback),
    13: .refused(.malformedCallback),
    14: .refused(.malformedCallback),
    15: .elsewhere,
    16: .elsewhere,
    17: .elsewhere,
    18: .elsewhere,
    19: .refused(.malformedCallback),
    20: .refused(.malformedCallback),
    21: .elsewhere,
    22: .elsewhere,
    23: .code("A", state: "S"),
    24: .code("A", state: "S"),
    25: .elsewhere,
    26: .elsewhere,
    27: .elsewhere,
    28: .refused(.malformedCallback),
    29: .refused(.malformedCallback),
    30: .refused(.malformedURL),
    31: .code("A B", state: "S"),
    32: .code("4/P7q7W91a", state: "S"),
    33: .code("A", state: "S"),
    34: .refused(.malformedCallback),
    35: .refused(.malformedCallback),
    36: .denied(state: nil, word: "denied"),
    37: .refused(.malformedCallback),
  ]

  private static func redirectURI(of number: Int) throws -> RedirectURI {
    switch number {
    case ...22: try RedirectURI("http://127.0.0.1:51234/cb")
    case 23...27: try RedirectURI("myapp://cb")
    case 28: try RedirectURI("com.example.app:/oauth")
    default: try RedirectURI("https://app.example.com/cb")
    }
  }

  private static func vectors() throws -> [Vectors.Case] {
    let many = String(repeating: "A", count: 20000)
    return try VectorFile.read("callbacks", as: Vectors.self).cases.map {
      Vectors.Case(n: $0.n, url: $0.url.replacing("{20000 x A}", with: many), note: $0.note)
    }
  }

  @Test("every published callback has an expectation here")
  func complete() throws {
    #expect(try Self.vectors().map(\.n) == Array(1...37))
    #expect(Set(Self.expectations.keys) == Set(1...37))
  }

  // FS11
  @Test("every published callback is read as it must be", arguments: 1...37)
  func read(number: Int) throws {
    let vector = try #require(Self.vectors().first { $0.n == number })
    let redirectURI = try Self.redirectURI(of: number)
    switch try #require(Self.expectations[number]) {
    case .elsewhere:
      #expect(try !redirectURI.received(AbsoluteURL(vector.url)))
    case .refused(let code):
      #expect(try refusal { try AuthorizationCallback(reading: AbsoluteURL(vector.url)) } == code)
    case .denied(let state, let word):
      let callback = try AuthorizationCallback(reading: AbsoluteURL(vector.url))
      #expect(callback.outcome == .refused(ProviderRefusal(error: word)))
      #expect(callback.state == state.map { Secret($0) })
      #expect(try redirectURI.received(AbsoluteURL(vector.url)))
    case .code(let code, let state, let issuer):
      let callback = try AuthorizationCallback(reading: AbsoluteURL(vector.url))
      #expect(callback.outcome == .code(Secret(code)))
      #expect(callback.state == state.map { Secret($0) })
      #expect(callback.issuer == issuer.map(Issuer.init))
      #expect(try redirectURI.received(AbsoluteURL(vector.url)))
      #expect(try AuthorizationCallback.state(in: AbsoluteURL(vector.url)) == callback.state)
    }
  }

  @Test("case 21: localhost is ours when the redirect URI says localhost")
  func localhost() throws {
    let vector = try #require(Self.vectors().first { $0.n == 21 })
    #expect(try RedirectURI("http://localhost:51234/cb").received(AbsoluteURL(vector.url)))
  }

  @Test("case 25: a trailing slash is ours when the redirect URI has one")
  func trailingSlash() throws {
    let vector = try #require(Self.vectors().first { $0.n == 25 })
    #expect(try RedirectURI("myapp://cb/").received(AbsoluteURL(vector.url)))
  }

  @Test("a state that comes twice leads to no sign-in")
  func repeatedState() throws {
    #expect(try AuthorizationCallback.state(in: AbsoluteURL("app:/cb?state=S&state=S")) == nil)
    #expect(try AuthorizationCallback.state(in: AbsoluteURL("app:/cb?state=S")) == Secret("S"))
    #expect(try AuthorizationCallback.state(in: AbsoluteURL("app:/cb")) == nil)
  }

  @Test("RFC 6750 §2.3: an access token in the query is refused, with a code or without")
  func tokenInQuery() throws {
    for query in ["access_token=T", "code=A&access_token=T", "code=A&access_token="] {
      #expect(try refusal { try AuthorizationCallback(reading: AbsoluteURL("app:/cb?\(query)")) } == .malformedCallback)
    }
  }

  @Test("27: a code may fill the longest callback that is read, and is bounded by that also in a form")
  func codeLength() throws {
    let head = "app:/cb?code="
    let longest = String(repeating: "A", count: AbsoluteURL.maximumLength - head.utf8.count)
    #expect(
      try AuthorizationCallback(reading: AbsoluteURL(head + longest)).outcome == .code(Secret(longest)))
    #expect(try refusal { try AuthorizationCallback(reading: AbsoluteURL(head + longest + "A")) } == .malformedURL)
    var form = Form()
    form.append("code", String(repeating: "A", count: AuthorizationCallback.maximumCodeLength))
    #expect(try refusal { try AuthorizationCallback(reading: form) } == nil)
    form.fields[0].value.append(65)
    #expect(try refusal { try AuthorizationCallback(reading: form) } == .malformedCallback)
  }

  @Test("RFC 8252 §8.10: the redirect URI's own query is part of the callback's")
  func ownQuery() throws {
    let redirectURI = try RedirectURI("https://app.example.com/cb?tenant=1")
    #expect(try redirectURI.received(AbsoluteURL("https://app.example.com/cb?tenant=1&code=A")))
    #expect(try !redirectURI.received(AbsoluteURL("https://app.example.com/cb?tenant=12&code=A")))
    #expect(try redirectURI.received(AbsoluteURL("https://app.example.com/cb?code=A&tenant=1")))
    #expect(try !redirectURI.received(AbsoluteURL("https://app.example.com/cb")))
  }

  @Test("what a server sends is what a client reads")
  func bothDirections() throws {
    let redirectURI = try RedirectURI("https://app.example.com/cb?tenant=1")
    let callbacks = [
      AuthorizationCallback(.code(Secret("a b/+&=")), state: Secret("S&="), issuer: "https://as.example"),
      AuthorizationCallback(.refused(ProviderRefusal(error: "access_denied", description: "No, thanks")), state: nil),
    ]
    for callback in callbacks {
      let url = try AbsoluteURL(callback.url(to: redirectURI))
      #expect(redirectURI.received(url))
      #expect(try AuthorizationCallback(reading: url) == callback)
    }
  }
}
