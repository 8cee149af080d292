import HTTPTypes
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// Registrations that an entry offers to anyone.
///
/// RFC 7591 §3, or by a form: docs.joinmastodon.org, "apps API methods".
extension Entries {
  func register(at play: EntryPlay, _ visit: Visit) -> ResponseMessage {
    // A form needs no permission of ours to be sent from any page: it would fill the list of a developer who opens one.
    guard !visit.isOfAnotherSite(than: context.address.origin) else {
      return Self.unusable("invalid_client_metadata", "A page of another site registers no client.")
    }
    return play.service?.dialect.registersByForm ?? false ? registerByForm(play, visit) : registerByJSON(play, visit)
  }

  /// A client as RFC 7591 has it, with an id and a secret that are drawn.
  private func registerByJSON(_ play: EntryPlay, _ visit: Visit) -> ResponseMessage {
    guard visit.request.head.method == .post, let asked = try? ClientRegistrationRequest(reading: visit.request) else {
      return Self.unusable("invalid_client_metadata", "A POST of client metadata in JSON is taken here.")
    }
    let isPublic = asked.metadata.authentication == .publicClient
    do throws(OAuthError) {
      let registration = try PlaygroundRegistration(
        at: play.entry.name, id: context.drawClientID(), name: asked.metadata.name, isPublic: isPublic,
        redirectURIs: asked.metadata.redirectURIs, using: &context.random)
      try add(registration, at: play, visit)
      var members = JSON.Object()
      members["client_id"] = .string(registration.id.text)
      members["client_secret"] = JSON(registration.secret?.exposedText)
      members["client_secret_expires_at"] = registration.secret == nil ? nil : 0
      members["client_id_issued_at"] = JSON(visit.now.secondsSinceEpoch)
      members["client_name"] = .string(registration.name)
      members["redirect_uris"] = JSON(registration.redirectURIs.map(\.text))
      members["token_endpoint_auth_method"] = .string(
        isPublic ? ClientAuthenticationMethod.publicClient.rawValue : play.confidentialMethod.rawValue)
      return ResponseMessage(.created, json: .object(members))
    } catch {
      let isURI = error.member == "redirect_uris"
      return Self.unusable(isURI ? "invalid_redirect_uri" : "invalid_client_metadata", error.message)
    }
  }

  /// 422 without a name, or without redirect URIs that the provider takes.
  private func registerByForm(_ play: EntryPlay, _ visit: Visit) -> ResponseMessage {
    do throws(OAuthError) {
      let form = visit.request.head.method == .post ? try visit.request.bodyForm : Form()
      guard let name = try form.nonEmptyText(of: "client_name"),
        let lines = try form.nonEmptyText(of: "redirect_uris")
      else { return Self.unprocessable("Name can't be blank, Redirect URI can't be blank") }
      var redirectURIs: [RedirectURI] = []
      for line in lines.split(separator: "\n") { redirectURIs.append(try RedirectURI(String(line))) }
      // Swift 6.3 fails on this call where `isPublic` is left to its default.
      let registration = try PlaygroundRegistration(
        at: play.entry.name, id: context.drawClientID(), name: name, isPublic: false, redirectURIs: redirectURIs,
        using: &context.random)
      try add(registration, at: play, visit)
      return Self.application(registration, scopes: try form.text(of: "scopes") ?? "read")
    } catch {
      return Self.unprocessable("Redirect URI must be an absolute URI.")
    }
  }

  /// docs.joinmastodon.org, "entities/Application".
  private static func application(_ registration: PlaygroundRegistration, scopes: String) -> ResponseMessage {
    let redirectURIs = registration.redirectURIs.map(\.text)
    var members = JSON.Object()
    members["id"] = "1"
    members["name"] = .string(registration.name)
    members["website"] = .null
    members["scopes"] = JSON(scopes.split(separator: " ").map(String.init))
    members["redirect_uri"] = .string(redirectURIs.joined(separator: "\n"))
    members["redirect_uris"] = JSON(redirectURIs)
    members["client_id"] = .string(registration.id.text)
    members["client_secret"] = JSON(registration.secret?.exposedText)
    members["client_secret_expires_at"] = 0
    return ResponseMessage(.ok, json: .object(members))
  }

  /// Registers a client as the provider would, or throws why it would not.
  func add(_ registration: PlaygroundRegistration, at play: EntryPlay, _ visit: Visit) throws(OAuthError) {
    try registration.verify(by: play.documented)
    guard context.registry.add([registration]) else { throw .tooManyClients() }
    context.note(.clientRegistered, visit, client: registration.id)
  }

  private static func unprocessable(_ words: String) -> ResponseMessage {
    ResponseMessage(.unprocessableContent, json: ["error": .string("Validation failed: \(words)")])
  }

  private static func unusable(_ word: String, _ sentence: String) -> ResponseMessage {
    TokenErrorResponse(word, description: sentence).response()
  }
}

extension EntryPlay {
  /// How a client with a secret authenticates, in the way that the entry names.
  var confidentialMethod: ClientAuthenticationMethod {
    let named = service?.dialect.request.clientAuthentication ?? .post
    return named == .publicClient ? .post : named
  }
}
