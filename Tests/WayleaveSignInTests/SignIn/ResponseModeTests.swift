import struct WayleaveTestSupport.SeededGenerator
import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveProvider
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("OAuth 2.0 Form Post Response Mode §2: the mode is asked for")
struct ResponseModeTests {
  /// What the user terms, what the entry says, whether the answer is to be signed, and what is asked for.
  struct Row: Sendable {
    let wished: ResponseMode?
    let entry: ResponseMode?
    var isSecured = false
    let asked: String?
  }

  static let rows = [
    Row(wished: nil, entry: nil, asked: nil), Row(wished: .formPost, entry: nil, asked: "form_post"),
    Row(wished: nil, entry: .formPost, asked: "form_post"), Row(wished: .query, entry: .formPost, asked: "query"),
    Row(wished: nil, entry: nil, isSecured: true, asked: "query.jwt"),
    Row(wished: .query, entry: nil, isSecured: true, asked: "query.jwt"),
    Row(wished: .formPost, entry: nil, isSecured: true, asked: "form_post.jwt"),
  ]

  @Test("the wish goes before the entry, and a signed answer travels in the same way", arguments: rows)
  func asked(row: Row) throws {
    let page = try #require(shown(by: try Self.begin(row)))
    let form = try Form(decoding: page.query ?? "")
    #expect(try form.nonEmptyText(of: "response_mode") == row.asked)
  }

  @Test(
    "a mode that never reaches this program is refused before anything is shown",
    arguments: [
      ResponseMode.fragment, .jwt, .formPostJWT,
    ])
  func unusable(mode: ResponseMode) {
    #expect(refusal { try Self.begin(Row(wished: mode, entry: nil, asked: nil)) } == .unsupported)
  }

  @Test("the wish is saved with a sign-in that waits")
  func record() throws {
    let terms = SignIn.Terms(responseMode: .formPost)
    #expect(SignIn.Terms(json: terms.json) == terms)
    #expect(SignIn.Terms(json: SignIn.Terms().json) == SignIn.Terms())
  }

  @Test(
    "an entry says query or form_post, and nothing else",
    arguments: ["query", "form_post", "fragment", "form_post.jwt"])
  func entry(mode: String) throws {
    var object = try #require(try Example.provider().json.object)
    object["response_mode"] = .string(mode)
    guard ["query", "form_post"].contains(mode) else {
      #expect(refusal { try Provider(json: .object(object)) } == .malformedProvider)
      return
    }
    let provider = try Provider(json: .object(object))
    guard case .oauth2(let service) = provider.service else { return #expect(Bool(false)) }
    #expect(service.responseMode?.rawValue == mode)
    #expect(try Provider(json: provider.json) == provider)
  }

  /// A callback source that remembers by which way it was to expect the answer.
  private final class ExpectingSource: CallbackSource, CallbackSession {
    let modes = Lock<[ResponseMode]>([])
    let redirectURI: RedirectURI

    init() throws { redirectURI = try Example.redirectURI() }

    func prepare(for redirectURIs: [RedirectURI]) async throws -> any CallbackSession { self }
    func close() async {}

    func callbacks(for page: AuthorizationPage, until deadline: ContinuousClock.Instant) -> Callbacks {
      modes.withLock { $0.append(page.responseMode) }
      return Callbacks { $0.finish() }
    }
  }

  @Test(
    "26: the callback source knows the way before the page is shown: the one asked for, else the query",
    arguments: [(nil, .query), (.formPost, .formPost), (.query, .query)] as [(ResponseMode?, ResponseMode)])
  func expected(wished: ResponseMode?, mode: ResponseMode) async throws {
    let agent = try ExpectingSource()
    let refused = await code {
      _ = try await Scene().accounts(callbackSource: agent).signIn(
        to: try Example.provider(), as: try Example.client(), options: .init(terms: SignIn.Terms(responseMode: wished)))
    }
    #expect(refused == .cancelled && agent.modes.withLock(\.self) == [mode])
  }

  @Test("a program with its own web server hands the posted form over, once")
  func halves() async throws {
    let scene = Scene()
    let url = try await scene.accounts().begin(
      try Example.provider(), as: try Example.client(),
      options: .init(terms: SignIn.Terms(responseMode: .formPost)))
    let query = try #require(try AbsoluteURL(try scene.server.allow(url)).query)
    let redirectURI = try Example.redirectURI()
    let posted = RequestMessage(posting: try Form(decoding: query), to: try Endpoint(redirectURI.text))
    guard case .completed = try await scene.accounts().receive(posted: posted, at: redirectURI) else {
      return #expect(Bool(false))
    }
    guard case .unsolicited = try await scene.accounts().receive(posted: posted, at: redirectURI) else {
      return #expect(Bool(false))
    }
    guard
      case .notOurs = try await scene.accounts().receive(
        posted: RequestMessage(.get, to: redirectURI.url), at: redirectURI)
    else { return #expect(Bool(false)) }
  }

  private static func begin(_ row: Row) throws -> SignIn.Step {
    let provider = try Example.provider { service in
      service.responseMode = row.entry
      service[.keySet] = try Endpoint("https://as.example/keys")
    }
    var signIn = SignIn(
      to: provider, as: try Example.client(), redirectURI: try Example.redirectURI(),
      terms: SignIn.Terms(wantsSecuredCallback: row.isSecured, responseMode: row.wished), at: Example.now)
    var random = SeededGenerator()
    return try signIn.begin(at: Example.now, using: &random)
  }
}
