import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 8707 §2: the requests of a sign-in and of each refresh name the same APIs, or none")
struct SentResourceTests {
  private let scene = Scene()
  private static let api = "https://api.example/notes"

  /// Who says that no API is to be named.
  enum Omission: CaseIterable { case noOne, signIn, entry }

  private func terms(sending: Bool = true) throws -> SignIn.Terms {
    var terms = SignIn.Terms(resources: [try ResourceIndicator(Self.api)])
    terms.sendsResources = sending
    return terms
  }

  /// The APIs of the pages that were shown and of the token requests, in their order.
  private func named(on pages: [AbsoluteURL]) throws -> [[String]] {
    let forms =
      try pages.map { try Form(decoding: $0.query ?? "") }
      + scene.server.requests.filter { $0.pathWithoutQuery == "/token" }.map { try $0.bodyForm }
    return forms.map { form in form.values(of: "resource").map { String(decoding: $0, as: UTF8.self) } }
  }

  /// Accounts whose user allows at once, and the pages that were shown.
  private func accounts() -> (accounts: Accounts, pages: @Sendable () -> [AbsoluteURL]) {
    let shown = Lock<[AbsoluteURL]>([])
    let source = ScriptedSource { [server = scene.server] url, verdict in
      shown.withLock { $0.append(url) }
      _ = await verdict(try server.allow(url))
    }
    return (scene.accounts(callbackSource: source), { shown.withLock { $0 } })
  }

  @Test(
    "§2.1, §2.2: in the authorization, token and refresh request; a sign-in or an entry can leave them out of all",
    arguments: Omission.allCases)
  func sent(unless omission: Omission) async throws {
    let (accounts, pages) = accounts()
    var provider = try Example.provider()
    provider.takesResources = omission != .entry
    let signedIn = try await accounts.signIn(
      to: provider, as: try Example.client(), options: .init(terms: try terms(sending: omission != .signIn)))
    _ = try await accounts.fresh(signedIn.account, forcing: true)
    let expected = omission == .noOne ? [Self.api] : []
    #expect(try named(on: pages()) == [expected, expected, expected])
    let stored = try #require(try await scene.credentials.load(signedIn.account)).stored
    #expect(stored.resources.map(\.text) == expected && stored.omitsResources == (omission == .signIn))
    #expect(StoredCredential(exposedJSON: stored.exposedJSON) == stored)
  }

  @Test("an entry that is corrected to name none counts from the next refresh")
  func corrected() async throws {
    let (accounts, pages) = accounts()
    let signedIn = try await accounts.signIn(
      to: try Example.provider(), as: try Example.client(), options: .init(terms: try terms()))
    let today = scene.accounts { stored in
      var registration = Registration(of: stored)
      registration.provider.takesResources = false
      return registration
    }
    _ = try await today.fresh(signedIn.account, forcing: true)
    #expect(try named(on: pages()) == [[Self.api], [Self.api], []])
  }

  @Test(
    "a sign-in of the same account names what the first one named, unless it names another", arguments: [true, false])
  func again(sending: Bool) async throws {
    let (accounts, pages) = accounts()
    let first = try await accounts.signIn(
      to: try Example.provider(), as: try Example.client(), options: .init(terms: try terms(sending: sending)))
    let second = try await accounts.signInAgain(first.account)
    #expect(second.account == first.account)
    let expected = sending ? [Self.api] : []
    #expect(second.stored.resources.map(\.text) == expected && second.stored.omitsResources == !sending)
    let other = "https://api.example/vault"
    let third = try await accounts.signInAgain(
      first.account, options: .init(terms: .init(resources: [try ResourceIndicator(other)])))
    #expect(third.stored.resources.map(\.text) == [other] && !third.stored.omitsResources)
    #expect(try named(on: pages()).prefix(3) == [expected, expected, [other]])
  }

  @Test("the terms of a sign-in in halves come back as they were, and those of an earlier version name their APIs")
  func halves() throws {
    let terms = try terms(sending: false)
    #expect(SignIn.Terms(json: terms.json) == terms)
    var earlier = try #require(terms.json.object)
    earlier["send_resources"] = nil
    #expect(SignIn.Terms(json: .object(earlier)).sendsResources)
  }

  @Test("an entry says it by one key, which is not written where it takes them")
  func entry() throws {
    var provider = try Example.provider()
    #expect(provider.json["resource_indicators"] == nil)
    provider.takesResources = false
    #expect(provider.json["resource_indicators"] == false)
    #expect(try Provider(json: provider.json) == provider)
  }
}
