import HTTPTypes
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// Google for web servers: one refresh token for each consent, `hd`, `tokeninfo`, and two names of one issuer.
///
/// https://developers.google.com, "Using OAuth 2.0 for Web Server Applications" and "OpenID Connect".
final class Google: EntryDepth {
  let rotatesRefreshTokens = false

  func answer(_ request: EntryRequest) -> ResponseMessage? {
    switch (request.host, request.segments) {
    case ("oauth2.googleapis.com", ["token"]): return grantToken(request)
    case ("oauth2.googleapis.com", ["tokeninfo"]): return tokenInfo(request)
    case ("oauth2.googleapis.com", ["revoke"]): return revoke(request)
    default: return nil
    }
  }

  /// A refresh token comes to an app that asks for it, with the first consent or with one that was asked for again.
  func givesRefreshToken(for code: EntryCode, at play: EntryPlay) -> Bool {
    let asked = code.request.additional
    guard (try? asked.text(of: "access_type")) == "offline" else { return false }
    let isFirst = play.known.insert(code.person.id).inserted
    return isFirst || ((try? asked.text(of: "prompt")) ?? "").split(separator: " ").contains("consent")
  }

  /// The domain of an organization; and the issuer without its scheme, as older tokens have it, for a personal account.
  func change(_ claims: inout JSON.Object, for code: EntryCode, at play: EntryPlay) {
    claims["azp"] = claims["aud"]
    if !code.request.scopes.contains(where: Entries.isOfAddress) {
      (claims["email"], claims["email_verified"]) = (nil, nil)
    }
    if code.person.hasPersonalAccount {
      let alias = EntryAddress(of: play.entry.name, in: play.playground).moved(issuer: "accounts.google.com")
      claims["iss"] = .string(alias)
    } else {
      claims["hd"] = .string(code.person.domain)
    }
  }
}

extension PlaygroundPerson {
  /// What stands behind the `@`.
  fileprivate var domain: String { String(email.drop { $0 != "@" }.dropFirst()) }
}
