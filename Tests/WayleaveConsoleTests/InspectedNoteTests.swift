import Testing
import WayleaveWire

@testable import WayleaveConsole

@Suite("wayleave inspect says what each part is for")
struct InspectedNoteTests {
  private func note(_ name: String, in text: String) -> String? { Inspection(of: text, at: inspectedAt).note(name) }

  @Test(
    "RFC 6749 §4.1.2, RFC 9207 §2: the parameters of an address that have a meaning",
    arguments: [
      "code", "state", "iss", "error", "denied", "oauth_token", "oauth_verifier", "access_token", "id_token",
      "response",
      "request", "client_secret", "code_challenge", "redirect_uri",
    ])
  func parameters(name: String) {
    #expect(note(name, in: "https://a.example/cb?\(name)=x")?.isEmpty == false)
    #expect(note("other", in: "https://a.example/cb?\(name)=x&other=y") == nil)
  }

  @Test(
    "RFC 8252 §7: where an address leads",
    arguments: [
      ("https://a.example/?a=b", nil), ("http://127.0.0.1/?a=b", "this machine itself"),
      ("http://a.example/?a=b", "in clear text: never send a code or a token there"),
      ("app.example:/?a=b", "of an app"),
    ] as [(String, String?)])
  func scheme(url: String, text: String?) { #expect(note("scheme", in: url) == text) }

  @Test("an oauth_token that is sent to an API without a signature or a verifier is the access token")
  func accessToken() {
    let address = "https://a.example/me?oauth_token=canary"
    #expect(note("oauth_token", in: "GET \(address)") == "the access token")
    for url in [address, "GET \(address)&oauth_signature=x", "GET \(address)&oauth_verifier=x"] {
      #expect(note("oauth_token", in: url)?.contains("temporary") == true, "\(url)")
    }
  }

  @Test("the host is shown with its port, and no part that is not there")
  func place() {
    let whole = Inspection(of: "https://a.example:8443/x?code=1#f=2", at: inspectedAt)
    #expect(whole.value("host") == "a.example:8443" && whole.value("path") == "/x")
    #expect(whole.parts.map(\.name) == ["Address", "Query", "Fragment"])
    let bare = Inspection(of: "https://a.example", at: inspectedAt)
    #expect(bare.value("host") == "a.example" && bare.value("path") == nil && bare.parts.map(\.name) == ["Address"])
  }

  @Test(
    "JARM §2.3: a signed message in an address is taken apart, and other tokens are not",
    arguments: ["id_token", "response", "request", "access_token"])
  func messages(name: String) {
    let token = unverifiedToken(["alg": "ES256"], ["iss": "https://as.example", "code": "canary-canary-canary"])
    let inspection = Inspection(of: "https://a.example/cb?\(name)=\(token)", at: inspectedAt)
    #expect(inspection.parts.map(\.name).contains("\(name): Claims") == (name != "access_token"))
    #expect(!inspection.json.encodedText().contains("canary"))
  }

  @Test(
    "RFC 6750 §3.1, RFC 9470 §3: the words of a challenge",
    arguments: [
      ("error", "invalid_token", true), ("error", "insufficient_scope", true), ("error", "invalid_request", true),
      ("error", "use_dpop_nonce", true), ("error", "insufficient_user_authentication", true), ("error", "other", false),
      ("scope", "a", true), ("resource_metadata", "https://a.example", true), ("algs", "ES256", true),
      ("max_age", "5", true), ("acr_values", "gold", true), ("realm", "x", false),
    ])
  func challenge(name: String, value: String, hasNote: Bool) {
    #expect((note(name, in: "WWW-Authenticate: Bearer \(name)=\"\(value)\"") != nil) == hasNote)
  }

  @Test("RFC 5849 §3.1: values of a signed request that are not as they must be are named")
  func signed() {
    func note(_ name: String, _ value: String) -> String? {
      self.note(name, in: "OAuth oauth_consumer_key=\"k\", \(name)=\"\(value)\"")
    }
    #expect(note("oauth_version", "1.0") == nil && note("oauth_version", "2.0") == "only 1.0 exists")
    #expect(note("oauth_callback", "oob") != note("oauth_callback", "x"))
    #expect(note("oauth_signature", "") == "missing" && note("oauth_signature", "x") != "missing")
    #expect(
      note("oauth_timestamp", "1699999940")?.hasSuffix("1 minute ago") == true && note("oauth_timestamp", "x") == nil)
    let methods = ["HMAC-SHA1", "RSA-SHA1", "PLAINTEXT", "other"].map { note("oauth_signature_method", $0) }
    #expect(Set(methods).count == 4)
  }

  @Test(
    "RFC 7515 §4.1: the members of a token's header that decide something", arguments: ["kid", "jku", "x5u", "crit"])
  func header(name: String) {
    var header: JSON.Object = .init()
    header["alg"] = "none"
    header[name] = "x"
    let token = unverifiedToken(.object(header), ["sub": "1", name: "y"])
    #expect(note(name, in: token) != nil && note("alg", in: token) == "no signature: do not trust it")
    #expect(note("alg", in: unverifiedToken(["alg": "ES256"], [:])) == nil)
  }

  @Test("RFC 7516 §3.1: of an encrypted token the length is shown, and what is wrong")
  func encrypted() {
    let header = Base64.url.encodedText(Array(#"{"alg":"RSA-OAEP","enc":"A256GCM"}"#.utf8))
    let inspection = Inspection(of: "\(header).a.b.YWJj.c", at: inspectedAt)
    #expect(inspection.kind == .encrypted && inspection.value("ciphertext") == "3 bytes")
    #expect(Inspection(of: "\(header).a.b.!.c", at: inspectedAt).kind == .unknown)
    #expect(Inspection(of: "a.b.c.d.e", at: inspectedAt).problems.isEmpty == false)
  }
}
