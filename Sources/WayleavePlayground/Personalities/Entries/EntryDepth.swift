import WayleaveOAuth2
import WayleaveWire

/// What a provider does that its entry does not say: further paths, its own rules, and its own words.
///
/// A folder under `Depth`, and one line in `EntryDepths.all`. It belongs to one ``EntryPlay``, so its state is a plain property.
protocol EntryDepth: AnyObject {
  /// The answer to a request; nil where the play of the entry answers.
  func answer(_ request: EntryRequest) -> ResponseMessage?
  /// Whether devices are played.
  var playsDevices: Bool { get }
  /// A client without a secret that is registered as well; nil for none.
  var nativeClient: ClientID? { get }
  /// Whether the second use of a code, or of a refresh token, ends what the first one brought.
  var revokesAfterReuse: Bool { get }
  /// How long a code is good.
  var codeLifetime: Duration { get }
  /// How long an access token is good; nil for one that does not expire.
  var tokenLifetime: Duration? { get }
  /// Changes what a person is asked, and whether it is asked again.
  func change(_ question: inout Question, for scopes: [String], _ visit: Visit)
  /// Whether the app learns of its mistakes at its callback, as RFC 6749 §4.1.2.1 has it; else a page explains them.
  var refusesAtCallback: Bool { get }
  /// What a person gives of the scopes that an app asks for.
  func scopes(for request: AuthorizationRequest, of person: PlaygroundPerson) -> [String]
  /// What a callback carries in addition; `granted` is nil where the person said no.
  func callbackMembers(of request: AuthorizationRequest, granted: [String]?) -> Form
  /// What stands behind the `#` of a callback.
  var callbackFragment: String? { get }
  /// What follows when a person answers in the name of a device; nil is no.
  func settle(_ asked: EntryDeviceQuestion, as person: PlaygroundPerson?, _ visit: Visit) -> Bool
  /// Why a person cannot sign in to this app; nil where they can.
  func fault(of person: PlaygroundPerson, at play: EntryPlay) -> AuthorizationFault?
  /// What a callback says of the person; nil where the entry knows.
  func profile(of person: PlaygroundPerson, for request: AuthorizationRequest, at play: EntryPlay) -> Form?
  /// Whether an answer names the scopes of its tokens.
  var namesScopes: Bool { get }
  /// Whether a code brings a refresh token.
  func givesRefreshToken(for code: EntryCode, at play: EntryPlay) -> Bool
  /// Whether each refresh brings another refresh token, and ends the one before.
  var rotatesRefreshTokens: Bool { get }
  /// Changes what an ID token says.
  func change(_ claims: inout JSON.Object, for code: EntryCode, at play: EntryPlay)
  /// The answer to a path that no provider at the root has; nil where the path is none of its own.
  func answer(unknownPath path: String, in context: TenantContext) -> ResponseMessage?
  /// Where something can happen that a fault makes go wrong; `places` are those of the entry.
  func places(of happening: Happening, among places: [String]) -> [String]
}

extension EntryDepth {
  var playsDevices: Bool { false }

  var nativeClient: ClientID? { nil }

  /// No source says so of any provider.
  var revokesAfterReuse: Bool { false }

  var codeLifetime: Duration { IssuingLimits.codeLifetime }

  var tokenLifetime: Duration? { .seconds(3600) }

  func change(_ question: inout Question, for scopes: [String], _ visit: Visit) {}

  var refusesAtCallback: Bool { false }

  var callbackFragment: String? { nil }

  func scopes(for request: AuthorizationRequest, of person: PlaygroundPerson) -> [String] { request.scopes }

  func callbackMembers(of request: AuthorizationRequest, granted: [String]?) -> Form { Form() }

  func settle(_ asked: EntryDeviceQuestion, as person: PlaygroundPerson?, _ visit: Visit) -> Bool { false }

  func fault(of person: PlaygroundPerson, at play: EntryPlay) -> AuthorizationFault? { nil }

  func profile(of person: PlaygroundPerson, for request: AuthorizationRequest, at play: EntryPlay) -> Form? { nil }

  var namesScopes: Bool { true }

  func givesRefreshToken(for code: EntryCode, at play: EntryPlay) -> Bool { true }

  var rotatesRefreshTokens: Bool { true }

  func change(_ claims: inout JSON.Object, for code: EntryCode, at play: EntryPlay) {}

  func answer(unknownPath path: String, in context: TenantContext) -> ResponseMessage? { nil }

  func places(of happening: Happening, among places: [String]) -> [String] { places }
}
