import Testing
import WayleaveJOSE
import WayleaveWire

@testable import WayleaveConsole

let inspectedAt = Instant(secondsSinceEpoch: 1_700_000_000)

extension Inspection {
  /// The value of a member, wherever it stands.
  func value(_ name: String) -> String? { parts.flatMap(\.members).first { $0.name == name }?.value }
  /// What its value means.
  func note(_ name: String) -> String? { parts.flatMap(\.members).first { $0.name == name }?.note }
}

/// A JWT with a header and claims, and any signature.
func unverifiedToken(_ header: JSON, _ claims: JSON) -> String {
  [header, claims].map { Base64.url.encodedText($0.encoded()) }.joined(separator: ".") + ".c2ln"
}

@Suite("wayleave inspect finds out what a text is")
struct InspectionKindTests {
  private func kind(_ text: String) -> Inspection.Kind { Inspection(of: text, at: inspectedAt).kind }

  @Test(
    "by its form, with spaces and line breaks around it",
    arguments: [
      ("", .unknown), ("hello", .unknown), ("a=b", .unknown), ("eyJ.e30", .unknown), ("a.b.c.d", .unknown),
      ("a.b.c", .jwt), ("a.b.c.d.e", .encrypted), ("a.b.c.d.e.f", .unknown), ("a.b c", .unknown),
      ("https://a.example/", .url), ("https://a.example/?code=1", .callback),
      ("https://a.example/#access_token=1", .callback),
      ("https://a.example/?error=x", .callback), ("https://a.example/?denied=x", .callback),
      ("https://a.example/?oauth_verifier=x", .callback), ("https://a.example/?state=x", .callback),
      ("https://a.example/?response=x", .callback), ("https://a.example/?id_token=x", .callback),
      ("https://a.example/?client_id=x", .authorizationURL), ("https://a.example/?response_type=x", .authorizationURL),
      ("https://a.example/?client_id=x&state=y", .authorizationURL), ("https://a.example/?a=b", .url),
      ("app.example:/cb?code=1", .callback), ("https://", .url), ("ht tp://x", .url),
      ("Bearer abc", .credentials), ("bearer abc", .credentials), ("DPoP abc", .credentials),
      ("Basic YTpi", .credentials),
      ("Bearer realm=\"x\"", .challenge), ("OAuth realm=\"x\"", .challenge), ("OAuth oauth_token=\"x\"", .signedHeader),
      ("Authorization: Bearer abc", .credentials), ("AUTHORIZATION:Digest x", .credentials),
      ("X-Verify-Credentials-Authorization: OAuth oauth_token=\"x\"", .signedHeader),
      ("WWW-Authenticate: Bearer", .challenge), ("www-authenticate: ", .challenge), ("DPoP: a.b.c", .jwt),
      ("Location: https://a.example/?code=1", .callback), ("Bearer a.b.c", .jwt), ("{\"kty\":\"EC\"}", .key),
      ("{\"keys\":[]}", .unknown), ("{\"a\":1}", .unknown), ("{", .unknown), ("-----BEGIN PUBLIC KEY-----", .key),
    ] as [(String, Inspection.Kind)])
  func form(text: String, kind: Inspection.Kind) {
    #expect(self.kind(text) == kind)
    #expect(self.kind(" \r\n\t\(text)\n ") == kind)
  }

  @Test("a text of 262,144 bytes is read, and one of a byte more is not", arguments: [262_144, 262_145])
  func limit(length: Int) {
    let text = "a.b." + String(repeating: "c", count: length - 4)
    let inspection = Inspection(of: text + "\n", at: inspectedAt)
    #expect(
      inspection.problems.contains {
        $0.code == .oversizedJOSE && $0.rule == .wayleave("a text to inspect has a bounded length")
      } == (length > 262_144))
    #expect((inspection.kind == .unknown) == (length > 262_144))
  }

  @Test(
    "RFC 9068 §2.1, RFC 9449 §4.2, RFC 9101 §10.8: the type of a token says what it is, in any case",
    arguments: [
      ("dpop+jwt", .proof), ("DPoP+JWT", .proof), ("application/at+jwt", .accessToken), ("at+jwt", .accessToken),
      ("logout+jwt", .logoutToken), ("oauth-authz-req+jwt", .requestObject), ("JWT", .jwt), ("at+jwtx", .jwt),
    ] as [(String, Inspection.Kind)])
  func type(type: String, kind: Inspection.Kind) {
    #expect(self.kind(unverifiedToken(["alg": "ES256", "typ": .string(type)], ["iat": 1])) == kind)
  }

  @Test("OpenID Connect Core §2: a token with all five claims is an ID token, unless it names a client or a scope")
  func idToken() {
    let whole: [(String, JSON)] = [("iss", "https://a.example"), ("sub", "1"), ("aud", "c"), ("exp", 2), ("iat", 1)]
    func kind(_ members: [(String, JSON)]) -> Inspection.Kind {
      self.kind(
        unverifiedToken(["alg": "ES256"], .object(.init(members: members.map { .init(name: $0.0, value: $0.1) }))))
    }
    #expect(kind(whole) == .idToken)
    for left in whole.indices { #expect(kind(whole.enumerated().filter { $0.offset != left }.map(\.element)) == .jwt) }
    #expect(kind(whole + [("client_id", "c")]) == .jwt && kind(whole + [("scope", "s")]) == .jwt)
    let events: JSON = ["http://schemas.openid.net/event/backchannel-logout": [:]]
    #expect(kind(whole + [("events", events)]) == .logoutToken && kind([("events", events)]) == .logoutToken)
    #expect(kind(whole + [("events", ["other": [:]])]) == .idToken)
  }

  @Test("only an unknown text is not said to be unverified", arguments: ["a.b.c", "https://a.example/", "hello"])
  func heading(text: String) {
    let inspection = Inspection(of: text, at: inspectedAt)
    #expect(inspection.text(in: TextLayout(width: 80)).contains("NOT VERIFIED") == (inspection.kind != .unknown))
    #expect(inspection.json["verified"] == false && inspection.json["kind"]?.string == inspection.kind.rawValue)
  }
}

@Suite("wayleave inspect shows no secret")
struct InspectionSecretTests {
  private static let canary = "canary-canary-canary-canary"

  private func shown(_ text: String) -> String {
    let inspection = Inspection(of: text, at: inspectedAt)
    return inspection.text(in: TextLayout(width: .max)) + inspection.json.encodedText()
  }

  @Test(
    "RFC 6749 §10.3: parameters of a URL, in the query and in the fragment",
    arguments: [
      "code", "state", "denied", "token", "secret", "password", "assertion", "response", "access_token",
      "refresh_token",
      "id_token", "oauth_token", "oauth_verifier", "oauth_token_secret", "client_secret", "code_verifier", "nonce",
      "user_code", "request", "my_api_key", "X-Amz-Signature",
    ])
  func parameters(name: String) {
    for mark in ["?", "#"] {
      let shown = shown("https://a.example/cb\(mark)\(name)=\(Self.canary)&scope=plain")
      #expect(!shown.contains("canary") && shown.contains("plain"), "\(shown)")
    }
  }

  @Test(
    "what is no secret is shown",
    arguments: ["error", "scope", "iss", "client_id", "redirect_uri", "code_challenge", "error_description", "other"])
  func plain(name: String) {
    #expect(shown("https://a.example/cb?code=x&\(name)=\(Self.canary)").contains(Self.canary))
  }

  @Test(
    "the value of an Authorization header, by every scheme",
    arguments: [
      "Bearer \(canary)", "DPoP \(canary)", "Authorization: Token \(canary)", "Authorization: \(canary)x \(canary)",
      "Authorization: Basic \(Base64.standard.encodedText(Array("user:\(canary)".utf8)))",
      "OAuth oauth_token=\"\(canary)\"", "OAuth oauth_verifier=\"\(canary)\"",
      "OAuth oauth_session_handle=\"\(canary)\"",
      "OAuth oauth_signature_method=\"PLAINTEXT\", oauth_signature=\"\(canary)\"",
      "OAuth oauth_signature_method=\"plaintext\", oauth_signature=\"\(canary)\"",
      "OAuth oauth_signature=\"\(canary)\"",
    ])
  func headers(text: String) {
    let shown = shown(text)
    #expect(shown.ranges(of: Self.canary).count == (text.contains("canaryx") ? 2 : 0), "\(shown)")
  }

  @Test("a signature that reveals no secret is shown")
  func signature() {
    #expect(
      shown("OAuth oauth_signature_method=\"HMAC-SHA1\", oauth_signature=\"\(Self.canary)\"").contains(Self.canary))
  }

  @Test("RFC 7617 §2: the user of Basic is shown, and what is no such text is a problem")
  func basic() {
    let good = Inspection(of: "Basic YTpiOmM=", at: inspectedAt)
    #expect(good.value("user") == "a" && good.problems.isEmpty && good.value("password")?.contains("b") == false)
    for text in ["Basic YTpi!", "Basic YWI="] {
      #expect(Inspection(of: "Authorization: " + text, at: inspectedAt).problems.map(\.code) == [.malformedText])
    }
  }

  @Test("members of a token that are secrets")
  func token() {
    let shown = shown(unverifiedToken(["alg": "ES256"], ["access_token": .string(Self.canary), "sub": "ada"]))
    #expect(!shown.contains("canary") && shown.contains("ada"))
  }

  @Test("RFC 7517 §9.2: the private half of a key, in a set and alone")
  func keys() throws {
    let key = try JSONWebKey.generate(for: .es256, keyID: "1")
    let whole = try JSON(decoding: key.exposedJSON.exposedBytes)
    let secret = try #require(whole["d"]?.string)
    for json in [whole, ["keys": [whole]]] {
      let inspection = Inspection(of: json.encodedText(), at: inspectedAt)
      #expect(inspection.kind == .key && inspection.problems.isEmpty && inspection.parts.map(\.name) == ["Private key"])
      #expect(inspection.value("thumbprint") == key.thumbprint)
      #expect(!inspection.json.encodedText().contains(secret))
    }
    let open = Inspection(of: try #require(key.publicKey).json.encodedText(), at: inspectedAt)
    #expect(open.parts.map(\.name) == ["Public key"] && open.value("private members") == nil)
  }
}

@Suite("wayleave inspect names what is wrong")
struct InspectionProblemTests {
  private func codes(_ text: String) -> [OAuthError.Code] { Inspection(of: text, at: inspectedAt).problems.map(\.code) }

  private static let parameters = [
    ("oauth_consumer_key", "k"), ("oauth_signature_method", "HMAC-SHA1"), ("oauth_signature", "s"),
    ("oauth_timestamp", "1700000000"), ("oauth_nonce", "n"),
  ]

  private func header(_ change: (inout [(String, String)]) -> Void = { _ in }) -> String {
    var parameters = Self.parameters
    change(&parameters)
    return "OAuth " + parameters.map { "\($0.0)=\"\($0.1)\"" }.joined(separator: ", ")
  }

  @Test("RFC 5849 §3.1: each parameter must be there; PLAINTEXT does without timestamp and nonce")
  func signed() {
    #expect(codes(header()).isEmpty)
    for index in Self.parameters.indices {
      #expect(codes(header { $0.remove(at: index) }) == [.missingParameter])
      let plain = header {
        $0[1].1 = "PLAINTEXT"
        if index != 1 { $0.remove(at: index) }
      }
      #expect(codes(plain) == (index == 0 || index == 2 ? [.missingParameter] : []))
    }
  }

  @Test(
    "RFC 5849 §3.3: a timestamp is a positive number",
    arguments: [("1", true), ("0", false), ("-1", false), ("x", false), ("", false), ("99999999999999999999", false)])
  func timestamp(text: String, isGood: Bool) {
    #expect(codes(header { $0[3].1 = text }) == (isGood ? [] : [.malformedTimestamp]))
  }

  @Test(
    "RFC 5849 §3.4: a signature method is one of ours", arguments: ["HMAC-SHA1", "hmac-sha1", "HMAC-MD5", "RSA-SHA512"])
  func method(text: String) {
    let isKnown = ["HMAC-SHA1", "RSA-SHA512"].contains(text)
    #expect(codes(header { $0[1].1 = text }) == (isKnown ? [] : [.unsupportedSignatureMethod]))
  }

  @Test("RFC 8725 §3.2: a token without a signature is named, in any spelling", arguments: ["none", "None", "NONE"])
  func unsigned(algorithm: String) {
    #expect(codes(unverifiedToken(["alg": .string(algorithm)], ["iat": 1])).contains(.unsupportedAlgorithm))
    #expect(!codes(unverifiedToken(["alg": "ES256"], ["iat": 1])).contains(.unsupportedAlgorithm))
  }

  private func proof(_ change: (inout JSON.Object, inout JSON.Object) -> Void = { _, _ in }) throws -> String {
    let key = try JSONWebKey.generate(for: .es256)
    var header: JSON.Object = .init()
    header["typ"] = "dpop+jwt"
    header["alg"] = "ES256"
    header["jwk"] = try #require(key.publicKey).json
    var claims: JSON.Object = .init()
    for (name, value) in [("jti", "1"), ("htm", "GET"), ("htu", "https://api.example/me")] as [(String, JSON)] {
      claims[name] = value
    }
    claims["iat"] = 1_700_000_000
    change(&header, &claims)
    return unverifiedToken(.object(header), .object(claims))
  }

  @Test("RFC 9449 §4.2: each claim of a proof must be there", arguments: ["jti", "htm", "htu", "iat"])
  func proofClaims(name: String) throws {
    let inspection = Inspection(of: try proof { $1[name] = nil }, at: inspectedAt)
    #expect(inspection.kind == .proof)
    #expect(inspection.problems.map(\.rule) == [.rfc(9449, "4.2")])
  }

  @Test(
    "RFC 9449 §4.2: the key is there and public, the address has neither query nor fragment, the signature is by the key"
  )
  func proofKey() throws {
    // All is there: then the signature is checked, and this one is not by the key.
    #expect(codes(try proof()) == [.tokenSignatureMismatch])
    #expect(codes(try proof { header, _ in header["jwk"] = nil }) == [.malformedJOSE])
    let secret = try JSON(decoding: JSONWebKey.generate(for: .es256).exposedJSON.exposedBytes)
    #expect(codes(try proof { header, _ in header["jwk"] = secret }) == [.malformedJOSE])
    for address in ["https://api.example/me?a=b", "https://api.example/me#a"] {
      #expect(codes(try proof { $1["htu"] = .string(address) }) == [.malformedProof])
    }
  }

  @Test(
    "RFC 9110 §11.6.1: a challenge that cannot be read",
    arguments: [("Bearer", true), ("Bearer a=1, a=2", false), ("", false), ("=", false)])
  func challenge(text: String, isGood: Bool) {
    #expect(codes("WWW-Authenticate: " + text) == (isGood ? [] : [.malformedText]))
  }

  @Test("RFC 7517 §4.1: a key without its type", arguments: [("{}", 1), ("{\"keys\":[{}]}", 1), ("{\"keys\":[]}", 0)])
  func key(text: String, count: Int) { #expect(codes(text).count == count) }

  @Test("the dates of a token are read as dates, also with a fraction")
  func dates() {
    let token = unverifiedToken(
      ["alg": "ES256"], ["exp": 1_700_000_060, "nbf": .number("1699999940.5"), "iat": 1_699_996_400, "auth_time": "x"])
    let inspection = Inspection(of: token, at: inspectedAt)
    #expect(
      inspection.note("exp")?.hasSuffix("in 1 minute") == true && inspection.note("exp")?.hasPrefix("expires ") == true)
    #expect(
      inspection.note("nbf")?.hasPrefix("valid from ") == true
        && inspection.note("nbf")?.hasSuffix("1 minute ago") == true)
    #expect(inspection.note("iat")?.hasPrefix("issued ") == true && inspection.note("auth_time") == nil)
  }
}

@Suite("L2: nothing that is inspected moves the cursor, hides itself or fills the screen")
struct InspectionHostileTests {
  private static let controls = "\u{1B}[2J\u{7}\u{9B}\u{202E}\u{200B}\u{2066}\u{E0041}\u{85}"
  private static let long = String(repeating: "x", count: 10_000)

  private static func texts(_ text: String) -> [String] {
    let encoded = PercentEncoding.encode(text)
    let json = JSON.string(text)
    return [
      text, "https://a.example/cb?code=1&\(encoded)=\(encoded)",
      "https://a.example/#state=1&error_description=\(encoded)",
      "https://a.example/cb?error=\(encoded)", "Bearer \(text)", "\(text) \(text)", "Authorization: \(text) \(text)",
      "OAuth oauth_consumer_key=\"\(encoded)\", oauth_\(encoded)=\"\(encoded)\", oauth_signature_method=\"\(encoded)\"",
      "Authorization: Basic \(Base64.standard.encodedText(Array("\(text):\(text)".utf8)))",
      "WWW-Authenticate: Bearer realm=\"\(text)\", error=\"\(text)\"", "WWW-Authenticate: \(text)",
      unverifiedToken([text: json, "alg": json, "typ": json], [text: json, "iss": json, "deep": [text: [json]]]),
      unverifiedToken(["typ": "dpop+jwt"], ["htu": .string("https://a.example/?\(text)"), "jti": json]),
      JSON.object(.init(members: [.init(name: "kty", value: json), .init(name: text, value: json)])).encodedText(),
    ]
  }

  @Test("control, bidirectional and invisible characters are spelled out")
  func controls() {
    for text in Self.texts(Self.controls) {
      let shown = Inspection(of: text, at: inspectedAt).text(in: TextLayout(width: 80))
      let isClean = shown.unicodeScalars.allSatisfy { scalar in
        scalar == "\n"
          || !("\(Self.controls)".unicodeScalars.contains(scalar) && !scalar.isASCII || scalar.value < 0x20)
      }
      #expect(isClean, "\(shown.debugDescription)")
    }
  }

  @Test("a value of 10,000 characters is cut, and a line is no wider than the terminal", arguments: [40, 80])
  func long(width: Int) {
    for text in Self.texts(Self.long) {
      let shown = Inspection(of: text, at: inspectedAt).text(in: TextLayout(width: width))
      #expect(shown.count < 10_000)
      #expect(shown.split(separator: "\n").allSatisfy { $0.count <= width }, "\(shown)")
    }
  }
}
