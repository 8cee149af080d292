import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveTerminal
import WayleaveWire

/// Finds the provider of a sign-in: by its name or issuer, by a user's address, or by what an API says of itself.
struct ProviderSearch {
  /// What was typed as the provider; nil when nothing was.
  let name: String?
  /// The API that is to name it; nil for none.
  let api: String?
  let allowingHTTP: Bool
  let trustRoots: String?

  /// The provider, and in `options` what belongs to the search; nil when neither a name nor an API was given.
  func provider(
    in workplace: Workplace, changing options: inout Accounts.SignInOptions, output: OutputOptions, trace: TraceFile?
  ) async throws -> Provider? {
    if let api {
      return try await provider(ofAPI: api, in: workplace, changing: &options, output: output, trace: trace)
    }
    guard let name else { return nil }
    guard isUser(name) else { return try await workplace.provider(named: name, allowingHTTP: allowingHTTP) }
    let found = try await workplace.withAccounts(trustRoots: trustRoots, trace: trace) { accounts in
      try await accounts.provider(ofUser: name)
    }
    output.say("The provider of \(DisplayText.clean(name)) is \(found.name), says its host.")
    options.terms.loginHint = options.terms.loginHint ?? name
    return found
  }

  /// Whether an API or the user's host is asked.
  var asksNetwork: Bool { api != nil || name.map(isUser) ?? false }

  /// Whether it is a user and a host, as in joe@example.com.
  private func isUser(_ name: String) -> Bool { name.contains("@") && !name.contains("://") }

  private func provider(
    ofAPI api: String, in workplace: Workplace, changing options: inout Accounts.SignInOptions, output: OutputOptions,
    trace: TraceFile?
  ) async throws -> Provider {
    let address = try AbsoluteURL(api)
    var agreed: Provider?
    if let name { agreed = try await workplace.provider(named: name, allowingHTTP: allowingHTTP) }
    let (found, known, isListed, scopes) = try await workplace.withAccounts(
      trustRoots: trustRoots, trace: trace
    ) { accounts in
      let found = try await accounts.provider(
        forAPI: address, at: agreed.map { $0.issuer ?? Issuer($0.name.text) }, allowingHTTP: allowingHTTP)
      return (
        found, try await accounts.discovered(found.provider),
        try await accounts.lists(found.resource, at: found.provider),
        try await accounts.scopes(listedBy: found.provider)
      )
    }
    let terms = APITerms(
      of: address, at: found.provider.name.text, wanting: found.scopes, usual: known.service.scopes,
      listed: scopes, naming: options.scopes)
    options.scopes = terms.scopes
    if options.terms.resources.isEmpty { options.terms.resources = [found.resource] }
    let own = agreed.flatMap { $0.apiOrigins.isEmpty ? nil : $0.apiOrigins } ?? known.provider.apiOrigins
    var unlisted = Origin(of: address).flatMap { (options.allowedOrigins + own).contains($0) ? nil : $0 }
    if isListed, let origin = unlisted {
      options.allowedOrigins.append(origin)
      unlisted = nil
    }
    if found.requiresDPoP, options.terms.binding != .never { options.terms.binding = .required }
    // Not left out with --quiet: the API alone has named the page that opens now.
    for line in terms.lines(refusing: unlisted) { Console.error(line) }
    return agreed ?? found.provider
  }
}
