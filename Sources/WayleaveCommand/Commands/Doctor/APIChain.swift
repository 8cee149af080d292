import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

/// How a sign-in at an API by its URL finds the server, with every answer on the way. Nothing secret is sent.
struct APIChain: Sendable {
  let api: AbsoluteURL
  let steps: [APICheck.Step]
  /// The API as it names itself, or why its server is not known.
  let found: Result<FoundAPI, OAuthError>
  /// What the server publishes, or what is wrong with it; nil where it publishes nothing.
  private(set) var document: Result<AuthorizationServerMetadata, OAuthError>?
  /// The scopes of a sign-in at that server.
  private(set) var usualScopes: [String] = []
  /// Whether it registers clients.
  private(set) var isRegistering = false
  /// Whether it reads client ids that are URLs.
  private(set) var readsClientIDs = false

  /// Asks the API, and the server that it names; nil where nothing says that it is an API.
  init?(at api: AbsoluteURL, by accounts: Accounts, through watched: WatchedTransport) async {
    self.api = api
    let countBefore = watched.steps.count
    do throws(OAuthError) {
      let answer = try await accounts.foundAPI(at: api, allowingHTTP: true, orAtItsOrigin: true)
      let steps = watched.steps.dropFirst(countBefore)
      if case .failure = answer, !steps.contains(where: { $0.response.status == 401 }) { return nil }
      found = .success(try answer.get())
    } catch {
      (found, steps) = (.failure(error.namingServer(ofAPI: api)), Array(watched.steps.dropFirst(countBefore)))
      return
    }
    guard case .success(let named) = found else { return nil }
    var document: Result<AuthorizationServerMetadata, OAuthError>?
    do throws(OAuthError) {
      let published = try await accounts.withPublishedIssuer(named)
      let known = try await accounts.discovered(published.provider)
      usualScopes = known.service.scopes
      isRegistering = (try? await accounts.registrationOffer(of: published.provider)) != nil
      readsClientIDs = try await accounts.takesClientIDURLs(published.provider)
      document = try await accounts.metadata(of: published.provider).map(Result.success)
    } catch { document = .failure(error) }
    self.document = document
    steps = Array(watched.steps.dropFirst(countBefore))
  }
}
