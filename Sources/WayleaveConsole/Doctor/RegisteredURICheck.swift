package import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveSignIn
import WayleaveWire

/// Whether the redirect URIs of a client are those that its provider takes, as far as anything here says it.
///
/// RFC 9700 §2.1: a server compares them by "exact string matching". Its own list can be read by no program, except for what
/// it answered to a registration.
package struct RegisteredURICheck: Sendable {
  private let registered: RegisteredClient
  private let provider: Provider
  private let subject: String

  package init(of registered: RegisteredClient, at provider: Provider, subject: String) {
    (self.registered, self.provider, self.subject) = (registered, provider, subject)
  }

  /// A finding for each redirect URI that a sign-in may use.
  package var findings: [Finding] {
    guard !provider.name.isOfPlayground, !registered.client.isOutOfBand else { return [] }
    let own = registered.client.redirectURIs
    let used = own.isEmpty ? [try? provider.loopbackRedirectURI].compactMap(\.self) : own
    return used.map { registered.configuration == nil ? finding(for: $0) : ofRegistration($0) }
  }

  /// RFC 7591 §3.2.1: the answer has "all registered metadata about this client", and that is what is saved.
  private func ofRegistration(_ uri: RedirectURI) -> Finding {
    found(.good, "\(shown(uri)) is registered for “\(registered.name)”: the provider answered so.")
  }

  private func finding(for uri: RedirectURI) -> Finding {
    let page = provider.registration.map { " Its page shows it: \($0.page)" } ?? ""
    let unknown =
      "Whether it is registered for “\(registered.name)” is not known here: no program can read that list.\(page)"
    guard let wanted = provider.registration?.redirectURI,
      let entry = try? RedirectURI(wanted.text, allowingHTTP: true)
    else { return found(.skipped(because: nil), "It comes back at \(shown(uri)). \(unknown)") }
    guard let fault = fault(of: uri, by: entry) else {
      let fits = entry.matches(requested: uri) ? "is as the entry says" : "may be registered"
      return found(.skipped(because: nil), "\(shown(uri)) \(fits). \(unknown)")
    }
    let steps = RegistrationSteps(at: provider)
    let secret = registered.client.secret == nil ? nil : "--client-secret-file -"
    let saving =
      "`\(steps.commandAgain(for: registered, secret, redirectURI: (uri, wanted.isLoopback ? wanted.text : "URI")))`"
    return found(
      .warning, "“\(registered.name)” comes back at \(shown(uri)), and \(DisplayText.clean(provider.title)) \(fault).",
      remedy: wanted.isLoopback
        ? "Register \(wanted.text), and save the client again with its other options: \(saving)"
        : "Register an https URI of your own site, and save the client again with its other options: \(saving)")
  }

  /// Why the provider takes no such redirect URI, whatever is registered; nil where it may.
  private func fault(of uri: RedirectURI, by entry: RedirectURI) -> String? {
    guard uri.isLoopback else { return nil }
    guard entry.isLoopback else { return "takes nothing on this machine" }
    if entry.url.host != uri.url.host { return "takes no \(uri.url.host ?? "such host"): it wants \(entry.text)" }
    return entry.url.port != nil && uri.url.port == nil ? "compares the port: it wants one, as in \(entry.text)" : nil
  }

  private func shown(_ uri: RedirectURI) -> String { URLRedaction.redact(uri.text) }

  private func found(_ verdict: Finding.Verdict, _ message: String, remedy: String? = nil) -> Finding {
    Finding(.redirectURI, of: subject, verdict, message, remedy: remedy)
  }
}
