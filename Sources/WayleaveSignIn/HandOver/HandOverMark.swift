import Crypto
package import WayleaveOAuth1
package import WayleaveWire

/// What stands for a hand-over in a memory: a hash of what its signature covers.
///
/// The signature itself is left out: some algorithms have several valid signatures of one text, and each would look new.
package enum HandOverMark {
  /// The mark of an ID token: that of its header and its claims.
  ///
  /// RFC 7515 §5.1, step 5: the signature is computed over both.
  package static func ofIDToken(_ token: Secret) -> String {
    let bytes = token.exposedBytes
    let end = bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
    return mark("id_token", [bytes[..<end]])
  }

  /// The mark of a signed request: what must be unique.
  ///
  /// RFC 5849 §3.3: "The nonce value MUST be unique across all requests with the same timestamp, client credentials, and
  /// token combinations."
  package static func ofEcho(_ request: SignedRequest) -> String {
    let time = "\(request.stamp?.timestamp.secondsSinceEpoch ?? 0)"
    let parts = [request.consumerKey, time, request.stamp?.nonce ?? ""].map { Array($0.utf8)[...] }
    return mark("echo", parts + [(request.token?.exposedBytes ?? [])[...]])
  }

  private static func mark(_ kind: String, _ parts: [ArraySlice<UInt8>]) -> String {
    var hash = SHA256()
    hash.update(data: Array(kind.utf8))
    // With its length before it no part can pass for two.
    for part in parts { hash.update(data: Array(" \(part.count):".utf8) + part) }
    return Base64.url.encodedText(Array(hash.finalize()))
  }
}
