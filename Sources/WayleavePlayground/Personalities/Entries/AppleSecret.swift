import WayleaveJOSE
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// Apple's client secret: a JWT that the key of the client signs.
///
/// https://developer.apple.com, "Creating a client secret".
enum AppleSecret {
  /// Six months of 30.4 days.
  private static let longestLife: Duration = .seconds(15_777_000)

  /// Whether a secret names the key and is signed by it, names the team and the client, and lives for six months at most.
  static func isGood(_ secret: Secret?, of client: ClientID, at play: EntryPlay, _ now: Instant) -> Bool {
    guard let secret, let key = play.client.key, let publicKey = key.publicKey,
      let token = try? JSONWebSignature(compact: secret.exposedBytes),
      let name = key.keyID, token.header.keyID?.hasSameBytes(as: name) ?? false,
      let payload = try? token.payload(verifiedBy: publicKey, allowing: [.es256]),
      let claims = try? JSON(decoding: payload)
    else { return false }
    return claims["iss"]?.string == play.client.assertionIssuer && claims["sub"]?.string == client.text
      && audiences(of: play).contains(claims["aud"]?.string) && isInTime(claims, at: now)
  }

  /// Apple's own name, which clients of others have built in, or that of the issuer here.
  private static func audiences(of play: EntryPlay) -> [String?] {
    [play.service?.issuer?.text, play.issuer?.text].filter { $0 != nil }
  }

  private static func isInTime(_ claims: JSON, at now: Instant) -> Bool {
    guard claims["iat"]?.integer != nil, let end = claims["exp"]?.integer else { return false }
    let expiry = Instant(secondsSinceEpoch: end)
    return expiry > now && expiry <= now + longestLife
  }
}
