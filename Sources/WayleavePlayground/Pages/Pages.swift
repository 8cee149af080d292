import HTTPTypes
import Mustache
import WayleaveOAuth2
import WayleaveWire

/// The pages that people see: templates, filled and sent with the headers that keep them to themselves.
struct Pages: Sendable {
  private let library: MustacheLibrary

  init() throws {
    var library = MustacheLibrary()
    for (name, template) in [
      ("layout", PackageResources.layout_mustache), ("sign-in", PackageResources.sign_in_mustache),
      ("consent", PackageResources.consent_mustache), ("pin", PackageResources.pin_mustache),
      ("message", PackageResources.message_mustache), ("index", PackageResources.index_mustache),
      ("device", PackageResources.device_mustache), ("logout", PackageResources.logout_mustache),
      ("telephone", PackageResources.telephone_mustache),
    ] {
      try library.register(String(decoding: template, as: UTF8.self), named: name)
    }
    self.library = library
  }

  /// A page in the look of a provider; `destination` is where a form of it may lead besides the playground.
  func page(
    _ name: String, of provider: PlaygroundProvider?, status: HTTPResponse.Status = .ok,
    _ content: [String: any Sendable] = [:], destination: RedirectURI? = nil
  ) -> ResponseMessage {
    var content = content
    content["look"] = provider?.rawValue ?? name
    content["provider"] = provider?.displayName ?? "Wayleave"
    content["mark"] = provider?.displayName.prefix(1).description ?? "W"
    let text = library.render(content, withTemplate: name) ?? ""
    var response = ResponseMessage(HTTPResponse(status: status), body: Array(text.utf8))
    response.head.headerFields[.contentType] = "text/html; charset=utf-8"
    response.head.headerFields[.contentSecurityPolicy] = Self.policy(leadingTo: destination)
    response.head.headerFields["Referrer-Policy"] = "no-referrer"
    return response
  }

  /// A page with a heading and a sentence.
  func message(
    _ heading: String, of provider: PlaygroundProvider?, status: HTTPResponse.Status, explanation: String,
    remedy: String? = nil, reason: String? = nil
  ) -> ResponseMessage {
    var content: [String: any Sendable] = ["heading": heading, "explanation": explanation]
    content["remedy"] = remedy
    content["reason"] = reason
    return page("message", of: provider, status: status, content)
  }

  /// The style sheet of all pages.
  static var style: ResponseMessage {
    var response = ResponseMessage(HTTPResponse(status: .ok), body: PackageResources.style_css)
    response.head.headerFields[.contentType] = "text/css; charset=utf-8"
    return response
  }

  /// Browsers hold a form to `form-action` through every redirect that follows it, so the application is named too.
  private static func policy(leadingTo destination: RedirectURI?) -> String {
    var source = ""
    if let url = destination?.url {
      // An IPv6 address has no form in a source list, and neither has a private-use scheme's host: the scheme stands.
      let isNamed = (url.scheme == "http" || url.scheme == "https") && url.host?.utf8.first != UInt8(ascii: "[")
      source = isNamed ? Origin(of: url).map { " \($0)" } ?? "" : " \(url.scheme):"
    }
    return "default-src 'none'; style-src 'self'; form-action 'self'\(source); frame-ancestors 'none'; base-uri 'none'"
  }
}

extension PlaygroundProvider {
  /// What the pages call the provider.
  var displayName: String {
    switch self {
    case .foursquare: "Foursquare"
    case .twitter: "Twitter"
    case .tollgate: "Tollgate"
    }
  }
}
