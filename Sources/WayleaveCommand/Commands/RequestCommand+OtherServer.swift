import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveSignIn
import WayleaveTerminal
import WayleaveWire

/// Where an API refuses the account's token: whether another sign-in, or another server, is meant.
extension RequestCommand {
  /// The sign-in that helps where the account was signed in for another API: see ``Workplace/otherSignIn(at:as:named:by:)``.
  func otherSignIn(
    for stored: StoredCredential, in accounts: Accounts, of workplace: Workplace
  ) async throws -> Remedy? {
    let url = try AbsoluteURL(url)
    let name = AccountName.of(stored, among: try await accounts.all())
    // A query may hold what is secret.
    let login = Remedy.login(to: try AbsoluteURL(url.text.prefix { $0 != "?" }.description), trustRoots: network.caFile)
    return try await workplace.otherSignIn(at: url, as: stored, named: name, by: login)
  }

  /// Why an API refuses the token, where it takes those of another server now; nil for any other reason.
  func moved(
    _ stored: StoredCredential, answering answer: AuthorizedAnswer, in accounts: Accounts
  ) async throws -> OAuthError? {
    guard namesMetadata(answer), let servers = try await accounts.otherServers(ofAPIOf: stored) else { return nil }
    return .moved(to: servers, from: stored)
  }

  /// Whether an API refuses the token, and says where its metadata is.
  func namesMetadata(_ answer: AuthorizedAnswer) -> Bool {
    guard answer.response.status == 401, let url = try? AbsoluteURL(answer.sent.url ?? url) else { return false }
    return ProtectedResourceMetadata.address(in: answer.response, to: url) != nil
  }
}
