import HTTPTypes
import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveOAuth2
import WayleaveWire

/// A callback source without a user: follows the redirects of a provider that approves automatically.
struct SelfApprovalSource: CallbackSource {
  func prepare(for redirectURIs: [RedirectURI]) async throws -> any CallbackSession {
    SelfApprovalSession(redirectURI: try redirectURIs.first ?? .loopback)
  }
}

private struct SelfApprovalSession: CallbackSession {
  let redirectURI: RedirectURI

  func callbacks(for page: AuthorizationPage, until deadline: ContinuousClock.Instant) -> Callbacks {
    Callbacks { continuation in
      let task = Task {
        do {
          continuation.yield(Callback(try await answer(to: page.url, until: deadline)))
          continuation.finish()
        } catch { continuation.finish(throwing: error) }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func answer(to url: AbsoluteURL, until deadline: ContinuousClock.Instant) async throws -> String {
    guard ContinuousClock.now < deadline else { throw OAuthError.notApprovedInTime() }
    let transport = try AsyncHTTPClientTransport()
    let limits = ExchangeLimits(deadline: deadline, maximumBodySize: 1024 * 1024)
    let response: ResponseMessage
    do { response = try await transport.send(RequestMessage(.get, to: url), within: limits) } catch {
      await transport.shutdown()
      throw ContinuousClock.now < deadline ? error : OAuthError.notApprovedInTime()
    }
    await transport.shutdown()
    guard let location = response.head.headerFields[.location], try redirectURI.received(AbsoluteURL(location)) else {
      throw OAuthError(
        .unexpectedAnswer, message: "The playground answered \(response.status) and did not return to the program.",
        rule: .wayleave("the playground approves automatically when it is configured so"),
        remedy: "Please report this: the playground is part of Wayleave.")
    }
    return location
  }

  func close() async {}
}

extension OAuthError {
  fileprivate static func notApprovedInTime() -> OAuthError {
    OAuthError(
      .timedOut, message: "The playground did not approve the sign-in in time.",
      rule: .wayleave("a sign-in waits for a bounded time"), remedy: .giveMoreTime)
  }
}
