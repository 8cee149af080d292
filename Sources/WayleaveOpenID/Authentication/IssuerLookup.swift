import HTTPTypes
public import WayleaveWire

/// Finds the issuer of a user who gives an address and no provider: "joe@example.com" or "example.com".
///
/// OpenID Connect Discovery §2; RFC 7033. What a host says of an address is no proof of anything: the issuer that it
/// names is an issuer only when its own metadata says so, and the user only the one that an ID token names.
public struct IssuerLookup: Sendable, Equatable {
  /// What is asked about: an address that begins with `acct:` or with `https:`.
  package let resource: String
  /// Where it is asked.
  package let url: AbsoluteURL

  /// The relation of an issuer to a user.
  package static let relation = "http://openid.net/specs/connect/1.0/issuer"

  /// Takes what a user typed; throws `wire.malformed_url` for what is no address, such as one of the old kinds that
  /// begin with `=`, `@` or `!`.
  ///
  /// §2.1.2: a name and a host alone are an account, all else without a scheme is an address of https; a fragment is
  /// left out.
  public init(of typed: String) throws(OAuthError) {
    let address = try Address(typed)
    resource = address.resource
    let asked: Form = ["resource": address.resource, "rel": Self.relation]
    url = try AbsoluteURL(AbsoluteURL("https://\(address.authority)/.well-known/webfinger").text(adding: asked))
  }

  /// The question.
  public func request() throws(OAuthError) -> RequestMessage {
    var request = RequestMessage(.get, to: url)
    try request.setHeader(.accept, to: "application/jrd+json")
    return request
  }

  /// The issuer that an answer names; throws `metadata.malformed` when it names none, and what ``Endpoint`` throws for
  /// one that is no https URL.
  ///
  /// §2.2: "the Issuer location … MUST be returned in the WebFinger response as the value of the href member".
  public func issuer(in response: ResponseMessage) throws(OAuthError) -> AbsoluteURL {
    try response.requireDirectAnswer()
    guard response.status == 200, let answer = try? JSON(decodingAnswer: response.body) else { throw .noIssuer() }
    let links = answer["links"]?.array ?? []
    guard let link = links.first(where: { $0["rel"]?.string?.hasSameBytes(as: Self.relation) == true }) else {
      throw .noIssuer(member: "links")
    }
    guard let href = link["href"]?.string else { throw .noIssuer(member: "href") }
    let issuer = try OAuthError.blamingProvider(member: "href") { () throws(OAuthError) in try Endpoint(href).url }
    // §2.2: an issuer has neither; no address that has them is one whose metadata could name it.
    guard issuer.query == nil, issuer.scheme == "https" else { throw .noIssuer(member: "href") }
    guard issuer.mayBeNamed(by: url) else { throw .issuerInside(issuer) }
    return issuer
  }

  /// What was typed, and the host to ask about it.
  private struct Address {
    let resource: String
    let authority: String

    init(_ typed: String) throws(OAuthError) {
      let text = typed.split(separator: "#", omittingEmptySubsequences: false).first.map(String.init) ?? ""
      guard let first = text.utf8.first, !"=@!".utf8.contains(first) else { throw .noAddress() }
      let isNamedAccount = text.lowercased().hasPrefix("acct:")
      let account = isNamedAccount ? String(text.dropFirst(5)) : text
      if let host = Self.host(ofAccount: account) {
        (resource, authority) = ("acct:\(account)", host)
      } else {
        guard !isNamedAccount else { throw .noAddress() }
        let url = try Endpoint(text.contains("://") ? text : "https://\(text)").url
        guard url.scheme == "https", let authority = url.authority else { throw .noAddress() }
        (resource, self.authority) = (url.text, authority)
      }
    }

    /// The host of a name and a host with nothing else; nil when there is more, or less.
    private static func host(ofAccount account: String) -> String? {
      let parts = account.split(separator: "@", omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty,
        !account.utf8.contains(where: { ":/?[]".utf8.contains($0) })
      else { return nil }
      return String(parts[1])
    }
  }
}

extension OAuthError {
  fileprivate static func noAddress() -> OAuthError {
    OAuthError(
      .malformedURL, message: "This is not an address like joe@example.com or example.com.",
      rule: .openID("Discovery", "2.1"), remedy: "Type your address at the provider, or the provider's own.")
  }

  fileprivate static func issuerInside(_ issuer: AbsoluteURL) -> OAuthError {
    OAuthError(
      .malformedMetadata,
      message: "The host names a provider on this machine or in your network, and is not there itself.",
      rule: .openID("Discovery", "2.2"), received: .url(issuer.text),
      remedy: "Nothing was sent there. Give the provider's own address if it is the right one.")
  }

  fileprivate static func noIssuer(member: String? = nil) -> OAuthError {
    let place = member.map { ": its answer has no usable “\($0)”" } ?? ""
    return OAuthError(
      .malformedMetadata, message: "The host names no provider for this address\(place).",
      rule: .openID("Discovery", "2.2"), remedy: "Give the provider's own address.", member: member)
  }
}
