import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

/// Everything that Tollgate remembers, each kind in a bounded number.
struct TollgateState: Sendable {

  /// For how long after its end an assertion is remembered: within the tolerance for clocks it would still be accepted.
  static let assertionMemory: Duration = JSONWebTokenClaims.clockTolerance + .seconds(1)

  var issued = TollgateIssued(revokesAfterReuse: true)
  var pushed = ExpiringTable<TollgateAuthorization>(capacity: 1000)
  /// What devices began, by the codes that people type.
  var devices = PendingSignIns<TollgateDeviceQuestion, TollgateApproval>(capacity: 1000)
  /// What persons still have to answer, by the names of the questions on the page.
  var backchannel = PendingSignIns<TollgateBackchannelQuestion, TollgateApproval>(capacity: 1000)
  var wrongUserCodes = WrongGuesses(maximum: 50, window: .seconds(600))
  /// The clients whose ids are URLs.
  var published = ExpiringTable<PublishedClient>(capacity: 1000)
  /// Who talks to the API with tools.
  var toolSessions = ExpiringTable<ToolSession>(capacity: 1000)
  var registrations = ExpiringTable<TollgateRegistration>(capacity: 1000)
  /// The assertions that came, so that none serves twice: RFC 7523 §3, number 7.
  var assertions = ExpiringTable<Bool>(capacity: 100_000)
  var proofs = DPoPProofHistory()
  var serverNonces = TollgateNonces()
  var resourceNonces = TollgateNonces()
  /// Those of the personal data server, of its two parts.
  var pdsServerNonces = TollgateFreshNonces()
  var pdsResourceNonces = TollgateFreshNonces()
  var keys: SigningKeys
  /// The scopes that a person allowed a client.
  var consents = Consents()

  init(keyLifetime: Duration) {
    keys = SigningKeys(lifetime: keyLifetime)
  }

  /// The access token behind a text, when it and its grant are still good.
  func accessToken(_ text: Secret, at now: Instant) -> TollgateAccessToken? {
    issued.goodToken(text, at: now)?.content
  }

  /// Ends every grant, and forgets what was allowed.
  mutating func endAll() {
    issued.end(.appRemoved)
    consents = Consents()
  }
}
