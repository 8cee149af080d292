import HTTPTypes
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// The form of a provider's page, by which a developer registers a client.
extension FrontPage {
  /// Takes the form; only one that our own page sent in this browser.
  func registerClient(_ visit: Visit) -> ResponseMessage {
    switch context.readForm(visit) {
    case .failure(let refusal): return context.refuse(refusal, visit)
    case .success(let (form, _)):
      guard let play = entries?.play(of: ProviderName(visit.wildcards.first ?? "")) else { return entryPage(visit) }
      do throws(OAuthError) {
        let registration = try registration(of: form, at: play)
        try entries?.add(registration, at: play, visit)
        return entryPage(visit, Form(), registered: registration)
      } catch {
        return entryPage(visit, form, problem: Self.sentence(for: error))
      }
    }
  }

  private func registration(of form: Form, at play: EntryPlay) throws(OAuthError) -> PlaygroundRegistration {
    let text = { (name: String) in try? form.nonEmptyText(of: name) }
    var redirectURIs: [RedirectURI] = []
    for line in (text("redirect_uris") ?? "").split(whereSeparator: \.isWhitespace) {
      redirectURIs.append(try RedirectURI(String(line)))
    }
    return try PlaygroundRegistration(
      at: play.entry.name, id: ClientID(text("client_id") ?? drawID()), name: text("client_name"),
      secret: text("client_secret").map { Secret($0) }, isPublic: text("public") != nil, redirectURIs: redirectURIs,
      using: &context.random)
  }

  private func drawID() -> String { "app-" + RandomText.base64URL(bytes: 12, using: &context.random) }

  private static func sentence(for error: OAuthError) -> String {
    guard let member = error.member, error.message.hasPrefix("The real provider") == false else { return error.message }
    return "\(member): expected \(error.expected ?? "another value")."
  }
}
