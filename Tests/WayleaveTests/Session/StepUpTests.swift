import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 9470 §4 and RFC 6750 §3.1: an API that wants another sign-in")
struct StepUpTests {
  @Test(
    "9470-2: insufficient_user_authentication is reported with its terms, and nothing is refreshed or sent again",
    arguments: [
      (["urn:gold", "urn:silver"], 600), (["urn:gold"], nil), ([], 0), ([], nil),
    ] as [([String], Int64?)])
  func stepUp(classes: [String], maximumAge: Int64?) async throws {
    let challenge = ResourceChallenge(
      .insufficientUserAuthentication, description: "more", scopes: ["pay"], authenticationContextClasses: classes,
      maximumAge: maximumAge)
    let (error, paths) = try await refusal(challenge.response())
    #expect(error?.code == .stepUpNeeded && error?.category == .signInNeeded)
    #expect(error?.recommendedAction == error?.refusal?.demand.map { .stepUp($0) })
    #expect(
      error?.refusal?.demand
        == AccessDemand(
          scopes: ["pay"], authenticationContextClasses: classes, maximumAge: maximumAge.map { .seconds($0) }))
    #expect(error?.refusal?.status == 401 && error?.refusal?.description == "more")
    #expect(paths == ["/x"])
  }

  // EI13
  @Test(
    "169: insufficient_scope is reported with its scopes, by whatever status, and never refreshed for",
    arguments: [403, 401])
  func scope(status: Int) async throws {
    var response = ResourceChallenge(.insufficientScope, scopes: ["read", "write"]).response()
    response.head.status = .init(code: status)
    let (error, paths) = try await refusal(response)
    #expect(
      error?.code == .scopeNeeded && error?.recommendedAction == .askConsent(AccessDemand(scopes: ["read", "write"])))
    #expect(error?.refusal?.demand == AccessDemand(scopes: ["read", "write"]))
    #expect(paths == ["/x"])
  }

  @Test(
    "MCP 2025-11-25, Step-Up Authorization Flow: what the token was granted already is demanded without an end, so no sign-in",
    arguments: [(["profile"], false), (["profile", "pay"], true), ([], true)])
  func granted(demanded: [String], isWorthASignIn: Bool) async throws {
    let (error, paths) = try await refusal(ResourceChallenge(.insufficientScope, scopes: demanded).response())
    #expect(error?.code == .scopeNeeded && error?.refusal?.demand == AccessDemand(scopes: demanded))
    #expect(error?.mayBeMetBySignIn == isWorthASignIn && paths == ["/x"])
  }

  // EI13
  @Test(
    "every other challenge is the caller's to see: a token that is no good after one refresh, the rest at once",
    arguments: [
      (.invalidToken, 401, ["/x", "/token", "/x"]), (.invalidRequest, 400, ["/x"]), (.invalidProof, 401, ["/x"]),
      (.nonceNeeded, 401, ["/x"]), (nil, 401, ["/x", "/token", "/x"]), (nil, 403, ["/x"]),
    ] as [(ResourceChallenge.Failure?, Int, [String])])
  func others(failure: ResourceChallenge.Failure?, status: Int, paths: [String]) async throws {
    var response = ResourceChallenge(failure).response()
    response.head.status = .init(code: status)
    let (error, sent) = try await refusal(response, expecting: status)
    #expect(error == nil)
    #expect(sent == paths)
  }

  @Test("a fresh token that allows too little is reported after the refresh")
  func afterRefresh() async throws {
    let scene = Scene()
    scene.server.setFault { request in
      switch request.head.headerFields[.authorization] {
      case "Bearer canary-access-0": ResourceChallenge(.invalidToken).response()
      case "Bearer canary-access-1": ResourceChallenge(.insufficientUserAuthentication, maximumAge: 5).response()
      default: nil
      }
    }
    let session = scene.accounts().session(for: try await scene.hold(expiresIn: 3600))
    #expect(await code { _ = try await session.get("https://api.example/x") } == .stepUpNeeded)
    #expect(scene.server.paths == ["/x", "/token", "/x"])
  }

  @Test("a place that was not shown the credential cannot ask for another sign-in")
  func foreign() async throws {
    let scene = Scene()
    scene.server.setFault { request in
      guard request.head.authority == "api.example" else {
        return ResourceChallenge(.insufficientUserAuthentication).response()
      }
      var answer = ResponseMessage(HTTPResponse(status: .found))
      answer.head.headerFields[.location] = "https://cdn.example/"
      return answer
    }
    let session = scene.accounts().session(for: try await scene.hold(expiresIn: 3600))
    #expect(try await session.get("https://api.example/x").status == 401)
  }

  @Test("a body's “needed” names scopes next to missing_scope; next to another word the answer is the caller's to see")
  func neededInBody() async throws {
    func answer(_ word: String) -> ResponseMessage {
      ResponseMessage(.forbidden, json: ["error": .string(word), "needed": "premium,plan"])
    }
    let (error, _) = try await refusal(answer("missing_scope"))
    #expect(error?.code == .scopeNeeded && error?.refusal?.demand == AccessDemand(scopes: ["premium", "plan"]))
    let (none, paths) = try await refusal(answer("quota"), expecting: 403)
    #expect(none == nil && paths == ["/x"])
  }

  @Test("an answer that is no refusal asks for nothing, whatever it says in its header")
  func good() async throws {
    var response = ResourceChallenge(.insufficientScope, scopes: ["read"]).response()
    response.head.status = .ok
    #expect(try await refusal(response, expecting: 200).error == nil)
  }

  @Test("98: words that could not stand in a request are left out of the terms, and hide nothing in the report")
  func hostile() async throws {
    var response = ResponseMessage(HTTPResponse(status: .unauthorized))
    response.head.headerFields[.wwwAuthenticate] =
      "Bearer error=\"insufficient_user_authentication\", scope=\"good b\\\"d \u{E9}\", acr_values=\"a\\\\b fine\", "
      + "max_age=\"-1\""
    let (error, _) = try await refusal(response)
    #expect(error?.refusal?.demand == AccessDemand(scopes: ["good"], authenticationContextClasses: ["fine"]))
  }

  /// What a session throws when an API answers so, and the paths that were asked; else the status is the expected one.
  private func refusal(
    _ response: ResponseMessage, expecting status: Int? = nil
  ) async throws -> (error: OAuthError?, paths: [String]) {
    let scene = Scene()
    scene.server.answer("/x", with: response)
    let session = scene.accounts().session(for: try await scene.hold(expiresIn: 3600))
    do {
      #expect(try await session.get("https://api.example/x").status == status)
      return (nil, scene.server.paths)
    } catch { return (error, scene.server.paths) }
  }
}
