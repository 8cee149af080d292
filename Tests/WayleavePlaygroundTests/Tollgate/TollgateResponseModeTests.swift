import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

@Suite("Form Post Response Mode §2 and JWT Secured Authorization Response Mode §2: how Tollgate answers")
struct TollgateResponseModeTests {
  /// The pairs that went back, verified where they came as a JWT.
  private func pairs(
    _ playground: TestPlayground, _ answer: ResponseMessage, _ mode: ResponseMode,
    algorithm: SignatureAlgorithm = .rs256
  ) async throws -> Form {
    let isPosted = mode == .formPost || mode == .formPostJWT
    let form = isPosted ? answer.hiddenFields : try answer.callback
    #expect(isPosted ? answer.formAction == TestPlayground.callback : answer.status == 303)
    guard mode.isJWT else { return form }
    #expect(form.fields.count == 1)
    return try SecuredResponse(reading: form).parameters(
      from: Issuer(playground.tollgate.issuer), to: "tollgate-web", verifiedBy: try await playground.tollgateKeys(),
      allowing: [algorithm], at: playground.clock.now)
  }

  @Test(arguments: [ResponseMode.query, .formPost, .jwt, .queryJWT, .formPostJWT])
  func `a code and a refusal come in the way that was asked for`(mode: ResponseMode) async throws {
    try await TestPlayground.withTollgate(approval: .byPage) { playground in
      let url = try playground.tollgateURL(["response_mode": mode.rawValue, "state": "state"])
      let allowed = try await pairs(playground, try await playground.allow(url), mode)
      #expect(try allowed.text(of: "state") == "state")
      #expect(try allowed.text(of: "iss") == playground.tollgate.issuer.text)
      let code = Secret(try allowed.text(of: "code") ?? "")
      #expect(try await playground.redeemTollgate(code).status == 200)

      let page = try await playground.visitor.open(
        try playground.tollgateURL(["response_mode": mode.rawValue, "prompt": "consent"]))
      let denied = try await playground.visitor.submit(page, ["decision": "deny"])
      #expect(try await pairs(playground, denied, mode).text(of: "error") == "access_denied")
      let wrong = try await playground.visitor.open(
        try playground.tollgateURL(["response_mode": mode.rawValue, "scope": "everything"]))
      #expect(try await pairs(playground, wrong, mode).text(of: "error") == "invalid_scope")
    }
  }

  @Test func `a page that posts an answer may run its one script and nothing else, and is kept nowhere`() async throws {
    try await TestPlayground.withTollgate { playground in
      let page = try await playground.visitor.open(try playground.tollgateURL(["response_mode": "form_post"]))
      let policy = page.head.headerFields[.contentSecurityPolicy] ?? ""
      #expect(policy.hasPrefix("default-src 'none'; script-src 'sha256-") && policy.contains("frame-ancestors 'none'"))
      #expect(page.head.headerFields[.cacheControl] == "no-store")
      #expect(page.head.headerFields[try #require(HTTPField.Name("Referrer-Policy"))] == "no-referrer")
    }
  }

  @Test(arguments: ["fragment", "fragment.jwt", "smoke"])
  func `another way is refused, in the query`(mode: String) async throws {
    try await TestPlayground.withTollgate { playground in
      let answer = try await playground.visitor.open(try playground.tollgateURL(["response_mode": mode]))
      #expect(try answer.callback.text(of: "error") == "invalid_request")
    }
  }

  @Test func `JARM §3: a client can register another algorithm than RS256`() async throws {
    try await TestPlayground.withTollgate({
      var additional = JSON.Object()
      additional["authorization_signed_response_alg"] = "ES256"
      $0.tollgate.clients[0] = try TollgateClient(
        id: "tollgate-web", secret: Secret("x"),
        metadata: ClientMetadata(
          redirectURIs: [try RedirectURI(TestPlayground.callback)], additional: additional))
    }) { playground in
      let answer = try await playground.visitor.open(try playground.tollgateURL(["response_mode": "jwt"]))
      #expect(try await pairs(playground, answer, .jwt, algorithm: .es256).contains("code"))
    }
  }
}
