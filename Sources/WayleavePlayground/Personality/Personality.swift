import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// One provider as the playground plays it.
///
/// A folder under `Personalities`, and one line in ``Personalities/all``: nothing else knows it. It answers in a ``TenantContext``,
/// within the actor of one tenant, so its handlers are plain functions, and its state is a plain property.
protocol Personality: AnyObject {
  var context: TenantContext { get }
  /// Who it is.
  var provider: PlaygroundProvider { get }
  /// What its paths begin with: empty where they are those of the real provider, else such as `/tollgate`.
  var mount: String { get }
  /// What it answers.
  var routes: [Route] { get }
  /// What the front page says of it.
  var introduction: Introduction { get }

  /// Whether it is the one that plays a provider.
  func plays(_ provider: PlaygroundProvider) -> Bool
  /// Whether a person allowed this before, so that no one has to be asked.
  func hasAllowed(_ question: Question, _ person: PlaygroundPerson) -> Bool
  /// What follows when the person allows its question.
  func approve(_ question: Question, as signedIn: BrowserSignIn, _ visit: Visit) -> ResponseMessage
  /// What follows when the person says no.
  func deny(_ question: Question, _ visit: Visit) -> ResponseMessage
  /// Its own answer to a path that no personality has; nil where the path is none of its own.
  func answer(unknownPath path: String) -> ResponseMessage?
  /// Whether a request gets nothing but a nonce, with which the client sends it again.
  func onlyFetchesNonce(_ request: RequestMessage, at path: String) -> Bool
  /// The client whose document must be fetched before a request is taken, since handlers never wait; nil for none.
  func documentNeeded(by request: RequestMessage, at path: String) -> ClientID?
  /// Takes what came from the URL that a client id is; nil where nothing came.
  func keep(_ document: ResponseMessage?, of id: ClientID)
  /// Replaces the keys of its ID tokens, where it has any.
  func rotateKeys()
  /// Ends every token that it issued, and forgets what was allowed.
  func revokeTokens()
  /// Its entries for a catalogue, each with the clients that are registered.
  func played() throws(OAuthError) -> [PlayedProvider]
}

extension Personality {
  var mount: String { "" }

  func plays(_ provider: PlaygroundProvider) -> Bool { provider == self.provider }

  func answer(unknownPath path: String) -> ResponseMessage? { nil }

  func onlyFetchesNonce(_ request: RequestMessage, at path: String) -> Bool { false }

  func documentNeeded(by request: RequestMessage, at path: String) -> ClientID? { nil }

  func keep(_ document: ResponseMessage?, of id: ClientID) {}

  func rotateKeys() {}

  /// Where it is.
  var base: String { context.base + mount }

  /// The path of a route within the tenant.
  func path(of route: Route) -> String { route.isAtRoot ? route.path : mount + route.path }
}
