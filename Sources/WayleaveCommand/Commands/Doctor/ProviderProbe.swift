import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

/// Asks a provider for what it publishes of itself, or only whether it is there. Nothing secret is sent.
struct ProviderProbe {
  let provider: Provider
  let transport: OpenedTransport

  /// What came of it.
  struct Answer: Sendable {
    let url: AbsoluteURL
    let outcome: ReachCheck.Outcome
    /// How the first request ended.
    let first: WatchedTransport.First?
    /// The metadata, or what is wrong with it; nil for a provider whose entry has the endpoints.
    let document: Result<AuthorizationServerMetadata, OAuthError>?

    /// Whether the provider publishes such a document.
    let hasDocument: Bool
    /// How the server was found where the URL is that of an API; nil where it is not.
    let chain: APIChain?

    /// Whether there was an answer, whatever it said.
    var isReached: Bool { if case .answered = outcome { true } else { first?.status != nil } }

    /// Whether no issuer is known there: the URL answered and is neither issuer nor API, or it was not reached.
    var isNoKnownServer: Bool {
      if !isReached { return true }
      return if case .failure? = document { chain == nil } else { false }
    }

    var isOnThisMachine: Bool { url.isLoopback }
  }

  func ask() async -> Answer {
    let watched = WatchedTransport(transport)
    // Without stores: what was read before would hide what the provider says now.
    let accounts = Accounts(
      transport: watched, credentials: CredentialRecords(in: MemoryVault()),
      signIns: SignInRecords(in: MemoryVault()))
    let (url, issuer) = (url, issuer)
    var document: Result<AuthorizationServerMetadata, OAuthError>?
    var failure: OAuthError?
    do throws(OAuthError) {
      if let issuer {
        document = .success(try await accounts.metadata(of: issuer, dialect: provider.idTokenRules.dialect).metadata)
      } else {
        _ = try await accounts.answer(of: url)
      }
    } catch { failure = error }
    let first = watched.first
    var chain: APIChain?
    if let failure, let issuer, first?.status != nil {
      document = .failure(failure)
      if !provider.name.isCatalogueName, failure.code != .cancelled {
        chain = await APIChain(at: issuer, by: accounts, through: watched)
        if let chain { document = chain.document }
      }
    }
    let outcome: ReachCheck.Outcome =
      if let failure, first?.status == nil { .failed(first?.failure, failure) } else { .answered(first?.status ?? 200) }
    return Answer(
      url: url, outcome: outcome, first: first, document: document, hasDocument: issuer != nil, chain: chain)
  }

  /// What is asked: the issuer, or the root of the server that gives tokens.
  private var url: AbsoluteURL {
    switch provider.service {
    case .oauth1(let service): Self.root(of: service.tokenEndpoint)
    case .oauth2(let service): Self.root(of: service.tokenEndpoint)
    case .issuer(let issuer): issuer
    }
  }

  /// The issuer; nil where the entry has the endpoints, so that there is no document to read.
  private var issuer: AbsoluteURL? { if case .issuer(let issuer) = provider.service { issuer } else { nil } }

  /// A request to the endpoint itself would be a wrong token request.
  private static func root(of endpoint: Endpoint) -> AbsoluteURL {
    (try? AbsoluteURL("\(endpoint.origin)/")) ?? endpoint.url
  }
}
