import WayleaveOAuth1
public import WayleaveOAuth2
import WayleaveWire

/// How the user's answer gets from the provider back to us.
public enum RedirectTarget: Sendable, Equatable {
  /// The provider sends the user's browser to this address.
  case uri(RedirectURI)
  /// Not at all: the provider shows a number, and the user types it.
  ///
  /// RFC 5849 §2.1, "oob"; OAuth 1.0a only.
  case outOfBand
}

extension RedirectTarget {
  /// The target as it is kept; `oob` can be no redirect URI.
  var text: String {
    switch self {
    case .uri(let redirectURI): redirectURI.text
    case .outOfBand: Client.outOfBand
    }
  }

  /// Reads what ``text`` wrote; nil when it is something else.
  init?(text: String) {
    if text == Client.outOfBand {
      self = .outOfBand
    } else {
      guard let redirectURI = try? RedirectURI(text) else { return nil }
      self = .uri(redirectURI)
    }
  }

  /// The target as OAuth 1.0a names it in the first request.
  var callback: TemporaryCredentialRequest.Callback {
    switch self {
    case .uri(let redirectURI): .url(redirectURI.url)
    case .outOfBand: .outOfBand
    }
  }

  /// The address; nil when there is none.
  var redirectURI: RedirectURI? {
    guard case .uri(let redirectURI) = self else { return nil }
    return redirectURI
  }
}
