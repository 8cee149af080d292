public import WayleaveWire

/// What a mail program sends first when it signs in with an access token.
///
/// RFC 7628 §3.1, and Google's "OAuth 2.0 Mechanism" for XOAUTH2. IMAP, POP and SMTP carry it in Base64, behind the name
/// of the mechanism.
public struct SASLInitialResponse: Sendable {
  /// The two ways in which mail servers take a token.
  public enum Mechanism: Sendable, Hashable {
    /// The standard one; a bearer token needs neither the host nor the port of the connection.
    ///
    /// RFC 7628 §3.1.
    case oauthBearer(host: String? = nil, port: UInt16? = nil)
    /// The one from before the standard, which is all that Microsoft has.
    case xoauth2
  }

  /// The bytes before the token.
  private let head: [UInt8]

  /// Stands behind each pair, and twice behind the last.
  private static let separator: UInt8 = 0x01

  /// The response of a user, which has everything but the token.
  ///
  /// Throws `configuration.invalid_value` for a user or a host that would end its pair, or is empty.
  ///
  /// - Parameters:
  ///   - mechanism: the one that the server offers.
  ///   - user: whose mailbox it is, mostly a mail address; it may be that of a mailbox that others share.
  public init(_ mechanism: Mechanism, user: String) throws(OAuthError) {
    guard !user.isEmpty, user.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { throw .unfitForMail("user") }
    var head: [UInt8]
    switch mechanism {
    case .oauthBearer(let host, let port):
      head = Array("n,a=\(Self.saslName(user)),".utf8)
      if let host {
        guard !host.isEmpty, host.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .unfitForMail("host") }
        head += [Self.separator] + Array("host=\(host)".utf8)
      }
      if let port { head += [Self.separator] + Array("port=\(port)".utf8) }
    case .xoauth2: head = Array("user=\(user)".utf8)
    }
    self.head = head + [Self.separator] + Array("auth=Bearer ".utf8)
  }

  /// The whole response in Base64, as one line; it holds the token.
  ///
  /// Throws `configuration.unsupported` for a token with other characters than RFC 6749 Appendix A.12 has.
  public func encoded(with token: Secret) throws(OAuthError) -> Secret {
    let bytes = token.exposedBytes
    guard !bytes.isEmpty, bytes.allSatisfy(\.isVisibleCharacter) else { throw .unfitTokenForMail() }
    return Secret(Base64.standard.encode(head + bytes + [Self.separator, Self.separator]))
  }

  /// A name as GS2 has it.
  ///
  /// RFC 5801 §4: "=" and "," are written as "=3D" and "=2C".
  private static func saslName(_ name: String) -> String {
    name.replacing(part: "=", with: "=3D").replacing(part: ",", with: "=2C")
  }
}

extension OAuthError {
  fileprivate static func unfitForMail(_ part: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "The \(part) for the mail server is empty or has characters that cannot be sent.",
      rule: .rfc(7628, "3.1"), remedy: .advice("Write the \(part) as the mail program has it."))
  }

  fileprivate static func unfitTokenForMail() -> OAuthError {
    OAuthError(
      .unsupported, message: "The token is empty or has characters that cannot be sent to a mail server.",
      rule: .rfc(6749, "A.12"), remedy: "Sign in again.")
  }
}
