import HTTPTypes
package import WayleaveWire

/// The tokens that plainly stand in an answer of a token endpoint that cannot be used otherwise.
///
/// A server that rotates refresh tokens has spent the old one when it answers, and takes its use as theft: RFC 9700
/// §4.14.2. So the new one is saved first, however malformed the rest is: a byte order mark, trailing or missing bytes,
/// repeated members, broken texts, wrong types, another content type. Nothing here is verified, and nothing is thrown.
package struct SalvagedTokens: Sendable, Equatable {
  /// The new refresh token.
  package let refreshToken: Secret
  /// The access token, where one stands there whole; its type, lifetime and scope are unknown.
  package let accessToken: Secret?

  /// How many bytes of a body are looked at.
  package static let maximumLength = 1 << 20

  /// Looks for a refresh token; nil for an answer that has none, or whose status is not one of success.
  ///
  /// Looked at are the members of the outermost JSON object, or else the pairs of a form. Of two equal names the last
  /// counts, as in most readers. A text that the end of the body cuts off does not count; `isWhole` says whether the
  /// end of a form can be one.
  package init?(
    from response: ResponseMessage, isWhole: Bool = true, dialect: borrowing OAuth2Dialect = .common
  ) {
    guard (200..<300).contains(response.status) else { return nil }
    if !dialect.answer.isPlain, let object = try? JSON(decoding: response.body).object {
      let members = JSON.object(dialect.answer.standard(object))
      guard let refresh = members["refresh_token"]?.string.flatMap({ Self.token(Array($0.utf8), from: 0x20) }) else {
        return nil
      }
      refreshToken = refresh
      accessToken = members["access_token"]?.string.flatMap { Self.token(Array($0.utf8), from: 0x21) }
      return
    }
    let body = response.body.prefix(Self.maximumLength)
    let isWhole = isWhole && body.count == response.body.count
    let start = body.drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let texts: [String: [UInt8]]
    if start.first == UInt8(ascii: "{") {
      var scanner = LenientScanner(Array(start))
      texts = scanner.texts(of: Self.names)
    } else if response.looksLikeHTML {
      return nil
    } else {
      texts = Self.formTexts(isWhole ? start.withoutOuterSpace : start, isWhole: isWhole)
    }
    guard let refresh = texts["refresh_token"].flatMap({ Self.token($0, from: 0x20) }) else { return nil }
    refreshToken = refresh
    accessToken = texts["access_token"].flatMap { Self.token($0, from: 0x21) }
  }

  private static let names = ["refresh_token", "access_token"]

  private static func token(_ bytes: [UInt8], from lowest: UInt8) -> Secret? {
    bytes.withUnsafeBufferPointer({ $0.isToken(from: lowest) }) ? Secret(bytes) : nil
  }

  private static func formTexts(_ body: ArraySlice<UInt8>, isWhole: Bool) -> [String: [UInt8]] {
    var texts: [String: [UInt8]] = [:]
    let pairs = body.split(separator: UInt8(ascii: "&"), maxSplits: 1000, omittingEmptySubsequences: false)
    for (index, pair) in pairs.enumerated() where isWhole || index < pairs.count - 1 {
      guard let mark = pair.firstIndex(of: UInt8(ascii: "=")),
        let name = names.first(where: { pair[..<mark].elementsEqual($0.utf8) })
      else { continue }
      texts[name] = PercentEncoding.decode(pair[pair.index(after: mark)...])
    }
    return texts
  }
}
