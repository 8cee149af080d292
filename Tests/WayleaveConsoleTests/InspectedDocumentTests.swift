import Testing
import WayleaveSignIn
import WayleaveWire

@testable import WayleaveConsole

@Suite("wayleave inspect: whole requests, what servers answer, and opaque tokens")
struct InspectedDocumentTests {
  private func see(_ text: String) -> Inspection { Inspection(of: text, at: inspectedAt) }
  private let secret = "canary-canary-canary"

  /// What it says, in both forms, without the secret.
  private func shown(_ inspection: Inspection) -> String {
    let text = inspection.text(in: TextLayout(width: .max)) + inspection.json.encodedText()
    #expect(!text.contains("canary"), "\(text)")
    return text
  }

  @Test(
    "an answer is known by its members",
    arguments: [
      (#"{"access_token":"a","token_type":"Bearer"}"#, .tokenResponse), (#"{"error":"invalid_grant"}"#, .errorResponse),
      (#"{"error":{"code":1}}"#, .unknown), (#"{"device_code":"a","user_code":"b"}"#, .deviceResponse),
      (#"{"issuer":"https://a.example","token_endpoint":"https://a.example/t"}"#, .serverMetadata),
      (#"{"issuer":"https://a.example"}"#, .unknown), (#"{"client_id":"a","redirect_uris":[]}"#, .registration),
      (#"{"client_id":"a"}"#, .unknown),
      (#"{"resource":"https://a.example","authorization_servers":[]}"#, .resourceMetadata),
      (#"{"keys":[{"kty":"oct","k":"AAAA"}],"issuer":"i","jwks_uri":"j"}"#, .key), ("[]", .unknown),
      (#"{"access_token":"a","access_token":"b"}"#, .unknown),
    ] as [(String, Inspection.Kind)])
  func kinds(text: String, kind: Inspection.Kind) { #expect(see(text).kind == kind) }

  @Test("JSON that is none of it is refused with what there is: keys and the answers of a server")
  func otherJSON() {
    let problem = see(#"{"a":1}"#).problems.first
    #expect(problem?.code == .malformedJOSE)
    #expect(["key", "answer"].allSatisfy { problem?.expected?.contains($0) == true })
  }

  @Test("RFC 6749 §5.1: a token answer shows no token, and takes an ID token apart; what is absent is named")
  func tokens() {
    let idToken = unverifiedToken(
      ["alg": "ES256"], ["iss": "https://a.example", "sub": "1", "aud": "c", "exp": 2, "iat": 1])
    let answer: JSON = [
      "access_token": .string(secret), "refresh_token": .string(secret), "expires_in": 3600, "scope": "a b",
      "token_type": "Bearer", "id_token": .string(idToken), "device_secret": .string(secret),
    ]
    let seen = see(answer.encodedText())
    #expect(seen.problems.isEmpty && seen.value("iss") == "https://a.example" && seen.value("expires_in") == "3600")
    #expect(shown(seen).contains(Secret(secret).fingerprint))
    #expect(see(#"{"refresh_token":"a"}"#).problems.map(\.code) == [.malformedTokenResponse, .malformedTokenResponse])
  }

  @Test("RFC 7591 §3.2.1, RFC 8628 §3.2: the secrets of a registration and of a device are not shown")
  func otherAnswers() {
    let registration = see(
      #"{"client_id":"a","redirect_uris":["https://a.example/cb"],"client_secret":"canary-canary-canary","#
        + #""registration_access_token":"canary-canary-canary","client_secret_expires_at":0}"#)
    #expect(
      shown(registration).contains("https://a.example/cb") && registration.note("client_secret_expires_at") == "never")
    let device = see(#"{"device_code":"canary-canary-canary","user_code":"canary","interval":5}"#)
    #expect(shown(device).contains("interval") && device.value("user_code") == "<secret>")
  }

  @Test("RFC 9112 §2.1: a request is taken apart: its URL, its fields, its credential and its body")
  func request() {
    let token = unverifiedToken(["alg": "ES256", "typ": "at+jwt"], ["sub": "ada"])
    let seen = see(
      """
      POST https://api.example/me?access_token=canary-canary-canary&page=2 HTTP/1.1
      Authorization: Bearer \(token)
      Cookie: canary-canary-canary
      X-Api-Key: canary-canary-canary
      Accept: text/plain
      Content-Type: application/x-www-form-urlencoded

      a=b&client_secret=canary-canary-canary
      """)
    #expect(seen.kind == .request && seen.problems.isEmpty)
    #expect(seen.value("method") == "POST" && seen.value("page") == "2" && seen.value("sub") == "ada")
    #expect(seen.value("Accept") == "text/plain" && seen.value("a") == "b")
    #expect(shown(seen).contains("client_secret"))
    let json = see("PUT https://a.example/\n\n{\"password\":\"canary-canary-canary\",\"n\":1.50}")
    #expect(shown(json).contains("1.50") && json.parts.map(\.name).contains("Body"))
    #expect(see("GET https://a.example/ HTTP/1.1\nContent-Type: image/png\n\nx\u{1}x").note("content") == "image/png")
  }

  @Test(
    "what is no request is not taken for one",
    arguments: ["GET", "get /x", "GET /x y", "GET x", "Bearer https://a.example", "GET  /x", "GET /x HTTP/1.1 z"])
  func noRequest(text: String) { #expect(see(text).kind != .request) }

  @Test("a request that is cut or has no host is malformed")
  func malformedRequest() {
    for text in ["GET /x", "GET https://a.example/ HTTP/1.1\nno colon"] {
      #expect(see(text).kind == .request && see(text).problems.map(\.code) == [.malformedSignedRequest])
    }
  }

  @Test("what stands for a secret in a dry run stays, and anything else in its place is hidden")
  func placeholders() {
    for (value, text) in [
      ("<secret bb9b1163>", "<secret bb9b1163>"), ("<secret>", "<secret>"), ("<secret canary-c>", "<secret ceb4a4e7>"),
    ] {
      let seen = see("GET https://a.example/\nAuthorization: Bearer \(value)\n")
      #expect(seen.value("token")?.hasPrefix("<secret") == true && !(seen.value("token") ?? "").contains("canary"))
      if !value.contains("canary") { #expect(seen.value("token") == text) }
    }
    let signed = see(
      #"Authorization: OAuth oauth_consumer_key="a", oauth_token="<secret bb9b1163>", oauth_signature="<secret>", "#
        + #"oauth_signature_method="HMAC-SHA1", oauth_timestamp="1", oauth_nonce="n""#)
    #expect(signed.problems.isEmpty && signed.value("oauth_token") == "<secret bb9b1163>")
  }

  @Test(
    "RFC 6750 §2.1: one long word is an opaque token; a JWT, a word and a sentence are not",
    arguments: [
      ("canary-canary-canary", true), ("ya29.a0AfH6SMBx-canary_1234~+/==", true),
      ("canarycan.arycanary.canarycan", true),
      ("canary", false), ("canary canary canary canary", false), ("canary:canary:canary:canary", false),
      ("eyJhbGciOiJFUzI1NiJ9.e30.c2ln", false), ("canarycanary\u{E9}canary", false),
    ])
  func opaque(text: String, isOpaque: Bool) {
    let seen = see(text)
    #expect((seen.kind == .opaque) == isOpaque)
    guard isOpaque else { return }
    #expect(seen.problems.isEmpty)
    #expect(shown(seen).hasPrefix("An opaque token: nothing in it can be read.\n"))
    #expect(seen.value("fingerprint") == Secret(text).shown)
  }
}
