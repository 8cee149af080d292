import HTTPTypes
import Testing
import WayleaveConsole
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveSignIn
import WayleaveWire

/// The verdicts of all checks, as `--json` has them.
private func verdicts(_ verification: Verification) -> [String] {
  (verification.json["checks"]?.array ?? []).map {
    "\($0["check"]?.string ?? "") \($0["verdict"]?.string ?? "")"
  }
}

@Suite("RFC 5849 §3.2: wayleave verify oauth1 checks a signed request")
struct SignedRequestVerificationTests {
  private static let now = Instant(secondsSinceEpoch: 1_700_000_000)
  private static let secret = Secret("consumer-secret-of-the-app")
  private static let token = TokenCredential(token: Secret("token-of-ada"), secret: Secret("secret-of-ada"))

  private func text(
    signedAt time: Instant = now, method: SignatureMethod = .hmacSHA1, url: String = "https://api.example/me?a=b"
  ) throws -> String {
    var dialect = OAuth1Dialect()
    dialect.signatureMethod = method
    let request = try RequestSigner(
      consumer: ConsumerCredential(key: "app", secret: Self.secret), token: Self.token, dialect: dialect
    ).sign(RequestMessage(.get, to: AbsoluteURL(url)), stamp: Stamp(timestamp: time, nonce: "n-1"))
    return "GET \(url) HTTP/1.1\r\nAuthorization: \(request.head.headerFields[.authorization] ?? "")\r\n\r\n"
  }

  private func verify(
    _ text: String, id: ClientID = "app", secret: Secret = secret, tokenSecret: Secret? = token.secret
  ) throws -> Verification {
    SignedRequestVerification(
      client: try Client(id: id, secret: secret), tokenSecret: tokenSecret, publicKey: nil, now: Self.now
    ).verification(of: Array(text.utf8))
  }

  private static let names = ["form", "parameters", "consumer", "signature", "timestamp", "nonce"]

  @Test(
    "a request with its signature passes every check, and the base string is shown",
    arguments: [SignatureMethod.hmacSHA1, .hmacSHA256, .hmacSHA512])
  func accepted(method: SignatureMethod) throws {
    let verification = try verify(text(method: method))
    #expect(verdicts(verification) == Self.names.map { $0 + ($0 == "nonce" ? " not_asked" : " passed") })
    #expect(
      verification.json["verified"] == true
        && verification.json["facts"]?["signature_method"]?.string == method.rawValue)
    #expect(
      verification.json["facts"]?["base_string"]?.string?.hasPrefix("GET&https%3A%2F%2Fapi.example%2Fme&a%3Db%26")
        == true)
    #expect(verification.text(in: TextLayout(width: 80)).contains("Verified: this client signed it.\n"))
  }

  @Test("a secret that was not given is named, and a wrong one is a mismatch")
  func missingSecrets() throws {
    let good = try text()
    let missing = try #require(try verify(good, tokenSecret: nil).firstFailure?.error)
    let wrong = try #require(try verify(good, tokenSecret: Secret("another")).firstFailure?.error)
    #expect(missing.code == .signatureMismatch && missing.received == .nothing)
    #expect("\(missing.remedy)".contains("--token-secret-file") && !"\(wrong.remedy)".contains("--token-secret-file"))
    let client = try Client(id: "app")
    let unsigned = SignedRequestVerification(
      client: client, tokenSecret: Self.token.secret, publicKey: nil, now: Self.now
    ).verification(of: Array(good.utf8))
    #expect(unsigned.firstFailure?.error.remedy == .giveSecret)
  }

  @Test("each spoiled part fails its own check, and the others are made all the same")
  func refused() throws {
    let good = try text()
    let spoiled: [(Verification, String, OAuthError.Code)] = [
      (try verify(good, id: "other"), "consumer", .foreignEcho),
      (try verify(good, secret: Secret("another secret of the app")), "signature", .signatureMismatch),
      (try verify(good, tokenSecret: nil), "signature", .signatureMismatch),
      (try verify(good.replacing("a=b", with: "a=c")), "signature", .signatureMismatch),
      (try verify(text(signedAt: Self.now + 301)), "timestamp", .staleTimestamp),
      (try verify(text(signedAt: Self.now + -301)), "timestamp", .staleTimestamp),
    ]
    for (verification, name, code) in spoiled {
      #expect(verification.firstFailure?.name == name && verification.firstFailure?.error.code == code)
      #expect(verdicts(verification).filter { $0.hasSuffix("passed") }.count == 4, "\(verdicts(verification))")
      #expect(verification.json["verified"] == false && verification.json["first_failure"]?.string == name)
      #expect(verification.json["error"]?["code"]?.string == code.rawValue)
      #expect(verification.text(in: TextLayout(width: 80)).contains("NOT VERIFIED: \(name) fails."))
    }
  }

  @Test("RFC 5849 §3.3: five minutes early and late are taken", arguments: [-300, 0, 300] as [Int64])
  func timestamp(offset: Int64) throws { #expect(try verify(text(signedAt: Self.now + offset)).firstFailure == nil) }

  @Test("after a text that is no request nothing is reached")
  func malformed() throws {
    #expect(
      verdicts(try verify("no request")) == [
        "form failed", "parameters not_reached", "consumer not_reached", "signature not_reached",
        "timestamp not_reached",
        "nonce not_asked",
      ])
    let unsigned = try verify("GET https://api.example/ HTTP/1.1\n\n")
    #expect(unsigned.firstFailure?.name == "parameters" && unsigned.json["facts"] == [:])
  }

  @Test("§3.1: PLAINTEXT without a timestamp is not asked for one")
  func plaintext() throws {
    let secrets = "consumer-secret-of-the-app%26secret-of-ada"
    let verification = try verify(
      "GET https://api.example/ HTTP/1.1\nAuthorization: OAuth oauth_consumer_key=\"app\", oauth_token=\"token-of-ada\", "
        + "oauth_signature_method=\"PLAINTEXT\", oauth_signature=\"\(secrets)\"\n\n")
    #expect(verification.firstFailure == nil && verdicts(verification).contains("timestamp not_asked"))
  }

  @Test("the password of xAuth is in no base string that is shown", arguments: ["", "&z=last"])
  func password(after: String) throws {
    let verification = try verify(text(url: "https://api.example/?x_auth_password=hunter22\(after)"))
    #expect(verification.firstFailure == nil)
    let shown = verification.text(in: TextLayout(width: .max)) + verification.json.encodedText()
    #expect(!shown.contains("hunter22") && shown.contains("x_auth_password%3D…"))
    #expect(shown.contains("z%3Dlast") == !after.isEmpty)
  }
}

@Suite("Twitter's OAuth Echo: wayleave verify echo checks a request that was handed over")
struct EchoVerificationTests {
  private static let now = Instant(secondsSinceEpoch: 1_700_000_000)
  private static let address = "https://api.example/verify.json"

  private func text(for address: String = address, consumer: String = "app", at time: Instant = now) throws -> String {
    let echo = try EchoRequest(
      of: AbsoluteURL(address), as: ConsumerCredential(key: consumer, secret: Secret("secret")),
      token: TokenCredential(token: Secret("token-of-ada"), secret: Secret("s")),
      stamp: Stamp(timestamp: time, nonce: "n"))
    return """
      POST https://photos.example/upload HTTP/1.1
      X-Auth-Service-Provider: \(address)
      X-Verify-Credentials-Authorization: \(echo.authorization)


      """
  }

  private func verify(_ text: String, answering status: HTTPResponse.Status = .ok) async throws -> (
    Verification, asked: [String]
  ) {
    var asked: [String] = []
    let verification = try await EchoVerification(address: AbsoluteURL(Self.address), consumerKey: "app", now: Self.now)
      .verification(of: Array(text.utf8)) { (request) throws(OAuthError) in
        asked.append(request.url ?? "")
        var response = ResponseMessage(.ok, json: ["id": "ada\u{1B}[2J"])
        response.head.status = status
        return response
      }
    return (verification, asked)
  }

  @Test("a request of ours is sent to the provider, whose answer says who the user is")
  func accepted() async throws {
    let (verification, asked) = try await verify(text())
    #expect(verification.firstFailure == nil && asked == [Self.address])
    #expect(
      verdicts(verification) == ["form", "address", "parameters", "consumer", "timestamp"].map { $0 + " passed" } + [
        "nonce not_asked", "provider passed",
      ])
    let shown = verification.text(in: TextLayout(width: 80))
    #expect(shown.contains("ada") && !shown.unicodeScalars.contains("\u{1B}"))
  }

  @Test("what fails here is never sent: another address, another app, an old request, one without the field")
  func refused() async throws {
    let refused = [
      (try text(for: "https://evil.example/verify.json"), "address", OAuthError.Code.foreignEcho),
      (try text(for: Self.address + "?"), "address", .foreignEcho),
      (try text().replacing("X-Auth-Service-Provider", with: "X-Other"), "address", .missingParameter),
      (try text(consumer: "other"), "consumer", .foreignEcho),
      (try text(at: Self.now + 301), "timestamp", .staleTimestamp),
      ("no request", "form", .malformedSignedRequest),
    ]
    for (text, name, code) in refused {
      let (verification, asked) = try await verify(text)
      #expect(verification.firstFailure?.name == name && verification.firstFailure?.error.code == code, "\(name)")
      #expect(asked.isEmpty && verdicts(verification).last == "provider not_reached")
    }
  }

  @Test(
    "any answer of the provider but 200 says that the request was not signed by the user",
    arguments: [401, 403, 500, 204])
  func unverified(status: Int) async throws {
    let (verification, asked) = try await verify(text(), answering: .init(code: status))
    #expect(asked.count == 1 && verification.firstFailure?.name == "provider" && verification.json["facts"] == [:])
  }
}
