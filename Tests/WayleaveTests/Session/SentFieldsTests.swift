import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("Which header fields each request has, line by line")
struct SentFieldsTests {
  let scene = Scene()

  /// The lines that every request has.
  static let usual = ["accept-encoding: identity", "user-agent: \(RequestMessage.userAgent)"]
  static let json = ["accept: application/json"] + usual
  static let form = json + ["content-type: application/x-www-form-urlencoded"]
  static let byClient = form + ["authorization: Basic …"]
  static let signed = form + ["authorization: OAuth …"]

  /// The lines of a request, without what its credential is.
  func lines(_ request: RequestMessage) -> [String] {
    request.head.headerFields.map { field in
      let value = field.name == .authorization ? "\(field.value.prefix { $0 != " " }) …" : field.value
      return "\(field.name.canonicalName): \(value)"
    }
  }

  func expect(_ expected: [String: [String]]) {
    #expect(Set(scene.server.paths) == Set(expected.keys))
    for request in scene.server.requests {
      let path = request.pathWithoutQuery
      #expect(lines(request).sorted() == expected[path]?.sorted(), "\(path)")
    }
  }

  @Test("a sign-in with an ID token, whose documents are public")
  func openID() async throws {
    _ = try await scene.accounts(callbackSource: scene.allowing)
      .signIn(to: try Provider(issuer: "https://as.example"), as: try Example.client())
    expect([
      "/.well-known/openid-configuration": Self.json, "/token": Self.byClient,
      "/keys": Self.usual + ["accept: application/jwk-set+json, application/json"],
      "/userinfo": Self.json + ["authorization: Bearer …"],
    ])
  }

  @Test("OAuth 2: a refresh, requests to an API, and the revocation")
  func oauth2() async throws {
    let account = try await scene.hold()
    let accounts = scene.accounts()
    let session = accounts.session(for: account)
    _ = try await session.get("https://api.example/read")
    _ = try await session.send(RequestMessage(.delete, to: try AbsoluteURL("https://api.example/remove")))
    var own = RequestMessage(posting: ["a": "b"], to: try Endpoint("https://api.example/own"))
    own.head.headerFields[.userAgent] = "mine/2"
    own.head.headerFields[.acceptEncoding] = "gzip"
    own.head.headerFields[.accept] = "text/plain"
    _ = try await session.send(own)
    _ = try await accounts.signOut(account)
    let read = ["accept: */*", "authorization: Bearer …"] + Self.usual
    expect([
      "/token": Self.byClient, "/read": read, "/remove": read, "/revoke": Self.byClient,
      "/own": [
        "accept: text/plain", "accept-encoding: gzip", "authorization: Bearer …",
        "content-type: application/x-www-form-urlencoded", "user-agent: mine/2",
      ],
    ])
  }

  @Test("OAuth 1.0a: a sign-in and a request")
  func oauth1() async throws {
    let accounts = scene.accounts(callbackSource: scene.allowing)
    let signedIn = try await accounts.signIn(to: try Example.oauth1(), as: try Example.client())
    _ = try await accounts.session(for: signedIn.account).get("https://api.example/read")
    expect([
      "/temporary": Self.signed, "/token1": Self.signed, "/me": Self.json + ["authorization: OAuth …"],
      "/read": Self.usual + ["accept: */*", "authorization: OAuth …"],
    ])
  }

  @Test("a program that says nothing else is called wayleave, with its version")
  func ownName() {
    #expect(RequestMessage.userAgent.hasPrefix("wayleave/") && !RequestMessage.userAgent.contains(" "))
  }

  @Test("what the program or the entry of a provider says goes first")
  func ownValues() async throws {
    var dialect = OAuth2Dialect()
    dialect.request.headers = ["User-Agent": "entry/1"]
    dialect.api.headers = ["User-Agent": "entry/2"]
    let account = try await scene.hold(provider: try Example.provider(dialect: dialect))
    _ = try await scene.accounts().session(for: account).get("https://api.example/read")
    var accounts = scene.accounts()
    accounts.userAgent = "program/3"
    _ = try await accounts.session(for: try await scene.hold("8", expiresIn: nil)).get("https://api.example/read")
    #expect(scene.server.requests.map { $0.head.headerFields[.userAgent] } == ["entry/1", "entry/2", "program/3"])
  }

  @Test("79: an answer that comes in gzip is read, and its refresh token is used")
  func coded() async throws {
    let account = try await scene.hold()
    scene.server.setFault { request in
      guard request.pathWithoutQuery == "/token" else { return nil }
      return Self.gzip(Self.tokens(refreshToken: "canary-refresh-9"))
    }
    _ = try await scene.accounts().fresh(account)
    #expect(try await refreshToken(of: account) == "canary-refresh-9")
  }

  @Test(
    "79: of an answer that is cut, too large or broken in its coding, the refresh token is saved", arguments: [0, 1, 2])
  func brokenCoding(kind: Int) async throws {
    let account = try await scene.hold()
    scene.server.setFault { request in
      guard request.pathWithoutQuery == "/token" else { return nil }
      var answer = Self.tokens(refreshToken: "canary-refresh-9")
      if kind == 1 {
        answer.body.insert(contentsOf: [UInt8](repeating: 0x20, count: 300_000), at: answer.body.count - 1)
      }
      answer = Self.gzip(answer)
      if kind == 0 { answer.body.removeLast(9) }
      // The bit that says that no other block comes.
      if kind == 2 { answer.body[10] = 0 }
      return answer
    }
    #expect(
      await code { _ = try await scene.accounts().fresh(account) } == (kind == 1 ? .answerTooLarge : .outcomeUnknown))
    #expect(try await refreshToken(of: account) == "canary-refresh-9")
  }

  private func refreshToken(of account: Account) async throws -> String? {
    guard case .oauth2(let tokens)? = try await scene.credentials.load(account)?.stored.credential else { return nil }
    return tokens.refreshToken?.exposedText
  }

  private static func tokens(refreshToken: String) -> ResponseMessage {
    TokenResponse(
      accessToken: Secret("canary-access-9"), tokenType: "Bearer", expiresIn: 3600, refreshToken: Secret(refreshToken)
    ).response()
  }

  /// The answer in gzip, of blocks that are stored as they are.
  private static func gzip(_ answer: ResponseMessage) -> ResponseMessage {
    var coded = answer
    coded.head.headerFields[.contentEncoding] = "gzip"
    coded.body = [31, 139, 8, 0, 0, 0, 0, 0, 0, 3]
    var rest = answer.body[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      let lengths = [count, ~count].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      coded.body += [rest.isEmpty ? 1 : 0] + lengths + block
    } while !rest.isEmpty
    coded.body += [UInt8](repeating: 0, count: 8)
    return coded
  }
}
