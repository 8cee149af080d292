import HTTPTypes
import Wayleave
import WayleaveWire

/// The first half of a sign-in: the browser is sent to the provider.
extension Website {
  /// The page with a button for each of these providers.
  func signInPage(for request: RequestMessage, _ providers: [WebsiteProvider]) -> ResponseMessage {
    let path = PageValue.text(returnPath(in: (try? Form(decoding: request.query ?? "")) ?? Form()).text)
    return pages.page(
      "sign-in",
      [
        "providers": .list(
          providers.map { .record(["name": .text($0.name), "title": .text($0.title), "returnPath": path]) })
      ])
  }

  /// Begins a sign-in: at once for a link of the website, after a page with a button for one from elsewhere.
  func begin(
    at provider: WebsiteProvider, for request: RequestMessage, from client: String?
  ) async throws(OAuthError) -> WebsiteAnswer {
    if request.head.method == .post {
      guard request.isFromPage(of: address.origin), let form = try? request.bodyForm else { return foreignForm.answer }
      return try await begin(at: provider, for: request, from: client, returningTo: returnPath(in: form))
    }
    guard request.isOpenedHere, let form = try? Form(decoding: request.query ?? "") else {
      return WebsiteAnswer(signInPage(for: request, [provider]))
    }
    return try await begin(at: provider, for: request, from: client, returningTo: returnPath(in: form))
  }

  /// Begins a sign-in, or the adding of an account.
  ///
  /// The owner of the sign-in is a cookie of its own, which lasts as long as the sign-in: without it, a callback finds
  /// nothing, so a link with someone else's code signs no one in (RFC 6749 §10.12). A browser has one for all its tabs.
  func begin(
    at provider: WebsiteProvider, for request: RequestMessage, from client: String?, returningTo path: LocalPath,
    adding link: WaitingSignIn.Link? = nil
  ) async throws(OAuthError) -> WebsiteAnswer {
    var random = SystemRandomNumberGenerator()
    let owner = signInCookie.secret(in: request) ?? RandomText.secret(bytes: WebsiteCookie.bytes, using: &random)
    var options = provider.options
    options.lifetime = WaitingSignIn.lifetime
    options.timeout = min(options.timeout, options.lifetime)
    let url: AbsoluteURL
    do throws(OAuthError) {
      try await waiting.makeRoom(for: client)
      let begun = try await accounts.beginOwned(
        provider.provider, as: provider.client, redirectURI: provider.redirectURI(at: address), options: options,
        ownedBy: owner, note: WaitingSignIn(provider: provider.name, returnPath: path, link: link).json)
      url = begun.url
      try await waiting.add(begun.key, of: client)
    } catch { return failed(error, at: provider, step: .after(link)) }
    return leave(for: provider, at: url, after: request)
      .settingCookie(signInCookie.field(owner, for: WaitingSignIn.lifetime))
  }

  private func leave(for provider: WebsiteProvider, at url: AbsoluteURL, after request: RequestMessage) -> WebsiteAnswer
  {
    guard request.isUnsafe else { return .seeOther(url.text) }
    return WebsiteAnswer(
      pages.page("leaving", ["provider": .text(provider.title), "destination": .text(url.text)]))
  }

  private func returnPath(in form: Form) -> LocalPath {
    (try? form.text(of: "return_to")).flatMap(\.self).flatMap(LocalPath.init) ?? .front
  }
}
