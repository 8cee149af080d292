import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveTerminal
import WayleaveWire

/// Finds the provider of a sign-in: by its name or issuer, by a user's address, or by what an API says of itself.
///
/// A URL is that of an issuer, and where none publishes there, that of an API.
struct ProviderSearch {
  /// What was typed as the provider; nil when nothing was.
  var name: String?
  /// The API that is to name it; nil for none.
  let api: String?
  let allowingHTTP: Bool
  let trustRoots: String?
  /// Whether the user has named or described the client of the sign-in.
  let isClientGiven: Bool
  /// Whether a URL may be that of an API: what another process began has found its provider.
  let isFirst: Bool

  /// The provider, and in `options` what belongs to the search; nil when neither a name nor an API was given.
  func provider(
    in workplace: Workplace, changing options: inout Accounts.SignInOptions, output: OutputOptions, trace: TraceFile?
  ) async throws -> Provider? {
    if let api {
      return try await provider(ofAPI: api, in: workplace, changing: &options, output: output, trace: trace)
    }
    guard let name else { return nil }
    guard isUser(name) else {
      let provider = try await workplace.provider(named: name, allowingHTTP: allowingHTTP)
      guard isFirst, isURL(name), await workplace.clients(at: provider).isEmpty else { return provider }
      return try await self.provider(
        publishingAt: provider, in: workplace, changing: &options, output: output, trace: trace)
    }
    let found = try await workplace.withAccounts(trustRoots: trustRoots, trace: trace) { accounts in
      try await accounts.provider(ofUser: name)
    }
    output.say("The provider of \(DisplayText.clean(name)) is \(found.name), says its host.")
    options.terms.loginHint = options.terms.loginHint ?? name
    return found
  }

  /// Whether an API, an issuer or the user's host is asked.
  var asksNetwork: Bool { api != nil || name.map { isUser($0) || isFirst && isURL($0) } ?? false }

  private func isURL(_ name: String) -> Bool { name.contains("://") }

  /// Whether it is a user and a host, as in joe@example.com.
  private func isUser(_ name: String) -> Bool { name.contains("@") && !name.contains("://") }

  /// The issuer of a URL, or the provider of the API that is there.
  private func provider(
    publishingAt issuer: Provider, in workplace: Workplace, changing options: inout Accounts.SignInOptions,
    output: OutputOptions, trace: TraceFile?
  ) async throws -> Provider {
    do {
      _ = try await workplace.withAccounts(trustRoots: trustRoots, trace: trace) { try await $0.discovered(issuer) }
      return issuer
    } catch let noIssuer as OAuthError where noIssuer.code == .malformedMetadata {
      do {
        var search = self
        search.name = nil
        return try await search.provider(
          ofAPI: issuer.name.text, in: workplace, changing: &options, output: output, trace: trace)
      } catch let noAPI as OAuthError where noAPI.code == .malformedMetadata { throw noIssuer }
    }
  }

  private func provider(
    ofAPI api: String, in workplace: Workplace, changing options: inout Accounts.SignInOptions, output: OutputOptions,
    trace: TraceFile?
  ) async throws -> Provider {
    let address = try AbsoluteURL(api)
    var agreed: Provider?
    if let name { agreed = try await workplace.provider(named: name, allowingHTTP: allowingHTTP) }
    let (found, known, isListed, scopes, all) = try await workplace.withAccounts(
      trustRoots: trustRoots, trace: trace
    ) { accounts in
      let found = try await accounts.provider(
        forAPI: address, at: agreed.map { $0.issuer ?? Issuer($0.name.text) }, allowingHTTP: allowingHTTP,
        // The user's own client is shown to a server that someone has named.
        orAtItsOrigin: !isClientGiven)
      return (
        found, try await accounts.discovered(found.provider),
        try await accounts.lists(found.resource, at: found.provider),
        try await accounts.scopes(listedBy: found.provider), try await accounts.all()
      )
    }
    let provider = agreed ?? found.provider
    let clients = await workplace.clients(at: provider)
    let isForAPI = !isClientGiven && !provider.name.isCatalogueName && clients.allSatisfy(\.isAutomatic)
    let terms = APITerms(
      of: address, at: found.provider.name.text, wanting: found.scopes, usual: known.service.scopes,
      listed: scopes, naming: options.scopes, isForAPI: isForAPI)
    options.scopes = terms.scopes
    if options.terms.resources.isEmpty { options.terms.resources = [found.resource] }
    let own = agreed.flatMap { $0.apiOrigins.isEmpty ? nil : $0.apiOrigins } ?? known.provider.apiOrigins
    let isAllowed = Origin(of: address).map((options.allowedOrigins + own).contains) ?? true
    let unlisted = isAllowed || isListed ? nil : Origin(of: address)
    if !isAllowed, isListed || isForAPI, let origin = Origin(of: address) { options.allowedOrigins.append(origin) }
    // No one says who the user is there: the account is called by its API.
    if isForAPI, options.accountName == nil, !terms.scopes.contains("openid") {
      options.accountName = all.freeName(forAPI: address, at: provider.name)
    }
    if found.requiresDPoP, options.terms.binding != .never { options.terms.binding = .required }
    // Not left out with --quiet: the API alone has named the page that opens now.
    for line in terms.lines(unlisted: unlisted) { Console.error(line) }
    if found.isItsOwnServer {
      Console.error("The API publishes no metadata of its own; the OAuth server at its host is used.")
    }
    return provider
  }
}

extension [StoredCredential] {
  /// What an account is called that is for one API: the shortest name of the API that no account of another server has.
  fileprivate func freeName(forAPI api: AbsoluteURL, at provider: ProviderName) -> String? {
    ProviderName(api.text).names.first { name in
      allSatisfy { $0.account.provider == provider || $0.name?.hasSameBytes(as: name) != true }
    }
  }
}
