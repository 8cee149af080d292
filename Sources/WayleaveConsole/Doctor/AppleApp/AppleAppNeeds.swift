package import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveSignIn
import WayleaveWire

/// What the clients that are saved here ask of an app: where its users come back, and which apps it may open.
package struct AppleAppNeeds: Sendable {
  /// A redirect URI that leads to an app.
  struct Callback: Sendable {
    let url: AbsoluteURL
    /// The client, by its name.
    let client: String
    /// Whether the provider has an app, which brings the user back to this one past the browser sheet.
    let comesFromApp: Bool

    /// What it is when an app cannot take the callback. Without an app of the provider a server may be meant to take it.
    var verdictWithoutIt: Finding.Verdict { comesFromApp ? .failed : .warning }
  }

  /// An app of a provider.
  struct ProviderApp: Sendable {
    let title: String
    /// Those by which it is found and opened.
    let schemes: [String]
  }

  /// Those by a scheme of the app's own.
  let schemes: [Callback]
  /// Those by an https link.
  let links: [Callback]
  let providerApps: [ProviderApp]
  /// A client at Apple, by its name; nil where there is none.
  let appleClient: String?
  /// How many clients there are.
  let clientCount: Int

  /// What clients ask for, each with those of its provider.
  package init(of places: [(provider: Provider, clients: [RegisteredClient])]) {
    let places = places.filter { !$0.clients.isEmpty }
    let apps = places.compactMap { $0.provider.ownApp }
    let theirs = Set(apps.flatMap(\.schemes))
    let callbacks = places.flatMap { place in
      place.clients.flatMap { client in
        client.client.redirectURIs.map {
          Callback(url: $0.url, client: client.name, comesFromApp: place.provider.ownApp != nil)
        }
      }
    }
    // "urn" is what stands for no redirect URI at all.
    schemes = callbacks.filter { !["http", "https", "urn"].contains($0.url.scheme) && !theirs.contains($0.url.scheme) }
    links = callbacks.filter { $0.url.scheme == "https" && $0.url.host != nil && !$0.url.isLoopback }
    providerApps = apps
    appleClient = places.first { $0.provider.name == Provider.apple.name }?.clients.first?.name
    clientCount = places.reduce(0) { $0 + $1.clients.count }
  }
}

extension Provider {
  fileprivate var ownApp: AppleAppNeeds.ProviderApp? {
    guard let nativeApp else { return nil }
    let schemes = [nativeApp.authorization.scheme] + (nativeApp.scheme.map { [$0.lowercased()] } ?? [])
    return AppleAppNeeds.ProviderApp(title: title, schemes: schemes.filter { $0 != "https" && $0 != "http" })
  }
}
