import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave inspect")
struct InspectTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  /// What it says of a text, by JSON.
  private struct Seen {
    let kind: String
    let problems: [String]
    let values: [String: String]
    let notes: [String: String]
    let exit: Exit

    init(_ outcome: ProgramOutcome) throws {
      let json = try outcome.json()
      #expect(json["verified"] as? Bool == false)
      kind = json["kind"] as? String ?? ""
      problems = (json["problems"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
      let members = (json["parts"] as? [[String: Any]] ?? []).flatMap { $0["members"] as? [[String: Any]] ?? [] }
      values = Dictionary(
        members.compactMap { member in (member["name"] as? String).map { ($0, member["value"] as? String ?? "") } },
        uniquingKeysWith: { first, _ in first })
      notes = Dictionary(
        members.compactMap { member in (member["name"] as? String).map { ($0, member["note"] as? String ?? "") } },
        uniquingKeysWith: { first, _ in first })
      exit = outcome.exit
    }
  }

  private func see(_ text: String, check: Bool = true) async throws -> Seen {
    let arguments = ["inspect", "--json"] + (check ? ["--check"] : [])
    return try Seen(try await terminal.outcome(of: try terminal.start(arguments, input: text)))
  }

  /// An unsigned text in the form of a JWT.
  private func token(_ header: String, _ claims: String) -> String {
    [header, claims, "signature"].map { part in
      Data(part.utf8).base64EncodedString().replacingOccurrences(of: "+", with: "-")
        .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }.joined(separator: ".")
  }

  private static let header = """
    OAuth realm="Photos", oauth_consumer_key="reader", oauth_token="nnch734d00sl2jdk", \
    oauth_signature_method="HMAC-SHA1", oauth_timestamp="1318622958", oauth_nonce="chapoH", \
    oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D"
    """

  @Test("standard input without an end is called by its name")
  func oversized() async throws {
    let run = try terminal.startShell("head -c 17000000 /dev/zero | exec \"$0\" inspect")
    let refused = try await terminal.outcome(of: run)
    #expect(refused.exit == .code(64) && refused.errors.contains("Standard input"), "\(refused.errors)")
  }

  @Test("RFC 5849 §3.5.1: an Authorization header, each parameter, the time as a date, the token by its fingerprint")
  func signedHeader() async throws {
    terminal.secrets = ["nnch734d00sl2jdk"]
    for prefix in ["", "Authorization: ", "  authorization:   ", "X-Verify-Credentials-Authorization: "] {
      let seen = try await see(prefix + Self.header + "\n")
      #expect(seen.kind == "oauth1_header" && seen.problems.isEmpty && seen.exit == .code(0))
      #expect(seen.values["oauth_signature_method"] == "HMAC-SHA1")
      #expect(seen.values["oauth_token"] == "<secret bb9b1163>")
      #expect(seen.values["oauth_signature"] == "MdpQcU8iPSUjWoN/UDMsK2sui9I=")
      #expect(seen.notes["oauth_timestamp"]?.hasPrefix("2011-10-14T20:09:18Z, ") == true)
    }
    let asArgument = try await terminal.wayleave("inspect", Self.header)
    #expect(asArgument.answer.hasPrefix("Signed request header (OAuth 1.0a): NOT VERIFIED"))
  }

  @Test("RFC 5849 §3.4.4: the signature of PLAINTEXT is the secrets, and is not shown; no nonce is needed")
  func plaintext() async throws {
    terminal.secrets = ["kd94hf93k423kf44&", "kd94hf93k423kf44"]
    let seen = try await see(
      #"OAuth oauth_consumer_key="a", oauth_signature_method="PLAINTEXT", oauth_signature="kd94hf93k423kf44%26""#)
    #expect(seen.exit == .code(0) && seen.values["oauth_signature"]?.hasPrefix("<secret ") == true)
  }

  @Test(
    "a malformed header is exit 8 with --check, and each defect is named",
    arguments: [
      (#"OAuth oauth_consumer_key="a", oauth_consumer_key="b""#, ["oauth1.repeated_parameter"]),
      (#"OAuth oauth_consumer_key=a"#, ["oauth1.malformed_request"]),
      (
        #"OAuth oauth_consumer_key="a", oauth_signature_method="MD5", oauth_timestamp="-1", oauth_nonce="n""#,
        ["oauth1.missing_parameter", "oauth1.unsupported_signature_method", "oauth1.malformed_timestamp"]
      ),
      ("WWW-Authenticate: Bearer realm=\"", ["wire.malformed_text"]),
      ("https://app.example/cb?code=a&code=b", ["wire.duplicate_parameter"]),
      ("https://app.example/cb?code=%zz", ["wire.malformed_url"]),
      ("Basic !", ["wire.malformed_text"]), ("e30.e30.AA==", ["jose.malformed"]), ("e30.AA.AA.AA", []),
      ("{\"kty\":\"RSA\",\"n\":\"AQAB\",\"e\":\"AQAB\"}", ["configuration.weak_key"]), ("{}", ["jose.malformed"]),
      ("hello", ["configuration.invalid_value"]),
    ])
  func malformed(text: String, codes: [String]) async throws {
    let seen = try await see(text)
    #expect(seen.exit == .code(8), "\(text)")
    if codes.isEmpty { #expect(!seen.problems.isEmpty) } else { #expect(seen.problems == codes) }
    #expect(try await see(text, check: false).exit == .code(0))
  }

  @Test("a callback: what may be used is shown by its fingerprint, in query and fragment")
  func callback() async throws {
    terminal.secrets = ["SplxlOBeZQQYbYS6WxSbIA", "2YotnFZFEjr1zCsicMWpAA"]
    let code = try await see(
      "http://127.0.0.1:8400/callback?code=SplxlOBeZQQYbYS6WxSbIA&state=x&iss=https%3A%2F%2Fas.example")
    #expect(code.kind == "callback_url" && code.exit == .code(0))
    #expect(code.values["iss"] == "https://as.example" && code.values["code"]?.hasPrefix("<secret ") == true)
    let implicit = try await see("https://app.example/cb#access_token=2YotnFZFEjr1zCsicMWpAA&token_type=bearer")
    #expect(implicit.kind == "callback_url" && implicit.values["token_type"] == "bearer")
    let unknown = try await see("https://app.example/cb?code=a&state=b&Session_Token=SplxlOBeZQQYbYS6WxSbIA&page=2")
    #expect(unknown.values["Session_Token"]?.hasPrefix("<secret ") == true && unknown.values["page"] == "2")
    let denied = try await see("https://app.example/cb?error=access_denied&error_description=no%1b%5b31m&state=x")
    #expect(denied.values["error_description"] == "no\\u{1b}[31m")
    let page = try await see("https://as.example/authorize?client_id=a&response_type=code&state=x")
    #expect(page.kind == "authorization_url" && page.exit == .code(0))
    #expect(try await see("https://as.example/a?b=c").kind == "url")
  }

  @Test("JARM §2.3 and OpenID Connect Core §3.2.2.5: signed messages in a callback are taken apart with it")
  func signedCallback() async throws {
    terminal.secrets = ["SplxlOBeZQQYbYS6WxSbIA", "af0ifjsldkj-af0ifjsldkj"]
    let claims =
      #"{"iss":"https://as.example","aud":"a","exp":1311281970,"code":"SplxlOBeZQQYbYS6WxSbIA","state":"af0ifjsldkj-af0ifjsldkj"}"#
    let signed = try await see("https://app.example/cb?response=" + token(#"{"alg":"ES256"}"#, claims))
    #expect(signed.kind == "callback_url" && signed.exit == .code(0), "\(signed.problems)")
    #expect(signed.values["iss"] == "https://as.example" && signed.values["code"]?.hasPrefix("<secret ") == true)
    #expect(signed.notes["exp"]?.hasPrefix("expires 2011-07-21") == true)
    let unsigned = try await see(
      "https://app.example/cb#state=x&id_token=" + token(#"{"alg":"none"}"#, #"{"iss":"i","sub":"s"}"#))
    #expect(unsigned.problems == ["jose.unsupported_algorithm"] && unsigned.exit == .code(8))
  }

  @Test(
    "a token is known by its type and claims, and its times are dates",
    arguments: [
      (#"{"alg":"RS256"}"#, #"{"iss":"i","sub":"s","aud":"a","exp":1311281970,"iat":1311280970}"#, "id_token"),
      (#"{"alg":"ES256","typ":"at+jwt"}"#, #"{"iss":"i","exp":1311281970}"#, "access_token"),
      (#"{"alg":"ES256","typ":"application/logout+jwt"}"#, #"{"exp":1311281970}"#, "logout_token"),
      (#"{"alg":"ES256","typ":"oauth-authz-req+jwt"}"#, #"{"exp":1311281970}"#, "request_object"),
      (#"{"alg":"HS256"}"#, #"{"exp":1311281970.5}"#, "jwt"),
    ])
  func token(header: String, claims: String, kind: String) async throws {
    let seen = try await see(token(header, claims))
    #expect(seen.kind == kind && seen.exit == .code(0), "\(seen.problems)")
    #expect(seen.notes["exp"]?.hasPrefix("expires 2011-07-21T20:59:30Z, ") == true)
    let shown = try await terminal.wayleave("inspect", "-", input: token(header, claims))
    #expect(shown.answer.split(separator: "\n").first?.hasSuffix(": NOT VERIFIED") == true)
  }

  @Test("attack 158: a private key in a proof or by itself is never shown, and control characters are made visible")
  func privateKey() async throws {
    let d = "870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE"
    let key = """
      {"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",\
      "y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM","d":"\(d)"}
      """
    terminal.secrets = [d, "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T"]
    let proof = try await see(
      token(
        #"{"alg":"ES256","typ":"dpop+jwt","jwk":\#(key)}"#,
        #"{"jti":"a\u001b[2J\u202eb","htm":"POST","htu":"https://as.example/token","iat":1562262616}"#))
    #expect(proof.kind == "dpop_proof" && proof.problems == ["jose.malformed"] && proof.exit == .code(8))
    #expect(proof.values["jti"] == "a\\u{1b}[2J\\u{202e}b")
    #expect(proof.values["jwk"]?.contains("MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4") == true)
    #expect(try await see(key).kind == "key")
    let nested = try await see(token(#"{"alg":"none"}"#, #"{"cnf":{"jwk":\#(key)},"keys":[\#(key)]}"#))
    #expect(nested.notes["alg"]?.contains("do not trust it") == true)
    // A key that is all of the claims.
    #expect(try await see(token(#"{"alg":"none"}"#, key)).values["d"] == "(private, not shown)")
    let set = try await see(#"{"keys":[{"kty":"oct","k":"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T"},\#(key)]}"#)
    #expect(set.kind == "key" && set.exit == .code(0))
  }

  @Test("RFC 8725 §3.2: an unsigned token fails the check, however its none is written, and the rule is named")
  func unsigned() async throws {
    for name in ["none", "None", "NONE"] {
      let seen = try await see(token(#"{"alg":"\#(name)"}"#, #"{"iss":"i"}"#))
      #expect(seen.exit == .code(8) && seen.problems == ["jose.unsupported_algorithm"])
    }
    let shown = try await terminal.wayleave("inspect", "--check", input: token(#"{"alg":"none"}"#, #"{"iss":"i"}"#))
    #expect(shown.exit == .code(8) && shown.answer.contains("[jose.unsupported_algorithm, RFC 8725 §3.2]"))
  }

  @Test("a secret under 16 bytes has no fingerprint: all PINs can be tried against one")
  func shortSecret() async throws {
    let long = "0123456789abcdef"
    let seen = try await see("https://app.example/cb?oauth_token=\(long)&oauth_verifier=\(long.dropLast())")
    #expect(seen.values["oauth_verifier"] == "<secret>" && seen.values["oauth_token"] == "<secret 9f9f5111>")
    let claims = try await see(token(#"{"alg":"HS256"}"#, #"{"code":"482913","access_token":"\#(long)"}"#))
    #expect(claims.values["code"] == "<secret>" && claims.values["access_token"] == "<secret 9f9f5111>")
  }

  @Test("lines fit a terminal of 80 and of 40 columns, and end where they end in a pipe", arguments: [80, 40])
  func narrow(width: Int) async throws {
    let claims =
      #"{"iss":"https://issuer.example/realms/with/a/long/name","sub":"\#(String(repeating: "s", count: 90))"}"#
    let text = token(#"{"alg":"none","typ":"JWT"}"#, claims)
    let narrow = try await terminal.wayleave("inspect", environment: ["COLUMNS": "\(width)"], input: text).answer
    #expect(narrow.split(separator: "\n").map(\.count).max() ?? 0 <= width, "\(narrow)")
    let wide = try await terminal.wayleave("inspect", input: text).answer
    #expect(wide.contains(String(repeating: "s", count: 90)))
    #expect(narrow.filter { !$0.isWhitespace } == wide.filter { !$0.isWhitespace })
  }

  @Test("RFC 9449 §4.2 and §4.3: a proof is whole, by its own key, and names an address without a query")
  func wholeProof() async throws {
    let vectors = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Vectors/dpop.json")
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: vectors)) as? [String: Any]
    let proof = try #require((json?["proofs"] as? [[String: Any]])?.first)
    let whole = try #require(proof["proof"] as? String)
    let seen = try await see("DPoP: " + whole)
    #expect(seen.kind == "dpop_proof" && seen.problems == [] && seen.exit == .code(0))
    #expect(seen.notes["jwk"]?.hasPrefix("thumbprint ") == true && seen.values["htm"] == "POST")
    #expect(try await see(whole.dropLast(4) + "AAAA").problems == ["jose.signature_mismatch"])
    let header = String(decoding: try JSONSerialization.data(withJSONObject: proof["header"] ?? [:]), as: UTF8.self)
    let query = try await see(token(header, #"{"jti":"a","htm":"GET","htu":"https://as.example/?a=1","iat":1}"#))
    #expect(query.problems == ["dpop.malformed"] && query.exit == .code(8))
  }

  @Test("a proof without what RFC 9449 §4.2 demands is malformed, each member named")
  func proof() async throws {
    let seen = try await see(token(#"{"alg":"ES256","typ":"dpop+jwt"}"#, #"{"htm":"GET"}"#))
    #expect(seen.problems.count == 4 && Set(seen.problems) == ["jose.malformed"])
  }

  @Test("an encrypted token shows its header; a Bearer token its fingerprint; a client's secret is left out")
  func others() async throws {
    terminal.secrets = ["mF_9.B5f-4.1JqM", "gX1fBat3bV"]
    let header = Data(#"{"alg":"RSA-OAEP-256","enc":"A256GCM"}"#.utf8).base64EncodedString()
    let encrypted = try await see("\(header.replacingOccurrences(of: "=", with: "")).AAAA.AAAA.AAAA.AAAA")
    #expect(encrypted.kind == "jwe" && encrypted.values["enc"] == "A256GCM" && encrypted.exit == .code(0))
    let opaque = try await see("Authorization: Bearer abcdefgh")
    #expect(opaque.kind == "credentials" && opaque.values["token"] == "<secret>")
    let basic = try await see("Basic czZCaGRSa3F0MzpnWDFmQmF0M2JW")
    #expect(basic.values["user"] == "s6BhdRkqt3" && basic.values["password"] == "<secret>")
  }

  @Test("a challenge: what the server asks for, by scheme")
  func challenge() async throws {
    let text =
      #"DPoP error="use_dpop_nonce", algs="ES256", Bearer realm="api", error="insufficient_scope", scope="a b""#
    for prefix in ["", "WWW-Authenticate: "] {
      let seen = try await see(prefix + text)
      #expect(seen.kind == "challenge" && seen.values["scope"] == "a b" && seen.exit == .code(0))
      #expect(seen.notes["error"]?.contains("DPoP-Nonce") == true)
    }
  }

  @Test("a megabyte is refused before it is decoded")
  func tooLong() async throws {
    let seen = try await see(String(repeating: "a", count: 1_000_000) + ".b.c")
    #expect(seen.problems == ["jose.too_large"])
  }

  @Test("nothing to inspect is wrong usage", arguments: ["", " \n\t"])
  func empty(text: String) async throws {
    let seen = try await terminal.wayleave("inspect", input: text)
    #expect(seen.exit == .code(64) && seen.shownCode == "configuration.invalid_value" && seen.output.isEmpty)
  }

  @Test("what request --dry-run prints is explained, with and without its credential, and shows no secret")
  func dryRun() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .stile, at: terminal)
      try await place.signIn(to: .lane, at: terminal)
      let json = try await terminal.wayleave("token", "stile", "--json").json()
      let token = try await terminal.wayleave("token", "lane").answer
      for (account, path) in [("stile", "/1.1/statuses/update.json?b=1"), ("lane", "/v2/users/self?b=1")] {
        for options in [[], ["--show-credential"]] {
          terminal.secrets = []
          let dry = try await terminal.outcome(
            of: terminal.start(
              ["request", "--account", account, "--dry-run", "-d", "status=a+b", place.base + path] + options))
          terminal.secrets = [token] + ["oauth_token", "oauth_token_secret"].compactMap { json[$0] as? String }
          let seen = try await see(dry.output)
          #expect(seen.kind == "request" && seen.exit == .code(0), "\(account) \(options) \(seen.problems)")
          #expect(seen.values["method"] == "POST" && seen.values["b"] == "1" && seen.values["status"] == "a b")
          #expect(seen.values["oauth_token"].map { $0.hasPrefix("<secret ") || $0 == "…" } == true)
        }
      }
    }
  }
}
