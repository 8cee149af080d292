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
      let registration: PlaygroundRegistration
      do throws(OAuthError) { registration = try self.registration(of: form, at: play) } catch {
        return entryPage(visit, form, problem: Self.sentence(for: error))
      }
      do throws(OAuthError) { try entries?.add(registration, at: play, visit) } catch {
        return entryPage(visit, form, problem: error.message)
      }
      return entryPage(visit, Form(), registered: registration)
    }
  }

  private func registration(of form: Form, at play: EntryPlay) throws(OAuthError) -> PlaygroundRegistration {
    let text = { (name: String) in try? form.nonEmptyText(of: name) }
    var redirectURIs: [RedirectURI] = []
    for line in (text("redirect_uris") ?? "").split(whereSeparator: \.isWhitespace) {
      redirectURIs.append(try RedirectURI(String(line)))
    }
    return try PlaygroundRegistration(
      at: play.entry.name, id: text("client_id").map { ClientID($0) } ?? context.drawClientID(),
      name: text("client_name"),
      secret: text("client_secret").map { Secret($0) }, isPublic: text("public") != nil, redirectURIs: redirectURIs,
      using: &context.random)
  }

  /// What is wrong with a member of the form.
  private static func sentence(for error: OAuthError) -> String {
    guard let member = error.member else { return error.message }
    return "\(member): expected \(error.expected ?? "another value")."
  }
}
