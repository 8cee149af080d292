import HTTPTypes
import Mustache
import Wayleave
import WayleaveWire

/// The pages of a website's sign-in: templates, filled in, with fields that isolate them from other pages.
struct WebsitePages: Sendable {
  private let library: MustacheLibrary
  private let title: String

  /// The templates by name; their variables are in three braces, since `PageValue` has escaped what it holds.
  static var templates: [(name: String, bytes: [UInt8])] {
    [
      ("layout", PackageResources.layout_mustache), ("sign-in", PackageResources.sign_in_mustache),
      ("leaving", PackageResources.leaving_mustache), ("message", PackageResources.message_mustache),
      ("sign-out", PackageResources.sign_out_mustache), ("accounts", PackageResources.accounts_mustache),
      ("returning", PackageResources.returning_mustache),
    ]
  }

  /// The pages of a website with this title; throws `configuration.invalid_value` where a template is none.
  init(title: String) throws(OAuthError) {
    self.title = title
    var library = MustacheLibrary()
    do {
      for template in Self.templates {
        try library.register(String(decoding: template.bytes, as: UTF8.self), named: template.name)
      }
    } catch { throw .brokenTemplate(error) }
    self.library = library
  }

  /// A page.
  func page(_ name: String, status: HTTPResponse.Status = .ok, _ content: [String: PageValue]) -> ResponseMessage {
    var content = content
    content["site"] = .text(title)
    content["mark"] = .text(title.prefix(1).uppercased())
    let text = library.render(content.mapValues(\.rendered), withTemplate: name) ?? ""
    var response = ResponseMessage(HTTPResponse(status: status), body: Array(text.utf8))
    response.head.headerFields[.contentType] = "text/html; charset=utf-8"
    response.head.headerFields[.contentSecurityPolicy] = Self.policy
    response.head.headerFields[.cacheControl] = "no-store"
    response.head.headerFields[.xContentTypeOptions] = "nosniff"
    // With “no-referrer”, a browser would say “null” as the origin of our own forms.
    response.setField("Referrer-Policy", to: "same-origin")
    response.setField("Cross-Origin-Opener-Policy", to: "same-origin")
    return response
  }

  /// The one thing to do on a page with a message.
  struct Step {
    let words: String
    let path: String

    static let signIn = Step(words: "Sign in", path: "/sign-in")
    static let accounts = Step(words: "Back to your accounts", path: "/accounts")

    /// The step after what did not work: a sign-in, or the adding of an account, whose user is signed in.
    static func after(_ link: WaitingSignIn.Link?) -> Step { link == nil ? signIn : accounts }
  }

  /// A page with a heading, a sentence and the one thing to do.
  func message(
    _ heading: String, _ explanation: String, status: HTTPResponse.Status, step: Step = .signIn
  ) -> ResponseMessage {
    page(
      "message", status: status,
      [
        "heading": .text(heading), "explanation": .text(explanation), "step": .text(step.words),
        "path": .text(step.path),
      ])
  }

  /// The style sheet of all pages.
  static var style: ResponseMessage {
    var response = ResponseMessage(HTTPResponse(status: .ok), body: PackageResources.style_css)
    response.head.headerFields[.contentType] = "text/css; charset=utf-8"
    response.head.headerFields[.cacheControl] = "public, max-age=3600"
    response.head.headerFields[.xContentTypeOptions] = "nosniff"
    return response
  }

  /// Nothing but the style sheet is loaded, no script runs, no other page has it in a frame, and forms lead to the website
  /// alone: so the answer to a form leads on to the provider by a page, as browsers hold `form-action` against redirects.
  private static let policy =
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
}

extension Message where Head == HTTPResponse {
  /// Sets a field that HTTPTypes has no constant for.
  mutating func setField(_ name: String, to value: String) {
    if let name = HTTPField.Name(name) { head.headerFields[name] = value }
  }
}

extension OAuthError {
  fileprivate static func brokenTemplate(_ error: any Error) -> OAuthError {
    OAuthError(
      .invalidValue, message: "A page of the website is no template: \(DisplayText.clean("\(error)")).",
      rule: .wayleave("pages are filled in from templates"), remedy: "Report this: it is a mistake of ours.")
  }
}
