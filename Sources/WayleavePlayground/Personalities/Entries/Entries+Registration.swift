import HTTPTypes
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// A registration by a form, as Mastodon takes it from anyone.
///
/// docs.joinmastodon.org, "apps API methods".
extension Entries {
  /// The client of the entry, for anyone who asks; 422 without a name or redirect URIs that programs of this machine can have.
  func register(at play: EntryPlay, _ visit: Visit) -> ResponseMessage {
    guard visit.request.head.method == .post, let form = try? visit.request.bodyForm,
      let name = try? form.nonEmptyText(of: "client_name"), let lines = try? form.nonEmptyText(of: "redirect_uris")
    else { return Self.unprocessable("Name can't be blank, Redirect URI can't be blank") }
    let uris = lines.split(separator: "\n").map(String.init)
    let allowed = play.registered(play.client.id)?.redirectURIs ?? []
    guard uris.allSatisfy({ text in (try? RedirectURI(text)).map(allowed.allow) ?? false }) else {
      return Self.unprocessable("Redirect URI must be an absolute URI.")
    }
    let scopes = ((try? form.text(of: "scopes")) ?? nil) ?? "read"
    return ResponseMessage(
      .ok,
      json: [
        "id": "1", "name": .string(name), "website": .null,
        "scopes": JSON(scopes.split(separator: " ").map(String.init)),
        "redirect_uri": .string(lines), "redirect_uris": JSON(uris), "client_id": .string(play.client.id.text),
        "client_secret": JSON(play.client.secret?.exposedText), "client_secret_expires_at": 0,
      ])
  }

  private static func unprocessable(_ words: String) -> ResponseMessage {
    ResponseMessage(.unprocessableContent, json: ["error": .string("Validation failed: \(words)")])
  }
}
