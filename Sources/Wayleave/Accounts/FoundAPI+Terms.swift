package import WayleaveProvider
import WayleaveSignIn
package import WayleaveWire
package import WayleaveOAuth2

/// What an API may choose of a sign-in.
///
/// RFC 9728 §7.2 and §7.6. An API can name an honest provider and choose the scopes. Where a client is registered for this
/// API alone, the API chooses, as Model Context Protocol 2025-11-25 has it. One that has other uses too is asked for only
/// what its owner names.
extension FoundAPI {
  /// What is asked for.
  ///
  /// - Parameters:
  ///   - wanted: the scopes that the API names.
  ///   - usual: the scopes of a sign-in at that provider.
  ///   - listed: the scopes that the provider lists; empty for one that lists none.
  ///   - named: the scopes that the user or the app named.
  ///   - isForAPI: whether the client is registered for this API alone.
  package static func scopes(
    wanting wanted: [String], usual: [String], listed: [String], naming named: [String], isForAPI: Bool
  ) -> [String] {
    let chosen = named.isEmpty && isForAPI ? wanted : named
    // Next to other scopes nothing is added that the provider leaves out of its list: it may refuse it. That it publishes
    // as an OpenID provider makes the server of an API no identity provider.
    let lists = listed.contains { $0.hasSameBytes(as: "openid") }
    // What the user names for the API alone is final.
    let mayAdd = isForAPI ? lists && named.isEmpty : lists || named.isEmpty || listed.isEmpty
    return usual.filter { mayAdd && $0.hasSameBytes(as: "openid") && !chosen.contains($0) } + chosen
  }

  /// What a client is registered for: what the sign-in asks for, and what else the API names, since some servers allow a
  /// client no other scopes.
  package static func scopes(registeredFor asked: [String], wanting wanted: [String]) -> [String] {
    asked + wanted.filter { wish in !asked.contains { $0.hasSameBytes(as: wish) } }
  }
}

extension Accounts.SignInOptions {
  /// Takes over what a sign-in for an API needs: the API as `resource`, bound tokens where it takes no others, and its origin
  /// where a token may go.
  ///
  /// RFC 8707 §2; RFC 9728 §4. A token goes to an API that the server lists, and one of a client that is registered for this
  /// API alone; any other API could have named the server to get its token. `origins` are those of the provider's entry.
  ///
  /// - Returns: the API's origin where the API alone has named it: then a token goes there only where `isForAPI`.
  @discardableResult
  package mutating func adopt(_ api: FoundAPI, besides origins: [Origin], isListed: Bool, isForAPI: Bool) -> Origin? {
    if terms.resources.isEmpty { terms.resources = [api.resource] }
    if api.requiresDPoP, terms.binding != .never { terms.binding = .required }
    guard let origin = Origin(of: api.resource.url), !(allowedOrigins + origins).contains(origin) else { return nil }
    if isListed || isForAPI { allowedOrigins.append(origin) }
    return isListed ? nil : origin
  }
}

extension [StoredCredential] {
  /// The shortest name of an API that no account for anything else has or alone answers to; nil where all are taken.
  ///
  /// Accounts of the same client for this API may have it, and of one that this client replaces; a client id that is a URL
  /// serves other servers and APIs too.
  package func freeName(
    ofAPI api: ResourceIndicator, at provider: ProviderName, as client: ClientID, madeFor purpose: String?
  ) -> String? {
    let isURL = ClientIDMetadataDocument.isNamed(by: client)
    func isForAPI(_ stored: StoredCredential) -> Bool {
      stored.isAccount(at: provider, as: client, madeFor: purpose)
        && (!isURL || stored.omitsResources || stored.resources.contains(api))
    }
    return ProviderName(api.text).names.first { name in
      allSatisfy { isForAPI($0) || $0.name?.hasSameBytes(as: name) != true } && holder(of: name).map(isForAPI) ?? true
    }
  }

  /// Whether an account has access for something else than an API by one of some client ids, and none by such an id whose
  /// token may go to the API already.
  ///
  /// `orUnread` is whether there are accounts that could not be read.
  package func share(
    _ ids: [ClientID], at provider: ProviderName, for api: ResourceIndicator, orUnread: Bool
  ) -> Bool {
    let held = filter { $0.account.provider == provider && ids.contains($0.clientID) }
    let isKnown = held.contains { stored in
      stored.resources.contains(api)
        && (Origin(of: api.url).map((stored.provider.apiOrigins + stored.allowedOrigins).contains) ?? false)
    }
    return !isKnown && (orUnread || held.contains { !$0.resources.contains(api) })
  }
}
