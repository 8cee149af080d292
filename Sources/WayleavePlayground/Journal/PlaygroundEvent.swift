public import WayleaveOAuth2
public import WayleaveWire

/// One thing that a playground saw or did, without any secret.
public struct PlaygroundEvent: Sendable, Equatable {
  /// What happened: stable names, for tests and scripts.
  public enum Kind: String, Sendable, CaseIterable {
    /// A browser came with a sound request for authorization.
    case authorizationRequested = "authorization.requested"
    /// A request was refused, for ``PlaygroundEvent/reason``.
    case refused
    /// Someone signed in.
    case signedIn = "person.signed_in"
    /// Handle and password did not belong together.
    case wrongPassword = "person.wrong_password"
    /// The person allowed it.
    case allowed = "consent.allowed"
    /// It had been allowed before, and no one was asked.
    case allowedBefore = "consent.allowed_before"
    /// The configuration allowed it, and no one was asked.
    case allowedAutomatically = "consent.allowed_automatically"
    /// The person denied it.
    case denied = "consent.denied"
    /// A temporary credential was given.
    case temporaryCredentialIssued = "temporary_credential.issued"
    /// A token was given.
    case tokenIssued = "token.issued"
    /// A token was renewed.
    case tokenRefreshed = "token.refreshed"
    /// A token and all others of the same consent were revoked.
    case tokenRevoked = "token.revoked"
    /// The API answered a request with a good token.
    case apiAnswered = "api.answered"
    /// A request for authorization was pushed.
    case requestPushed = "authorization.pushed"
    /// A device was given its codes.
    case deviceCodeIssued = "device_code.issued"
    /// A client had a person asked.
    case backchannelAsked = "backchannel.asked"
    /// A client was notified that the person has answered.
    case backchannelPinged = "backchannel.pinged"
    /// A client registered itself.
    case clientRegistered = "client.registered"
    /// A client changed its registration, or ended it.
    case registrationChanged = "client.changed"
    /// A token was asked about.
    case tokenIntrospected = "token.introspected"
    /// Someone ended their session.
    case signedOut = "person.signed_out"
    /// A fault begins, whose name is ``PlaygroundEvent/reason``: at a pause, when nothing happens any more.
    case faultBegun = "fault.begun"
  }

  /// When.
  public let instant: Instant
  /// At which provider; nil when it is the playground itself.
  public let provider: PlaygroundProvider?
  /// What.
  public let kind: Kind
  /// The path of the request.
  public let path: String
  /// The client id or consumer key, when it is a registered one.
  public let client: ClientID?
  /// The handle of the person.
  public let person: String?
  /// Why, in the word or number of the protocol, such as `invalid_grant` or `135`.
  public let reason: String?
}

extension PlaygroundEvent: CustomStringConvertible {
  /// The event on one line.
  public var description: String {
    [
      instant.description, provider?.name ?? "playground", kind.rawValue, path,
      client.map { "client=\($0)" }, person.map { "person=\($0)" }, reason.map { "reason=\($0)" },
    ].compactMap { $0 }.joined(separator: " ")
  }
}

extension PlaygroundEvent {
  /// The event as the journal has it.
  var json: JSON {
    var members = JSON.Object()
    members["time"] = .string(instant.description)
    members["kind"] = .string(kind.rawValue)
    members["provider"] = JSON(provider?.name)
    members["path"] = .string(path)
    members["client"] = JSON(client?.text)
    members["person"] = JSON(person)
    members["reason"] = JSON(reason)
    return .object(members)
  }
}
