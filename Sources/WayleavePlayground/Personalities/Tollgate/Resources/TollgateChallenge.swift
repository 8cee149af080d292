import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// Why an API does not open.
struct TollgateChallenge: Error {
  let challenge: ResourceChallenge
  /// Whether both kinds of token are named, since none came.
  private let isOpen: Bool

  init(_ challenge: ResourceChallenge) {
    self.challenge = challenge
    isOpen = false
  }

  init(
    _ failure: ResourceChallenge.Failure?, type: TokenType = .bearer, scopes: [String] = [],
    metadata: AbsoluteURL?
  ) {
    challenge = ResourceChallenge(failure, type: type, scopes: scopes, resourceMetadata: metadata)
    isOpen = failure == nil
  }

  /// RFC 9449 §7.1: an API that takes both says so with a challenge for each.
  var response: ResponseMessage {
    var response = challenge.response()
    guard isOpen else { return response }
    var other = challenge
    other.type = .dpop
    for field in other.response().head.headerFields[values: .wwwAuthenticate] {
      response.head.headerFields.append(HTTPField(name: .wwwAuthenticate, value: field))
    }
    return response
  }
}
