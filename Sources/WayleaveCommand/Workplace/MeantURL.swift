import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

/// What else may be meant by a URL that was typed, where neither an issuer nor an API is: an API or a server that is
/// known here, or an entry of the catalogue.
struct MeantURL {
  let catalogue: Catalogue
  let accounts: [StoredCredential]
  let clients: [RegisteredClient]

  /// The advice of a failure at the URL, after what may be meant. `published` are other URLs that are an issuer.
  func advice(of failure: OAuthError, at url: AbsoluteURL, published: [AbsoluteURL] = []) -> Remedy {
    let entries = catalogue.names(at: url)
    // What was not reached says nothing of its path.
    guard failure.category != .network else { return failure.remedy.orMeaning([], entries: entries, by: url) }
    return failure.remedy.orMeaning(
      accounts.otherAPIs(at: url, among: clients), entries: entries, known: issuers + published, by: url)
  }

  /// The URLs of the servers of accounts, clients and entries.
  private var issuers: [AbsoluteURL] {
    let names = accounts.map(\.account.provider) + clients.filter { !$0.isForAnyServer }.map(\.provider)
    let entries = ((try? catalogue.all()) ?? []).compactMap(\.issuer?.text)
    return (names.map(\.text).filter { $0.contains("://") } + entries).compactMap { try? AbsoluteURL($0) }
  }
}
