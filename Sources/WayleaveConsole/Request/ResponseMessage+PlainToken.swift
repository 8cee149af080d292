package import HTTPTypes
package import WayleaveWire

extension Message where Head == HTTPResponse {
  /// Whether an API refused a bound token, and knows plain ones only: its challenges are all of the scheme `Bearer`.
  ///
  /// RFC 9449 §7.1: an API that takes bound tokens answers with a challenge of the scheme `DPoP`.
  package func wantsPlainToken(insteadOfThatIn sent: RequestMessage) -> Bool {
    guard head.status == .unauthorized, sent.head.headerFields[.authorization]?.hasPrefix("DPoP ") ?? false else {
      return false
    }
    let challenges = challenges
    return !challenges.isEmpty && challenges.allSatisfy { $0.isScheme("Bearer") }
  }
}
