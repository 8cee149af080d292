import HTTPTypes
package import WayleaveOAuth2
package import WayleaveWire

extension Exchange {
  /// Sends a request for a public document, such as metadata or keys, and follows its redirects as ``DocumentRedirect``
  /// says; all of them together have the time of one.
  package func document(
    _ request: RequestMessage, within limits: ExchangeLimits = .metadata,
    as role: DPoPNonces.Role = .authorizationServer
  ) async throws(OAuthError) -> ResponseMessage {
    var redirect = DocumentRedirect(of: request)
    while true {
      let response = try await send(redirect.request, within: limits, as: role)
      guard try redirect.follow(response) else { return response }
    }
  }
}

/// The way to a public document that is somewhere else on its server.
///
/// RFC 9110 §15.4. Only what carries no credential is asked for in this way. Another origin may not speak for this one:
/// what is published there says nothing about the server that was asked for.
struct DocumentRedirect {
  /// What is sent next.
  private(set) var request: RequestMessage
  private let origin: Origin?
  private var rest = Self.maximum

  /// How many redirects are followed.
  static let maximum = 5

  init(of request: RequestMessage) {
    (self.request, origin) = (request, request.origin)
  }

  /// Takes an answer: true where it leads on, and ``request`` is the next; false where it is the document, or refuses it.
  ///
  /// Throws `answer.redirect` for a redirect to another origin, to what is no URL, or after too many.
  mutating func follow(_ response: ResponseMessage) throws(OAuthError) -> Bool {
    guard let reference = response.redirectReference, let base = try? AbsoluteURL(request.url ?? "") else {
      return false
    }
    guard let target = base.resolving(reference), let origin, Origin(of: target) == origin else {
      throw .documentElsewhere(base, at: reference, status: response.status)
    }
    guard rest > 0 else { throw .endlessRedirect(base) }
    rest -= 1
    let fields = request.head.headerFields
    request = RequestMessage(request.head.method, to: target)
    request.head.headerFields = fields
    return true
  }
}

extension OAuthError {
  fileprivate static func documentElsewhere(_ url: AbsoluteURL, at location: String, status: Int) -> OAuthError {
    let issuer = (try? AbsoluteURL(location)).flatMap(WellKnownAddress.issuer(publishingAt:))
    return OAuthError(
      .unexpectedRedirect,
      message: "\(url) answers \(status) and leads to another host, \(Received.url(location)), "
        + "which may not speak for this one.",
      rule: .wayleave("a public document is followed on its origin"),
      remedy: issuer.map(Remedy.signInElsewhere) ?? .tellProvider)
  }

  fileprivate static func endlessRedirect(_ url: AbsoluteURL) -> OAuthError {
    OAuthError(
      .unexpectedRedirect,
      message: "\(url) redirects once more, after \(DocumentRedirect.maximum) redirects.",
      rule: .wayleave("a public document is followed on its origin"), remedy: .tellProvider)
  }
}
