package import WayleaveOAuth1
package import WayleaveOAuth2
import WayleaveWire

/// How the user's answer gets from the provider back to us.
package enum RedirectTarget: Sendable, Equatable {
  /// The provider sends the user's browser to this address.
  case uri(RedirectURI)
  /// Not at all: the provider shows a number, and the user types it.
  ///
  /// RFC 5849 §2.1, "oob"; OAuth 1.0a only.
  case outOfBand
  /// Not at all: the user answers on another device, and the provider is asked until it knows.
  ///
  /// RFC 8628, and OpenID Connect Client-Initiated Backchannel Authentication; OAuth 2 only.
  case device
}

extension RedirectTarget {
  private static let deviceText = "device"

  /// The target as it is kept; neither `oob` nor `device` can be a redirect URI.
  package var text: String {
    switch self {
    case .uri(let redirectURI): redirectURI.text
    case .outOfBand: Client.outOfBand
    case .device: Self.deviceText
    }
  }

  /// Reads what ``text`` wrote; nil when it is something else.
  package init?(text: String) {
    if text == Client.outOfBand {
      self = .outOfBand
    } else if text == Self.deviceText {
      self = .device
    } else {
      guard let redirectURI = try? RedirectURI(text) else { return nil }
      self = .uri(redirectURI)
    }
  }

  /// The target as OAuth 1.0a names it in the first request.
  package var callback: TemporaryCredentialRequest.Callback {
    switch self {
    case .uri(let redirectURI): .url(redirectURI.url)
    case .outOfBand, .device: .outOfBand
    }
  }

  /// The address; nil when there is none.
  package var redirectURI: RedirectURI? {
    guard case .uri(let redirectURI) = self else { return nil }
    return redirectURI
  }
}
