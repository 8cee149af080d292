import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave verify: signed requests and echoes", .serialized)
struct VerifySignedRequestTests {
  let terminal: Terminal

  init() throws {
    terminal = try Terminal()
    terminal.secrets = [Self.consumerSecret, Self.tokenSecret]
  }

  // RFC 5849 §1.2, the request for the photo.
  private static let consumerSecret = "kd94hf93k423kf44"
  private static let tokenSecret = "pfkkdhi9sl3r4s00"
  private static let photo = """
    GET /photos?file=vacation.jpg&size=original HTTP/1.1
    Host: photos.example.net
    Authorization: OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_token="nnch734d00sl2jdk", \
    oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131202", oauth_nonce="chapoH", \
    oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D"

    """

  private func verify(
    _ text: String, key: String = "dpf43f3p2l4k3l03", secret: String = consumerSecret,
    tokenSecret: String? = tokenSecret,
    at time: String? = "137131200"
  ) async throws -> VerificationSeen {
    let options = try ["--client-id", key, "--client-secret-file", terminal.paper("consumer", secret)]
    let token = try tokenSecret.map { ["--token-secret-file", try terminal.paper("token", $0)] } ?? []
    let arguments = ["verify", "oauth1", "--json"] + options + token + (time.map { ["--at", $0] } ?? [])
    return try VerificationSeen(try await terminal.outcome(of: try terminal.start(arguments, input: text)))
  }

  @Test("RFC 5849 §1.2: the specification's own request passes, by a path over https or by the whole address over http")
  func photo() async throws {
    // The RFC's request went over plain http.
    let whole = Self.photo.replacingOccurrences(of: "GET /", with: "GET http://photos.example.net/")
    let seen = try await verify(whole)
    #expect(seen.exit == .code(0) && seen.isVerified, "\(seen.failures)")
    #expect(seen.verdicts["signature"] == "passed" && seen.verdicts["nonce"] == "not_asked")
    #expect(seen.facts["base_string"]?.hasPrefix("GET&http%3A%2F%2Fphotos.example.net%2Fphotos&") == true)
    let overTLS = try await verify(Self.photo)
    #expect(overTLS.firstFailure == "signature" && overTLS.code == "oauth1.signature_mismatch")
    #expect(overTLS.facts["base_string"]?.hasPrefix("GET&https%3A%2F%2Fphotos.example.net%2Fphotos&") == true)
  }

  @Test("each failure is named, exit 8")
  func refused() async throws {
    let whole = Self.photo.replacingOccurrences(of: "GET /", with: "GET http://photos.example.net/")
    for (seen, check, code) in [
      (try await verify(whole, key: "other"), "consumer", "oauth1.foreign_echo"),
      (try await verify(whole, secret: "wrong"), "signature", "oauth1.signature_mismatch"),
      (try await verify(whole, tokenSecret: nil), "signature", "oauth1.signature_mismatch"),
      (try await verify(whole, at: nil), "timestamp", "oauth1.stale_timestamp"),
      (try await verify("hello"), "form", "oauth1.malformed_request"),
      (try await verify("GET /x HTTP/1.1\n\n"), "form", "oauth1.malformed_request"),
      (try await verify("GET https://a.example/x\nno colon\n\n"), "form", "oauth1.malformed_request"),
      (try await verify("GET https://a.example/x HTTP/1.1\n\n"), "parameters", "oauth1.missing_parameter"),
    ] {
      #expect(seen.exit == .code(8) && !seen.isVerified)
      #expect(seen.firstFailure == check && seen.code == code, "\(seen.failures) \(seen.code ?? "")")
    }
  }

  @Test(
    "a form body is covered, with the line break that an editor leaves at its end; the password of xAuth is not shown")
  func body() async throws {
    terminal.secrets.append("hunter2-hunter2")
    let text = """
      POST https://a.example/token HTTP/1.1
      Content-Type: application/x-www-form-urlencoded
      Authorization: OAuth oauth_consumer_key="k", oauth_signature_method="PLAINTEXT", oauth_signature="kd94hf93k423kf44%26"

      x_auth_mode=client_auth&x_auth_password=hunter2-hunter2&x_auth_username=a

      """
    let seen = try await verify(text, key: "k", tokenSecret: nil)
    #expect(seen.isVerified && seen.verdicts["timestamp"] == "not_asked", "\(seen.failures)")
    #expect(seen.facts["base_string"]?.contains("x_auth_username%3Da") == true)
  }

  @Test("what wayleave request --dry-run --show-credential prints is verified by the client's own registration")
  func dryRun() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .stile, at: terminal)
      let dry = try await terminal.wayleave(
        "request", "--dry-run", "--show-credential", place.base + "/1.1/account/verify_credentials.json?b=1")
      #expect(dry.exit == .code(0), "\(dry.errors)")
      let token = try await terminal.wayleave("token", "--json").json()
      let secret = try #require(token["oauth_token_secret"] as? String)
      let seen = try VerificationSeen(
        try await terminal.wayleave(
          "verify", "oauth1", "--json", "--client", "mine-at-stile", environment: ["WAYLEAVE_TOKEN_SECRET": secret],
          input: dry.output))
      #expect(seen.isVerified, "\(seen.failures)")
    }
  }

  @Test("a dry run with a form body, -F or JSON is verified too; one with its secrets hidden is named as such")
  func dryRunBodies() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .stile, at: terminal)
      let token = try await terminal.wayleave("token", "--json").json()
      let secret = try #require(token["oauth_token_secret"] as? String)
      func verified(_ options: [String], tokenSecret: String? = secret) async throws -> VerificationSeen {
        let dry = try await terminal.outcome(
          of: terminal.start(["request", "--dry-run"] + options + [place.base + "/1.1/statuses/update.json?b=1"]))
        #expect(dry.exit == .code(0), "\(dry.errors)")
        let environment = tokenSecret.map { ["WAYLEAVE_TOKEN_SECRET": $0] } ?? [:]
        return try VerificationSeen(
          try await terminal.wayleave(
            "verify", "oauth1", "--json", "--client", "mine-at-stile", environment: environment, input: dry.output))
      }
      for body in [["-d", "status=a+b&c=%21"], ["-F", "status=a"], ["-f", "status=a"], ["-X", "DELETE"]] {
        let seen = try await verified(["--show-credential"] + body)
        #expect(seen.isVerified, "\(body) \(seen.failures)")
      }
      let without = try await verified(["--show-credential"], tokenSecret: nil)
      #expect(without.firstFailure == "signature" && without.code == "oauth1.signature_mismatch")
      let hidden = try await verified(["-d", "a=b"])
      #expect(hidden.firstFailure == "form" && hidden.code == "oauth1.malformed_request")
    }
  }

  @Test("what token --echo prints is what verify echo reads, at exactly the URL that the entry names")
  func printedEcho() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .stile, at: terminal)
      let address = place.base + EmulatedProviders.Entry.stile.userPath
      func verify(_ url: String) async throws -> VerificationSeen {
        let echo = try await terminal.wayleave("token", "--echo", url).output
        return try VerificationSeen(
          try await terminal.wayleave("verify", "echo", "--json", "--provider", "stile", input: echo))
      }
      let other = try await verify(address + "?skip_status=true")
      #expect(other.firstFailure == "address" && other.code == "oauth1.foreign_echo")
      let seen = try await verify(address)
      #expect(seen.isVerified && seen.facts["user"]?.contains("Ada Fenwick") == true, "\(seen.failures)")
    }
  }

  @Test("an echo: the playground's Twitter is asked only when all that can be checked here holds")
  func echo() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .stile, at: terminal)
      let address = place.base + EmulatedProviders.Entry.stile.userPath
      let dry = try await terminal.wayleave("request", "--dry-run", "--show-credential", address).output
      let header = try #require(dry.split(separator: "\n").first { $0.hasPrefix("Authorization: ") })
        .dropFirst("Authorization: ".count)
      func verify(_ provider: String, _ authorization: String) async throws -> VerificationSeen {
        try VerificationSeen(
          try await terminal.wayleave(
            "verify", "echo", "--json", "--provider", "stile",
            input: """
              POST /upload HTTP/1.1
              Host: upload.example
              X-Auth-Service-Provider: \(provider)
              X-Verify-Credentials-Authorization: \(authorization)

              """))
      }
      let asked = place.count(of: "api.answered")
      let foreign = try await verify("https://evil.example/me", String(header))
      #expect(foreign.firstFailure == "address" && foreign.code == "oauth1.foreign_echo")
      #expect(foreign.verdicts["provider"] == "not_reached" && place.count(of: "api.answered") == asked)
      let good = try await verify(address, String(header))
      #expect(good.exit == .code(0) && good.isVerified, "\(good.failures) \(good.code ?? "")")
      #expect(good.facts["user"]?.contains("Ada Fenwick") == true)
      // The playground has seen this nonce by now.
      let again = try await verify(address, String(header))
      #expect(again.exit == .code(8) && again.firstFailure == "provider" && again.code == "oauth1.signature_mismatch")
      let empty = try VerificationSeen(
        try await terminal.wayleave(
          "verify", "echo", "--json", "--provider", "stile", input: "GET https://upload.example/\n\n"))
      #expect(empty.firstFailure == "address" && empty.code == "oauth1.missing_parameter")
    }
  }
}
