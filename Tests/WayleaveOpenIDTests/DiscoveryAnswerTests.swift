import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveTestSupport
import WayleaveWire

@Suite("OpenID Connect Discovery §4 and RFC 8414 §3: what each answer says of where the metadata is")
struct DiscoveryAnswerTests {
  private static let issuer = "https://as.example/tenant"

  private func document(_ changes: [String: JSON?] = [:]) -> JSON {
    var members = JSON.Object()
    members["issuer"] = .string(Self.issuer)
    for (name, path) in [("authorization_endpoint", "a"), ("token_endpoint", "t"), ("jwks_uri", "k")] {
      members[name] = .string("\(Self.issuer)/\(path)")
    }
    members["response_types_supported"] = ["code"]
    for (name, value) in changes { members[name] = value }
    return .object(members)
  }

  private func answer(_ status: Int, json: JSON? = nil, type: String = "application/json") -> ResponseMessage {
    var response = ResponseMessage(.ok, json: json ?? document())
    response.head.status = .init(code: status)
    response.head.headerFields[.contentType] = type
    return response
  }

  /// What a search does with answers one after the other: `fetch`, `openid`, `oauth`, or the code of an error.
  private func outcome(_ answers: ResponseMessage..., in order: Discovery.Order = .openIDFirst) throws -> [String] {
    var discovery = try Discovery(of: AbsoluteURL(Self.issuer), in: order)
    return answers.map { answer in
      do throws(OAuthError) {
        switch try discovery.receive(answer) {
        case .fetch: return "fetch"
        case .found(_, let isOpenID): return isOpenID ? "openid" : "oauth"
        }
      } catch { return error.code.rawValue }
    }
  }

  @Test(
    "a status of 400 to 499 means another place, except “too many requests”; so does a page for people",
    arguments: [
      (400, "fetch"), (401, "fetch"), (403, "fetch"), (404, "fetch"), (410, "fetch"), (428, "fetch"), (430, "fetch"),
      (499, "fetch"), (429, "answer.unexpected"), (500, "answer.server_unavailable"),
      (503, "answer.server_unavailable"), (302, "answer.redirect"), (200, "openid"),
    ])
  func status(code: Int, expected: String) throws {
    let seen = try outcome(answer(code))
    // A limit of requests is trouble of the server, whatever it is called.
    #expect(code == 429 ? seen != ["fetch"] && seen != ["openid"] : seen == [expected], "\(seen)")
  }

  @Test("a page with status 200 means another place, and none at the last")
  func page() throws {
    var page = answer(200, type: "text/html; charset=utf-8")
    page.body = Array("<!doctype html>".utf8)
    #expect(try outcome(page, answer(200)) == ["fetch", "oauth"])
    #expect(try outcome(answer(404), answer(404), page) == ["fetch", "fetch", "discovery.malformed_metadata"])
  }

  @Test("403 with a page is said as what it is, and any other absence as that of a server", arguments: [403, 404])
  func blocked(status: Int) throws {
    var page = answer(status, type: "text/html")
    page.body = Array("<html><title>403 Forbidden</title></html>".utf8)
    var discovery = try Discovery(of: AbsoluteURL(Self.issuer))
    for _ in 0..<2 { _ = try discovery.receive(page) }
    let error = #expect(throws: OAuthError.self) { try discovery.receive(page) }
    #expect(error?.message.contains("\(status)") == true)
    #expect(error?.message.contains("with a page") == (status == 403))
    #expect(error?.message.contains("is not an OAuth server") == (status != 403))
  }

  @Test("what is wrong with the document that is there is said, whatever the first place said")
  func wrongThere() throws {
    let foreign = answer(200, json: document(["issuer": "https://evil.example"]))
    #expect(try outcome(foreign) == ["discovery.issuer_mismatch"])
    #expect(try outcome(answer(404), foreign) == ["fetch", "discovery.issuer_mismatch"])
  }

  @Test("Discovery §3: keys are demanded of an OpenID provider alone", arguments: [true, false])
  func keys(isOpenID: Bool) throws {
    let without = answer(200, json: document(["jwks_uri": nil]))
    let seen = isOpenID ? try outcome(without) : try outcome(answer(404), without)
    #expect(seen.last == (isOpenID ? "discovery.malformed_metadata" : "oauth"))
  }

  @Test("RFC 9700 §2.1.1: a list of methods without S256 is refused at both places", arguments: [true, false])
  func downgraded(isOpenID: Bool) throws {
    for (methods, isGood) in [(["plain"], false), (["S256"], true)] as [(JSON, Bool)] {
      let response = answer(200, json: document(["code_challenge_methods_supported": methods]))
      let seen = isOpenID ? try outcome(response) : try outcome(answer(404), response)
      #expect(seen.last == (isGood ? (isOpenID ? "openid" : "oauth") : "discovery.malformed_metadata"))
    }
  }

  private static let after = "/tenant/.well-known/openid-configuration"
  private static let before = "/.well-known/openid-configuration/tenant"
  private static let oauth = "/.well-known/oauth-authorization-server/tenant"

  @Test(
    "MCP 2025-11-25 § Authorization Server Metadata Discovery, Discovery §4: the places are looked at in order, each once",
    arguments: [
      ("https://as.example/tenant", .oauthFirst, [oauth, before, after]),
      ("https://as.example/tenant/", .oauthFirst, [oauth, before, after]),
      ("https://as.example/tenant", .openIDFirst, [after, oauth, before]),
      ("https://as.example/tenant", .oauthAlone, [oauth]),
      (
        "https://as.example", .oauthFirst,
        ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"]
      ),
      (
        "https://as.example/", .openIDFirst,
        ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"]
      ),
      ("https://as.example", .oauthAlone, ["/.well-known/oauth-authorization-server"]),
    ] as [(String, Discovery.Order, [String])])
  func addresses(issuer: String, order: Discovery.Order, places: [String]) throws {
    var discovery = try Discovery(of: AbsoluteURL(issuer), in: order)
    for (number, place) in places.enumerated() {
      let request = try discovery.request()
      #expect(request.url == "https://as.example" + place)
      #expect(request.head.headerFields[.accept] == "application/json")
      #expect(discovery.isAtLastPlace == (number == places.count - 1))
      guard number == places.count - 1 else {
        _ = try discovery.receive(answer(404))
        continue
      }
      #expect(throws: OAuthError.self) { try discovery.receive(answer(404)) }
    }
  }

  @Test("RFC 8414 §5: a document at the second of three places is that of an OpenID provider, with keys")
  func inserted() throws {
    #expect(try outcome(answer(404), answer(200), in: .oauthFirst) == ["fetch", "openid"])
    #expect(
      try outcome(answer(404), answer(200, json: document(["jwks_uri": nil])), in: .oauthFirst)
        == ["fetch", "discovery.malformed_metadata"])
    #expect(try outcome(answer(404), answer(404), answer(200), in: .oauthFirst) == ["fetch", "fetch", "openid"])
  }

  @Test(
    "OpenID Connect Core §3.1.2.1: the document of OAuth that is found first describes an OpenID provider by its scopes and keys",
    arguments: [
      (["openid", "x"], true, "openid"), (["openid"], false, "oauth"), (["x"], true, "oauth"), (nil, true, "oauth"),
    ] as [([String]?, Bool, String)])
  func described(scopes: [String]?, hasKeys: Bool, expected: String) throws {
    var changes: [String: JSON?] = ["scopes_supported": scopes.map { JSON($0) }]
    if !hasKeys { changes["jwks_uri"] = .some(nil) }
    let found = answer(200, json: document(changes))
    #expect(try outcome(found, in: .oauthFirst) == [expected])
    // At the other order the place alone counts, as before.
    #expect(try outcome(answer(404), found) == ["fetch", "oauth"])
    #expect(try outcome(found, in: .oauthAlone) == ["oauth"])
  }
}
