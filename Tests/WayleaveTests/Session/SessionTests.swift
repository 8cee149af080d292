import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("An authorized session")
struct SessionTests {
  @Test(
    "212: a request to an origin that the provider does not name is refused before anything is sent",
    arguments: [
      "https://evil.example/", "http://api.example/", "https://api.example:8443/", "https://api.example.evil.example/",
      "https://evil-api.example/", "https://as.example/token",
    ])
  func foreignOrigin(url: String) async throws {
    let scene = Scene()
    let session = scene.accounts().session(for: try await scene.hold(expiresIn: 3600))
    #expect(await code { _ = try await session.get(url) } == .foreignOrigin)
    #expect(scene.server.requests.isEmpty)
    #expect(try await session.get("https://API.example:443/v1").status == 200)
  }

  @Test("an origin that the user allowed at the sign-in gets the credential")
  func allowedOrigin() async throws {
    let scene = Scene()
    let account = try await scene.hold(expiresIn: 3600, allowedOrigins: [try Origin("https://other.example")])
    _ = try await scene.accounts().session(for: account).get("https://other.example/x")
    #expect(scene.server.requests.first?.head.headerFields[.authorization] == "Bearer canary-access-0")
  }

  @Test("6750-1: the token goes in the header, and a request with one of its own is refused")
  func header() async throws {
    let scene = Scene()
    let session = scene.accounts().session(for: try await scene.hold(expiresIn: 3600))
    _ = try await session.get("https://api.example/v1?q=1")
    let request = try #require(scene.server.requests.first)
    #expect(request.head.headerFields[.authorization] == "Bearer canary-access-0")
    #expect(request.url == "https://api.example/v1?q=1")
    var own = request
    own.head.headerFields[.authorization] = "Bearer own"
    let asked = own
    let refused = await code { _ = try await session.send(asked) }
    #expect(refused == .duplicateParameter)
  }

  @Test("Foursquare has the token in the query, and its v with every call unless the caller names one")
  func foursquare() async throws {
    let scene = Scene()
    let account = try await scene.hold(expiresIn: nil, provider: .foursquare)
    let session = scene.accounts().session(for: account)
    _ = try await session.get("https://api.foursquare.com/v2/users/self")
    _ = try await session.get("https://api.foursquare.com/v2/users/self?v=20200101&near=x")
    let queries = try scene.server.requests.map { try Form(decoding: $0.query ?? "") }
    #expect(try queries[0].text(of: "oauth_token") == "canary-access-0")
    #expect(try queries[0].text(of: "v")?.utf8.count == 8)
    #expect(queries[1].values(of: "v") == [Array("20200101".utf8)])
    #expect(try queries[1].text(of: "oauth_token") == "canary-access-0")
    #expect(scene.server.requests.allSatisfy { $0.head.headerFields[.authorization] == nil })
  }

  @Test("an OAuth 1.0a request is signed so that a server can prove it, with query and form")
  func signed() async throws {
    let scene = Scene()
    let session = scene.accounts().session(for: try await scene.holdOAuth1())
    _ = try await session.get("https://api.example/1.1/s?q=a%20b&q=%C3%A9")
    _ = try await session.send(
      RequestMessage(posting: ["status": "Hello, world+1"], to: Endpoint("https://api.example/u")))
    for request in scene.server.requests {
      let signed = try SignedRequest(reading: request)
      try signed.verify(consumerSecret: Secret("canary-client-secret"), tokenSecret: Secret("canary-secret"))
      #expect(signed.token == Secret("canary-token"))
      #expect(signed.stamp?.timestamp == Example.now)
    }
    #expect(
      try SignedRequest(reading: scene.server.requests[0]).stamp?.nonce
        != SignedRequest(reading: scene.server.requests[1]).stamp?.nonce)
  }

  @Test(
    "5849-22: a signature refused for its time is made again once, by the provider's Date, and the clock stays right")
  func refusedForItsTime() async throws {
    let scene = Scene()
    let theirs = Example.now + -7200
    scene.server.setFault { request in
      let stamp = try SignedRequest(reading: request).stamp
      return stamp?.timestamp == theirs ? nil : .refusingTimestamp(at: theirs)
    }
    let session = scene.accounts().session(for: try await scene.holdOAuth1())
    #expect(try await session.get("https://api.example/x").status == 200)
    #expect(try await session.get("https://api.example/y").status == 200)
    #expect(scene.server.paths == ["/x", "/x", "/y"])
    let nonces = try scene.server.requests.map { try SignedRequest(reading: $0).stamp?.nonce }
    #expect(Set(nonces).count == 3)
  }

  @Test("a provider that refuses every time is asked twice, and no more")
  func refusedForEveryTime() async throws {
    let scene = Scene()
    let times = Lock<Int64>(100)
    scene.server.setFault { _ in
      .refusingTimestamp(
        at: Example.now
          + times.withLock { seconds in
            seconds += 100
            return seconds
          })
    }
    let session = scene.accounts().session(for: try await scene.holdOAuth1())
    #expect(try await session.get("https://api.example/x").status == 401)
    #expect(scene.server.paths == ["/x", "/x"])
  }

  @Test("a token that would end within the minute is refreshed before the request")
  func beforeExpiry() async throws {
    let scene = Scene()
    _ = try await scene.accounts().session(for: try await scene.hold(expiresIn: 59)).get("https://api.example/")
    #expect(scene.server.paths == ["/token", "/"])
    #expect(scene.server.requests.last?.head.headerFields[.authorization] == "Bearer canary-access-1")
  }

  @Test("6750-6, 168, 170: after a 401 the token is refreshed once and the request sent again, body and all")
  func after401() async throws {
    let scene = Scene()
    scene.server.setFault { request in
      request.head.headerFields[.authorization] == "Bearer canary-access-0"
        ? ResponseMessage(.unauthorized, json: [:]) : nil
    }
    let session = scene.accounts().session(for: try await scene.hold(expiresIn: 3600))
    let posted = RequestMessage(posting: ["a": "b"], to: try Endpoint("https://api.example/u"))
    #expect(try await session.send(posted).status == 200)
    #expect(scene.server.paths == ["/u", "/token", "/u"])
    #expect(scene.server.requests[0].body == scene.server.requests[2].body)
    #expect(scene.server.requests[2].head.headerFields[.authorization] == "Bearer canary-access-1")
  }

  @Test("167: an API that always says 401 causes one refresh and one retry, and then the caller has the 401")
  func always401() async throws {
    let scene = Scene()
    scene.server.setFault { $0.head.authority == "api.example" ? ResponseMessage(.unauthorized, json: [:]) : nil }
    let session = scene.accounts().session(for: try await scene.hold(expiresIn: 3600))
    #expect(try await session.get("https://api.example/x").status == 401)
    #expect(scene.server.paths == ["/x", "/token", "/x"])
  }

  @Test("169: other refusals, and a 401 that no refresh can fix, are the caller's", arguments: [403, 400, 500, 401])
  func noRetry(status: Int) async throws {
    let scene = Scene()
    scene.server.answer("/x", with: ResponseMessage(.init(code: status), json: [:]))
    let account = try await scene.hold(expiresIn: 3600, refreshToken: status == 401 ? nil : "canary-refresh-0")
    #expect(try await scene.accounts().session(for: account).get("https://api.example/x").status == status)
    #expect(scene.server.paths == ["/x"])
  }

  @Test(
    "170: a request whose answer is lost, or does not come in time, is not sent again",
    arguments: [
      (TransportFailure.answerLost("reset"), OAuthError.Code.outcomeUnknown),
      (.timedOut(wasSent: true), .outcomeUnknown),
    ])
  func lost(failure: TransportFailure, expected: OAuthError.Code) async throws {
    let scene = Scene()
    scene.server.setFault { _ in throw failure }
    let session = scene.accounts().session(for: try await scene.hold(expiresIn: 3600))
    #expect(await code { _ = try await session.get("https://api.example/x") } == expected)
    #expect(scene.server.requests.count == 1)
  }

  @Test("a hundred requests that get a 401 at once cause one refresh")
  func many401() async throws {
    let scene = Scene()
    scene.server.setFault { request in
      request.head.headerFields[.authorization] == "Bearer canary-access-0"
        ? ResponseMessage(.unauthorized, json: [:]) : nil
    }
    let session = scene.accounts().session(for: try await scene.hold(expiresIn: 3600))
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 { group.addTask { try await session.get("https://api.example/x").status } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(statuses == [200])
    #expect(scene.server.paths.filter { $0 == "/token" }.count == 1)
  }

  @Test("what would be sent can be seen without sending it")
  func authorized() async throws {
    let scene = Scene()
    let session = scene.accounts().session(for: try await scene.hold(expiresIn: 3600))
    let request = try await session.authorized(RequestMessage(.get, to: AbsoluteURL("https://api.example/x")))
    #expect(request.head.headerFields[.authorization] == "Bearer canary-access-0")
    #expect(scene.server.requests.isEmpty)
  }

  @Test("a credential is not used with another protocol than its own")
  func otherProtocol() async throws {
    let scene = Scene()
    let (one, two) = (try await scene.holdOAuth1(), try await scene.hold(expiresIn: 3600))
    let (oauth1, oauth2) = (try Example.oauth1(), try Example.provider())
    let swapped = scene.accounts {
      Registration(provider: $0.account.provider == "example" ? oauth1 : oauth2, client: $0.client)
    }
    for account in [one, two] {
      #expect(await code { _ = try await swapped.session(for: account).get("https://api.example/") } == .unsupported)
    }
    #expect(scene.server.requests.isEmpty)
  }

  @Test("whether a credential works is found out by asking who the user is")
  func check() async throws {
    let scene = Scene()
    let account = try await scene.hold(expiresIn: 3600)
    #expect(await scene.accounts().check(account).isSuccess)
    scene.server.setFault { $0.head.authority == "api.example" ? ResponseMessage(.unauthorized, json: [:]) : nil }
    #expect(await !scene.accounts().check(account).isSuccess)
  }
}
