import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("An authorized session and redirects")
struct RedirectTests {
  @Test(
    "to the same origin a GET goes on, with the credential and the caller's headers",
    arguments: ["/end?x=1", "https://api.example/end?x=1", "end?x=1", "./a/../end?x=1", "//api.example/end?x=1"])
  func sameOrigin(location: String) async throws {
    let scene = try redirecting(to: location)
    _ = try await get(scene)
    let last = try #require(scene.server.requests.last)
    #expect(last.url == "https://api.example/end?x=1")
    #expect(last.head.headerFields[.authorization] == "Bearer canary-access-0")
    #expect(last.head.headerFields[custom] == "canary-custom")
  }

  @Test(
    "to another origin a GET goes on without the credential and without the caller's headers",
    arguments: ["https://cdn.example/end", "https://api.example:8443/end"])
  func otherOrigin(location: String) async throws {
    let scene = try redirecting(to: location)
    _ = try await get(scene)
    let last = try #require(scene.server.requests.last)
    #expect(last.url == location)
    #expect(last.head.headerFields[.authorization] == nil)
    #expect(last.head.headerFields[custom] == nil)
    #expect(last.head.headerFields[.accept] == "text/plain")
  }

  @Test("a token in the query does not go along to another origin")
  func queryToken() async throws {
    let scene = try redirecting(to: "https://cdn.example/end", from: "/v2/x")
    let account = try await scene.hold(expiresIn: nil, provider: .foursquare)
    _ = try await scene.accounts().session(for: account).get("https://api.foursquare.com/v2/x")
    #expect(scene.server.requests.last?.url == "https://cdn.example/end")
  }

  @Test(
    "an address at another origin that holds the token, as where an API keeps the query, is the caller's to see",
    arguments: [
      "https://cdn.example/end?oauth_token=canary-access-0&v=20260101", "https://cdn.example/end?t=canary-access-0",
      "https://cdn.example/canary-access-0/end", "https://cdn.example/end?to=%2Fx%3Foauth_token%3Dcanary%252Daccess-0",
      "https://api.foursquare.com:8443/v2/x?oauth_token=canary-access-0",
    ])
  func keptQuery(location: String) async throws {
    let scene = try redirecting(to: location, from: "/v2/x")
    #expect(try await getAtFoursquare(scene).status == 302)
    #expect(scene.server.requests.count == 1)
  }

  @Test("at the same origin what the credential put into the query stands there once, and the rest as it was written")
  func putOnce() async throws {
    let scene = try redirecting(to: "/v2/end?oauth_token=canary-access-0&a=1&v=20260101", from: "/v2/x")
    #expect(try await getAtFoursquare(scene).status == 200)
    #expect(
      scene.server.requests.last?.url
        == "https://api.foursquare.com/v2/end?a=1&oauth_token=canary-access-0&v=20260101")
  }

  @Test(
    "parameters of OAuth 1.0a in a query that the API keeps go to no other origin, and are signed again at the same one",
    arguments: [("https://cdn.example", 1), ("https://api.example", 2)])
  func signedQuery(origin: String, requests: Int) async throws {
    let scene = Scene()
    let account = try await scene.holdOAuth1()
    var held = try #require(try await scene.credentials.load(account))
    guard case .oauth1(var service) = held.stored.provider.service else { return #expect(Bool(false)) }
    service.dialect.placement = .query
    held.stored.provider.service = .oauth1(service)
    try await scene.credentials.replace(account, with: held.stored, expecting: held.revision)
    scene.server.setFault { request in
      guard request.pathWithoutQuery == "/start" else { return nil }
      var answer = ResponseMessage(HTTPResponse(status: .found))
      answer.head.headerFields[.location] = "\(origin)/end?\(request.query ?? "")"
      return answer
    }
    let start = RequestMessage(.get, to: try AbsoluteURL("https://api.example/start?a=1"))
    _ = try await scene.accounts().session(for: account).send(start)
    #expect(scene.server.requests.count == requests)
    let last = try #require(scene.server.requests.last)
    #expect(try Form(decoding: last.query ?? "").firstRepeatedName() == nil)
    try SignedRequest(reading: last)
      .verify(consumerSecret: Secret("canary-client-secret"), tokenSecret: Secret("canary-secret"))
  }

  @Test("an OAuth 1.0a request is signed again for its new URL: 5849-21")
  func signedAnew() async throws {
    let scene = try redirecting(to: "/end")
    _ = try await scene.accounts().session(for: try await scene.holdOAuth1()).get("https://api.example/start")
    let signed = try SignedRequest(reading: try #require(scene.server.requests.last))
    try signed.verify(consumerSecret: Secret("canary-client-secret"), tokenSecret: Secret("canary-secret"))
    #expect(signed.stamp?.nonce != (try SignedRequest(reading: scene.server.requests[0])).stamp?.nonce)
  }

  @Test(
    "a redirect into clear text, to another scheme or to what is no address is the caller's to see",
    arguments: [
      "http://api.example/end", "http://127.0.0.1/end", "file:///etc/hostname", "app://cb", "",
      "https://user@api.example/",
    ])
  func notFollowed(location: String) async throws {
    let scene = try redirecting(to: location)
    #expect(try await get(scene).status == 302)
    #expect(scene.server.requests.count == 1)
  }

  @Test(
    "RFC 9728 §7.7: an API on the Internet leads no GET to this machine or into a private network",
    arguments: [
      "https://localhost/end", "https://127.0.0.1:8443/end", "https://[::1]/end", "https://0.0.0.0/end",
      "https://10.0.0.1/end", "https://172.16.0.1/end", "https://192.168.0.1/end", "https://169.254.169.254/end",
      "https://[fe80::1]/end", "https://[fd00::1]/end", "https://[::ffff:10.0.0.1]/end",
    ])
  func intoPrivateNetwork(location: String) async throws {
    let scene = try redirecting(to: location)
    #expect(try await get(scene).status == 302)
    #expect(scene.server.requests.count == 1)
  }

  @Test(
    "an API of this machine leads on to it, and one of a private network within that",
    arguments: [
      ("http://127.0.0.1:8080/start", "http://localhost:8081/end"),
      ("http://localhost:8080/start", "http://[::1]:1/end"),
      ("https://10.0.0.1/start", "https://192.168.0.1/end"), ("https://10.0.0.1/start", "https://cdn.example/end"),
    ])
  func withinPrivateNetwork(start: String, location: String) throws {
    let request = RequestMessage(.get, to: try AbsoluteURL(start))
    var answer = ResponseMessage(HTTPResponse(status: .found))
    answer.head.headerFields[.location] = location
    let next = Redirect.next(after: answer, to: request, sentAs: request, with: nil)
    #expect(next?.url == location)
  }

  @Test("a POST is never followed", arguments: [301, 302, 303, 307, 308])
  func post(status: Int) async throws {
    let scene = try redirecting(to: "/end", status: status)
    let session = scene.accounts().session(for: try await scene.hold(expiresIn: 3600))
    let posted = RequestMessage(posting: ["a": "b"], to: try Endpoint("https://api.example/start"))
    #expect(try await session.send(posted).status == status)
    #expect(scene.server.requests.count == 1)
  }

  @Test(
    "every status of a redirect is followed for GET, and others with a Location are not",
    arguments: [(301, 2), (302, 2), (303, 2), (307, 2), (308, 2), (201, 1), (300, 1), (304, 1)])
  func statuses(status: Int, requests: Int) async throws {
    let scene = try redirecting(to: "/end", status: status)
    _ = try await get(scene)
    #expect(scene.server.requests.count == requests)
  }

  @Test("on the way back from another origin a GET goes without the credential and the caller's headers")
  func andBack() async throws {
    let scene = Scene()
    scene.server.setFault { request in
      let way = ["/start": "https://cdn.example/middle", "/middle": "https://api.example/end"]
      guard let location = way[request.pathWithoutQuery] else { return nil }
      var answer = ResponseMessage(HTTPResponse(status: .found))
      answer.head.headerFields[.location] = location
      return answer
    }
    _ = try await get(scene)
    let requests = scene.server.requests
    #expect(
      requests.map(\.url) == ["https://api.example/start", "https://cdn.example/middle", "https://api.example/end"])
    #expect(requests.map { $0.head.headerFields[.authorization] != nil } == [true, false, false])
    #expect(requests.map { $0.head.headerFields[custom] != nil } == [true, false, false])
  }

  @Test("five redirects are followed and no more")
  func loop() async throws {
    let scene = try redirecting(to: "/start")
    #expect(try await get(scene).status == 302)
    #expect(scene.server.requests.count == 6)
  }

  @Test("a 401 of another origin, which was not shown the token, causes no refresh")
  func foreign401() async throws {
    let scene = Scene()
    scene.server.setFault { request in
      guard request.head.authority == "api.example" else { return ResponseMessage(.unauthorized, json: [:]) }
      var answer = ResponseMessage(HTTPResponse(status: .found))
      answer.head.headerFields[.location] = "https://cdn.example/"
      return answer
    }
    #expect(try await get(scene).status == 401)
    #expect(scene.server.requests.count == 2)
  }

  private var custom: HTTPField.Name { HTTPField.Name("X-Custom") ?? .accept }

  private func get(_ scene: Scene) async throws -> ResponseMessage {
    var request = RequestMessage(.get, to: try AbsoluteURL("https://api.example/start"))
    request.head.headerFields[custom] = "canary-custom"
    request.head.headerFields[.accept] = "text/plain"
    return try await scene.accounts().session(for: try await scene.hold(expiresIn: 3600)).send(request)
  }

  private func getAtFoursquare(_ scene: Scene) async throws -> ResponseMessage {
    let account = try await scene.hold(expiresIn: nil, provider: .foursquare)
    let request = RequestMessage(.get, to: try AbsoluteURL("https://api.foursquare.com/v2/x"))
    return try await scene.accounts().session(for: account).send(request)
  }

  private func redirecting(to location: String, from path: String = "/start", status: Int = 302) throws -> Scene {
    let scene = Scene()
    var answer = ResponseMessage(HTTPResponse(status: .init(code: status)))
    answer.head.headerFields[.location] = location
    scene.server.answer(path, with: answer)
    return scene
  }
}
