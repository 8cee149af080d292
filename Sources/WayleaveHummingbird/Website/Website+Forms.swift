import HTTPTypes
import Wayleave
import WayleaveWire

extension Website {
  /// A form that a page of ours sent to a user who is signed in.
  struct OwnForm {
    let form: Form
    let session: WebSession
  }

  /// Reads a form that acts for a user, or gives the page that refuses it.
  ///
  /// OWASP Cross-Site Request Forgery Prevention Cheat Sheet: the origin is checked, and a token of the session.
  func ownForm(of request: RequestMessage) async throws(OAuthError) -> Result<OwnForm, Refusal> {
    guard request.isFromPage(of: address.origin), let form = try? request.bodyForm else { return .failure(foreignForm) }
    guard let session = try await browserSession(of: request) else {
      return .failure(
        refusal("You are not signed in", "You were signed out, or were away for a long time.", .unauthorized))
    }
    guard let token = (try? form.secret(of: "token")).flatMap(\.self), token == session.formToken else {
      return .failure(foreignForm)
    }
    return .success(OwnForm(form: form, session: session))
  }

  /// A page in place of what was asked for.
  struct Refusal: Error {
    let answer: WebsiteAnswer
  }

  /// The page for a form that no page of ours sent.
  var foreignForm: Refusal {
    refusal("This form is not ours", "It did not come from a page of this website, so nothing was done.", .forbidden)
  }

  private func refusal(_ heading: String, _ explanation: String, _ status: HTTPResponse.Status) -> Refusal {
    Refusal(answer: WebsiteAnswer(pages.message(heading, explanation, status: status)))
  }

  /// The page for a failure, which goes to the log.
  func failed(
    _ error: OAuthError, at provider: WebsiteProvider? = nil, step: WebsitePages.Step = .signIn
  ) -> WebsiteAnswer {
    let there = provider?.title ?? "The provider"
    switch error.category {
    case .denied:
      return WebsiteAnswer(
        pages.message(
          "You said no", "\(there) did not sign you in, since you declined. Nothing was changed.", status: .forbidden,
          step: step))
    case .network, .timedOut:
      return WebsiteAnswer(
        pages.message("\(there) does not answer", "Try again in a few minutes.", status: .badGateway, step: step),
        failure: error)
    case .refused, .unverified, .signInNeeded:
      let page = pages.message(
        "The sign-in did not work", "\(there) gave an answer that cannot be used.", status: .badGateway, step: step)
      // Anyone can open a callback with a code and words of their own.
      return callbackFailures.admits(at: now)
        ? WebsiteAnswer(page, failure: error) : WebsiteAnswer(page, refusal: error)
    case .storage:
      return WebsiteAnswer(
        pages.message(
          "This does not work now", "The website cannot read or write its records. Try again in a few minutes.",
          status: .serviceUnavailable, step: step), failure: error)
    case .configuration, .cancelled:
      return WebsiteAnswer(
        pages.message(
          "This does not work now", "The website has an error. Try again later.", status: .internalServerError,
          step: step), failure: error)
    }
  }
}
