import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// Why a sign-in cannot go on and the user cannot be sent back: for the developer, with what came and what is registered.
///
/// RFC 6749 §4.1.2.1.
struct AuthorizationFault {
  /// The word of the log.
  let reason: String
  let explanation: String
  /// What came and what is registered, cleaned.
  let facts: [(name: String, values: [String])]
  /// What can be done.
  var remedy = "You were not sent back: the redirect URI could belong to someone else. Correct the application."

  /// The client id is not registered, or there is none.
  static func unknownClient(in form: Form, among known: [ClientID]) -> AuthorizationFault {
    AuthorizationFault(
      reason: "unknown_client", explanation: "No application with this client id is registered here.",
      facts: [came("client_id", in: form), ("Registered here", known.map { clean($0.text) })])
  }

  /// The client has not registered the redirect URI, or sent none.
  static func redirectURIMismatch(
    in form: Form, of client: ClientID, registered: [RedirectURI], rules: DocumentedRules? = nil
  ) -> AuthorizationFault {
    let real: (name: String, values: [String])? = rules.flatMap { rules in
      rules.redirect.map { ("The real provider takes", [clean($0.sentence), clean(rules.page.text)]) }
    }
    return AuthorizationFault(
      reason: "redirect_uri_mismatch", explanation: "The application has not registered the redirect URI that it sent.",
      facts: [
        came("redirect_uri", in: form), ("Registered for \(clean(client.text))", registered.map { clean($0.text) }),
      ] + [real].compactMap(\.self))
  }

  /// The reference to a pushed request is of none that waits: RFC 9126 §2.2.
  static func pushedRequestMissing(lifetime seconds: Int64) -> AuthorizationFault {
    AuthorizationFault(
      reason: "invalid_request_uri",
      explanation: """
        This URL has expired, was opened before, or is of another application. It works once, within \(seconds) seconds.
        """, facts: [],
      remedy: "Go back to the application, and begin again.")
  }

  private static func came(_ parameter: String, in form: Form) -> (name: String, values: [String]) {
    let values = form.fields.filter { $0.name.elementsEqual(parameter.utf8) }
    guard !values.isEmpty else { return ("\(parameter) received", ["none"]) }
    return ("\(parameter) received", values.prefix(3).map { clean(String(decoding: $0.value, as: UTF8.self)) })
  }

  private static func clean(_ text: String) -> String { DisplayText.clean(text, limit: 200) }
}

extension TenantContext {
  /// The page for a fault: no one is sent to a redirect URI that is not verified.
  func refuseOnPage(_ fault: AuthorizationFault, _ visit: Visit) -> ResponseMessage {
    note(.refused, visit, reason: fault.reason)
    return pages.message(
      "This sign-in cannot go on", of: visit.provider, status: .badRequest, explanation: fault.explanation,
      remedy: fault.remedy,
      reason: fault.reason, facts: fault.facts)
  }
}
