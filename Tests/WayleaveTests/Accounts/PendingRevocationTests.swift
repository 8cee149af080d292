import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 7009 §2.2.1: a revocation that cannot be delivered is stored until it is")
struct PendingRevocationTests {
  private let scene = Scene()

  private func stored() async throws -> StoredCredential? { try await scene.accounts().all().first }

  @Test(
    "7009-3: what the provider has not confirmed stays in the store, and nothing can use it",
    arguments: [
      (.serviceUnavailable, .serverUnavailable), (.badRequest, .tokenRefused), (nil, .unreachable),
    ] as [(HTTPResponse.Status?, OAuthError.Code)])
  func kept(status: HTTPResponse.Status?, expected: OAuthError.Code) async throws {
    let account = try await scene.hold(expiresIn: 3600)
    scene.server.setFault { _ in
      guard let status else { throw TransportFailure.notSent("down") }
      return ResponseMessage(HTTPResponse(status: status))
    }
    let report = try await scene.accounts().signOut(account)
    guard case .pending(let error) = report.revocation else {
      Issue.record("not pending")
      return
    }
    #expect(error.code == expected && !report.isRemoved)
    let held = try #require(try await stored())
    #expect(held.isSignedOut && held.pendingRevocations[0].remaining == [.refreshToken, .accessToken])
    scene.server.setFault(nil)
    let accounts = scene.accounts()
    #expect(await code { _ = try await accounts.fresh(account) } == .signInNeeded)
    #expect(await code { _ = try accounts.unrefreshed(held, minimumLifetime: .zero) } == .signInNeeded)
    #expect(await code { _ = try await accounts.session(for: account).get("https://api.example/x") } == .signInNeeded)
    #expect(await code { _ = try await accounts.fresh(account, forcing: true) } == .signInNeeded)
  }

  @Test("the next sign-out sends it again, and removes the account once the provider has confirmed")
  func again() async throws {
    let account = try await scene.hold()
    scene.server.setFault { _ in throw TransportFailure.notSent("down") }
    _ = try await scene.accounts().signOut(account)
    scene.server.setFault(nil)
    #expect(try await scene.accounts().signOut(account).revocation == .revoked)
    #expect(try await stored() == nil)
  }

  @Test("an entry that no longer names the endpoint does not keep a token from being revoked: that of the sign-in does")
  func endpointGone() async throws {
    let account = try await scene.hold()
    var entry = try Example.provider()
    guard case .oauth2(var service) = entry.service else { return #expect(Bool(false)) }
    service[.revocation] = nil
    entry.service = .oauth2(service)
    let today = Registration(provider: entry, client: try Example.client())
    let accounts = scene.accounts(registration: { _ in today })
    #expect(try await accounts.signOut(account).revocation == .revoked)
    #expect(scene.server.paths.contains("/revoke"))
  }

  @Test(
    "an unknown token counts as revoked where the provider had said before that it is dead, and else stays to be revoked",
    arguments: [("Bad credentials", true), ("you signed out", true), (nil, false)] as [(String?, Bool)])
  func unknownToken(reason: String?, isRevoked: Bool) async throws {
    var provider = try Example.provider()
    guard case .oauth2(var service) = provider.service else { return }
    service.dialect.revocation = .deleteByClient
    provider.service = .oauth2(service)
    let account = try await scene.hold(expiresIn: nil, refreshToken: nil, provider: provider)
    var held = try #require(try await scene.credentials.load(account))
    held.stored.endedBecause = reason
    _ = try await scene.credentials.replace(account, with: held.stored, expecting: held.revision)
    scene.server.setFault { _ in throw TransportFailure.notSent("down") }
    _ = try await scene.accounts().signOut(account)
    scene.server.setFault { _ in ResponseMessage(HTTPResponse(status: .notFound)) }
    // At the second attempt too it counts what the provider said, and not the sign-out.
    let report = try await scene.accounts().signOut(account)
    guard case .pending(let error) = report.revocation else {
      #expect(isRevoked && report.revocation == .revoked)
      return
    }
    #expect(!isRevoked && error.code == .tokenRefused && error.message.contains("revoke"))
    scene.server.setFault { _ in ResponseMessage(HTTPResponse(status: .forbidden)) }
    guard case .pending = try await scene.accounts().signOut(account).revocation else {
      Issue.record("a refusal counts as a revocation")
      return
    }
  }

  @Test(
    "where a token authorizes its own revocation, one that is invalid is revoked only if no refresh token is left",
    arguments: [("canary-refresh-0", false), (nil, true)] as [(String?, Bool)])
  func invalidToken(refreshToken: String?, isRevoked: Bool) async throws {
    let provider = try Example.provider(dialect: OAuth2Dialect { $0.revocation = .post })
    let account = try await scene.hold(expiresIn: 3600, refreshToken: refreshToken, provider: provider)
    scene.server.answer("/revoke", with: ResourceChallenge(.invalidToken).response())
    let report = try await scene.accounts().signOut(account)
    if case .pending = report.revocation { #expect(!isRevoked) } else { #expect(isRevoked) }
    #expect(try await (stored() == nil) == isRevoked)
  }

  @Test("the sign-out of any account sends what others left, after the pause that the provider asked for")
  func others() async throws {
    let account = try await scene.hold()
    scene.server.setFault { _ in
      var busy = ResponseMessage(HTTPResponse(status: .serviceUnavailable))
      busy.head.headerFields[.retryAfter] = "120"
      return busy
    }
    _ = try await scene.accounts().signOut(account)
    scene.server.setFault(nil)
    #expect(try await scene.accounts().sendPendingRevocations().isEmpty)
    scene.wait(120)
    let reports = try await scene.accounts().sendPendingRevocations()
    #expect(reports.map(\.revocation) == [.revoked] && reports.first?.account == account)
    #expect(try await stored() == nil)
  }

  @Test("§2.1: what waits is revoked by the client to which it was issued, also once the account has another one")
  func movedAccount() async throws {
    let provider = try Example.provider()
    func signIn(as id: ClientID, token: String) async throws -> SignedIn {
      scene.server.state.withLock { ($0.accessToken, $0.refreshToken) = (token, "\(token)-refresh") }
      var accounts = scene.accounts(callbackSource: scene.allowing)
      accounts.clientMadeFor = "https://api.example/notes"
      return try await accounts.signIn(to: provider, as: try Client(id: id, redirectURIs: [Example.redirectURI()]))
    }
    let first = try await signIn(as: "app-1", token: "canary-one")
    scene.server.setFault { _ in throw TransportFailure.notSent("down") }
    _ = try await scene.accounts().signOut(first.account)
    scene.server.setFault(nil)
    let second = try await signIn(as: "app-2", token: "canary-two")
    #expect(second.account == first.account && second.stored.client.id == "app-2" && !second.stored.isSignedOut)
    #expect(try await scene.accounts().sendPendingRevocations().map(\.revocation) == [.revoked])
    let revoked = try scene.server.requests.filter { $0.pathWithoutQuery == "/revoke" }.suffix(2).map { request in
      [try request.bodyForm.text(of: "token"), try request.bodyForm.text(of: "client_id")]
    }
    #expect(revoked == [["canary-one-refresh", "app-1"], ["canary-one", "app-1"]])
    // What comes now is of the new one, and so is its revocation.
    #expect(try await scene.accounts().signOut(second.account).revocation == .revoked)
    #expect(try #require(scene.server.requests.last).bodyForm.text(of: "client_id") == "app-2")
  }

  @Test("what waits in a record of an earlier version is of the account's client; one that names a client keeps it")
  func clientOfRecord() throws {
    var pending = PendingRevocation(of: .oauth2(.init(accessToken: Secret("canary"))), since: Example.now)
    var members = pending.exposedJSON.object ?? JSON.Object()
    members["client"] = nil
    #expect(PendingRevocation(exposedJSON: .object(members)) == pending)
    pending.client = try Example.client()
    #expect(PendingRevocation(exposedJSON: pending.exposedJSON) == pending)
    members["client"] = "reader"
    #expect(PendingRevocation(exposedJSON: .object(members)) == nil)
  }

  @Test("N3: after the refresh token, the record says that only the access token is left")
  func betweenTheTwo() async throws {
    let account = try await scene.hold()
    let sent = Lock(0)
    scene.server.setFault { _ in
      guard
        sent.withLock({
          $0 += 1; return $0
        }) > 1
      else { return nil }
      throw TransportFailure.answerLost("reset")
    }
    _ = try await scene.accounts().signOut(account)
    #expect(try await stored()?.pendingRevocations.map(\.remaining) == [[.accessToken]])
    scene.server.setFault(nil)
    _ = try await scene.accounts().signOut(account)
    let tokens = try scene.server.requests.map { try $0.bodyForm.text(of: "token") }
    #expect(tokens == ["canary-refresh-0", "canary-access-0", "canary-access-0"])
  }

  @Test("N3: an interruption finishes the exchange under way, and the error says what is left")
  func interrupted() async throws {
    let account = try await scene.hold()
    let accounts = scene.accounts()
    let isSent = Lock(false)
    let mayGoOn = Lock(false)
    scene.server.setFault { _ in
      isSent.withLock { $0 = true }
      // The answer comes after the interruption.
      while !mayGoOn.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(1)) }
      return nil
    }
    let signOut = Task { try await accounts.signOut(account) }
    while !isSent.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
    signOut.cancel()
    mayGoOn.withLock { $0 = true }
    #expect(await code { _ = try await signOut.value } == .cancelled)
    #expect(try await stored()?.pendingRevocations.map(\.remaining) == [[.accessToken]])
  }

  @Test("7009-4: a token that the provider does not revoke automatically is reported, and the rest is revoked")
  func unsupported() async throws {
    let account = try await scene.hold()
    scene.server.setFault { request in
      try request.bodyForm.text(of: "token_type_hint") == "access_token"
        ? TokenErrorResponse("unsupported_token_type").response() : nil
    }
    let report = try await scene.accounts().signOut(account)
    #expect(report.revocation == .revoked && report.notRevocable == [.accessToken])
    #expect(try await stored() == nil)
  }

  @Test("the record comes back as it was; one that lost what is to be revoked is damaged")
  func record() async throws {
    let account = try await scene.hold()
    scene.server.setFault { _ in throw TransportFailure.notSent("down") }
    _ = try await scene.accounts().signOut(account)
    let held = try #require(try await stored())
    #expect(StoredCredential(exposedJSON: try JSON(decoding: held.exposedJSON.encoded())) == held)
    var members = held.exposedJSON.object ?? JSON.Object()
    members["pending_revocations"] = [["remaining": []]]
    #expect(StoredCredential(exposedJSON: .object(members)) == nil)
  }

  @Test("RP-initiated logout: the page is named with the ID token; a sign-out here alone names none")
  func sessionPage() async throws {
    let provider = try Example.provider { service in
      service[.endSession] = try Endpoint("https://as.example/logout")
    }
    let account = try await scene.hold(provider: provider)
    let page = try #require(try await scene.accounts().signOut(account).sessionPage)
    let form = try Form(decoding: page.query ?? "")
    #expect(page.text.hasPrefix("https://as.example/logout?"))
    #expect(try form.text(of: "id_token_hint") == "canary-id-token" && form.text(of: "client_id") == "reader")
    let other = try await scene.hold("8", provider: provider)
    #expect(try await scene.accounts().signOut(other, revoking: false).sessionPage == nil)
  }
}
