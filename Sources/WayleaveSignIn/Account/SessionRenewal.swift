package import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
package import WayleaveWire

/// The renewal of an OAuth 1.0a credential by its session handle: what to send, and what the answer makes of it.
///
/// OAuth Session 1.0 Draft 1. A value without effects, as the refresh of OAuth 2 has its own.
package struct SessionRenewal: Sendable {
  private let stored: StoredCredential
  /// The credential that is renewed.
  package let credential: TokenCredential
  private let renewal: SessionRenewalRequest
  private let consumer: ConsumerCredential
  private let service: OAuth1Service

  /// A renewal; throws `token.grant_refused` when the handle is missing or has ended, so that only a new sign-in
  /// helps, and `configuration.unsupported` for a credential or a provider of another protocol.
  package init(
    of stored: StoredCredential, registration: Registration, at now: Instant
  ) throws(OAuthError) {
    guard case .oauth1(let credential) = stored.credential, case .oauth1(let service) = registration.provider.service
    else { throw .noSession() }
    guard credential.sessionEndsAt.map({ $0 > now }) ?? true else {
      throw .sessionEnded(received: "one that has ended", refusal: nil)
    }
    do throws(OAuthError) { renewal = try SessionRenewalRequest(credential) } catch {
      throw .sessionEnded(received: "none", refusal: nil)
    }
    consumer = try ConsumerCredential(registration.client, signingBy: service.dialect.signatureMethod)
    self.stored = stored
    self.credential = credential
    self.service = service
  }

  /// The request, signed with the old token's secret.
  package func request(stamp: Stamp) throws(OAuthError) -> RequestMessage {
    try renewal.request(to: service.tokenEndpoint, as: consumer, dialect: service.dialect, stamp: stamp)
  }

  /// Reads the answer; throws `token.grant_refused` when the provider says that the session is over.
  package func answer(
    in response: ResponseMessage, to request: RequestMessage
  ) throws(OAuthError) -> TokenCredential {
    do throws(OAuthError) {
      let table = service.dialect.refusalTable
      return try TokenCredentialResponse(reading: response, answering: request, by: table).credential
    } catch {
      guard let problem = ReportedProblem(reading: response), Self.endings.contains(problem.name) else { throw error }
      throw .sessionEnded(received: "“\(DisplayText.clean(problem.name, limit: 60))”", refusal: error.refusal)
    }
  }

  /// The record after the renewal.
  package func renewed(by answer: TokenCredential, at now: Instant) -> StoredCredential {
    var record = stored
    record.credential = .oauth1(credential.renewed(by: answer, at: now))
    record.obtainedAt = now
    record.refreshAttempt = nil
    return record
  }

  /// The problems that no other try helps against: OAuth Problem Reporting draft 1.
  private static let endings: Set<String> = [
    "token_expired", "token_revoked", "token_rejected", "token_used", "permission_denied", "permission_unknown",
    "consumer_key_unknown", "consumer_key_rejected", "consumer_key_refused", "user_refused",
  ]
}

extension TokenCredential {
  /// The credential with the time of its issue, where it tells how long something of it is good.
  package func issued(at now: Instant) -> TokenCredential {
    guard lifetime != nil || sessionLifetime != nil else { return self }
    var credential = self
    credential.issuedAt = now
    return credential
  }

  /// What a renewal brought; what it did not bring stays, but for the lifetimes, which counted from the earlier issue.
  func renewed(by answer: TokenCredential, at now: Instant) -> TokenCredential {
    var renewed = answer
    let kept = additional.fields.filter { field in
      let name = String(decoding: field.name, as: UTF8.self)
      return !Self.lifetimes.contains(name) && !answer.additional.contains(name)
    }
    renewed.additional.fields = (answer.additional.fields + kept).bounded(keeping: Self.sessionMembers)
    // A handle that stays ends when it did; its own end comes again, in seconds from now.
    if answer.sessionLifetime == nil, answer.sessionHandle == nil || answer.sessionHandle == sessionHandle,
      let sessionEndsAt
    {
      renewed.additional.append("oauth_authorization_expires_in", String(max(1, (sessionEndsAt - now).wholeSeconds)))
    }
    return renewed.issued(at: now)
  }

  private static let lifetimes = ["oauth_expires_in", "oauth_token_duration", "oauth_authorization_expires_in"]
  private static let sessionMembers = lifetimes + ["oauth_session_handle"]
}

extension [Form.Field] {
  /// These fields, with those of some names and as many others as a record may hold.
  ///
  /// A provider that sends other names each time would fill the record otherwise, until it cannot be written or read.
  fileprivate func bounded(keeping names: [String]) -> [Form.Field] {
    var room = (bytes: Credential.Tokens.maximumAdditional, fields: Form.maximumFields / 2)
    return filter { field in
      if names.contains(where: { field.name.elementsEqual($0.utf8) }) { return true }
      room.bytes -= field.name.count + field.value.count
      room.fields -= 1
      return room.bytes >= 0 && room.fields >= 0
    }
  }
}

extension OAuthError {
  fileprivate static func noSession() -> OAuthError {
    OAuthError(
      .unsupported, message: "A session can be renewed only with OAuth 1.0a.",
      rule: .wayleave("OAuth Session 1.0 Draft 1"), remedy: "Sign in again.")
  }

  fileprivate static func sessionEnded(received: String, refusal: ProviderRefusal?) -> OAuthError {
    OAuthError(
      .grantRefused, message: "The provider no longer renews the session: \(received).",
      rule: .wayleave("OAuth Session 1.0 Draft 1"), remedy: "Sign in again.", refusal: refusal)
  }
}
