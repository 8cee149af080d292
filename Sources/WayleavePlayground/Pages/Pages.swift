import HTTPTypes
import Mustache
import WayleaveOAuth2
import WayleaveWire

/// The pages that people see: templates, filled in, with headers that isolate them from other pages.
struct Pages: Sendable {
  private let library: MustacheLibrary
  /// What the paths of the tenant begin with.
  private(set) var root = ""

  /// The templates by name.
  ///
  /// Their variables are in three braces, which insert a text as it is: `PageValue` has escaped it. The escaping of
  /// the library goes by `Character`, and lets some tags through.
  static var templates: [(name: String, bytes: [UInt8])] {
    [
      ("layout", PackageResources.layout_mustache), ("sign-in", PackageResources.sign_in_mustache),
      ("consent", PackageResources.consent_mustache), ("pin", PackageResources.pin_mustache),
      ("message", PackageResources.message_mustache), ("index", PackageResources.index_mustache),
      ("device", PackageResources.device_mustache), ("logout", PackageResources.logout_mustache),
      ("telephone", PackageResources.telephone_mustache), ("entry", PackageResources.entry_mustache),
    ]
  }

  init() throws {
    var library = MustacheLibrary()
    for template in Self.templates {
      try library.register(String(decoding: template.bytes, as: UTF8.self), named: template.name)
    }
    self.library = library
  }

  /// The same pages for a tenant whose paths begin so.
  func rooted(at root: String) -> Pages {
    var pages = self
    pages.root = root
    return pages
  }

  /// A page in the look of a provider; `destination` is where a form of it may lead in addition to the playground.
  func page(
    _ name: String, of provider: PlaygroundProvider?, status: HTTPResponse.Status = .ok,
    _ content: [String: PageValue] = [:], destination: RedirectURI? = nil
  ) -> ResponseMessage {
    var content = content
    content["look"] = .text(provider?.name ?? name)
    content["provider"] = .text(provider?.title ?? "Wayleave")
    content["mark"] = .text(provider?.title.prefix(1).description ?? "W")
    content["root"] = .text(root)
    let text = library.render(content.mapValues(\.rendered), withTemplate: name) ?? ""
    var response = ResponseMessage(HTTPResponse(status: status), body: Array(text.utf8))
    response.head.headerFields[.contentType] = "text/html; charset=utf-8"
    response.head.headerFields[.contentSecurityPolicy] = Self.policy(leadingTo: destination)
    response.head.headerFields["Referrer-Policy"] = "no-referrer"
    return response
  }

  /// A page with a heading and a sentence; `facts` are values of any origin, cleaned already.
  func message(
    _ heading: String, of provider: PlaygroundProvider?, status: HTTPResponse.Status, explanation: String,
    remedy: String? = nil, reason: String? = nil, facts: [(name: String, values: [String])] = []
  ) -> ResponseMessage {
    var content: [String: PageValue] = ["heading": .text(heading), "explanation": .text(explanation)]
    content["remedy"] = remedy.map(PageValue.text)
    content["reason"] = reason.map(PageValue.text)
    content["facts"] = .list(
      facts.map { .record(["name": .text($0.name), "values": .list($0.values.map(PageValue.address))]) })
    content["hasFacts"] = .flag(!facts.isEmpty)
    // A person in the middle of a sign-in has nothing to do there.
    content["showsHome"] = .flag(status == .notFound || status == .badRequest)
    return page("message", of: provider, status: status, content)
  }

  /// The style sheet of all pages.
  static var style: ResponseMessage {
    var response = ResponseMessage(HTTPResponse(status: .ok), body: PackageResources.style_css)
    response.head.headerFields[.contentType] = "text/css; charset=utf-8"
    return response
  }

  /// The mark in the browser's tab, which never changes.
  static var icon: ResponseMessage {
    var response = ResponseMessage(HTTPResponse(status: .ok), body: PackageResources.icon_svg)
    response.head.headerFields[.contentType] = "image/svg+xml"
    response.head.headerFields[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'"
    response.head.headerFields[.cacheControl] = oneDay
    return response
  }

  static let oneDay = "public, max-age=86400"

  /// Browsers hold a form to `form-action` through every redirect that follows it, so the application is named too.
  private static func policy(leadingTo destination: RedirectURI?) -> String {
    var source = ""
    if let url = destination?.url {
      // An IPv6 address has no form in a source list, and neither has a private-use scheme's host: the scheme is named.
      let isNamed = (url.scheme == "http" || url.scheme == "https") && url.host?.utf8.first != UInt8(ascii: "[")
      source = isNamed ? Origin(of: url).map { " \($0)" } ?? "" : " \(url.scheme):"
    }
    return
      "default-src 'none'; style-src 'self'; form-action 'self'\(source); frame-ancestors 'none'; base-uri 'none'; img-src 'self'"
  }
}
