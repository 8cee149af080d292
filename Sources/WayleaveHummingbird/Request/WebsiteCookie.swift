import HTTPTypes
import Wayleave
import WayleaveWire

/// A cookie that holds a random secret of 256 bits and nothing else.
struct WebsiteCookie: Sendable {
  let name: String
  private let isSecure: Bool

  /// The cookie of this purpose.
  ///
  /// With the prefix `__Host-`, a browser takes it from this host alone, by https, for all paths, and without `Domain`:
  /// RFC 6265bis §4.1.3.2. Over http there is no prefix, and the port is in the name, since a cookie is for all ports of a
  /// host: RFC 6265bis §8.5.
  init(_ purpose: String, at address: WebsiteAddress) {
    isSecure = address.isEncrypted
    name = isSecure ? "__Host-\(purpose)" : "\(purpose)-\(address.origin.port)"
  }

  /// The secret that a request brings; nil for none, for one of another form, and for two of the name.
  ///
  /// RFC 6265bis §4.2.2: "servers SHOULD NOT rely upon the order in which these cookies appear".
  func secret(in request: RequestMessage) -> Secret? {
    var found: Secret?
    for field in request.head.headerFields[values: .cookie] {
      for pair in field.utf8.split(separator: UInt8(ascii: ";")) {
        let pair = pair.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard let mark = pair.firstIndex(of: UInt8(ascii: "=")), pair[..<mark].elementsEqual(name.utf8) else {
          continue
        }
        let value = pair[pair.index(after: mark)...]
        guard found == nil, Self.isSecret(value) else { return nil }
        found = Secret(Array(value))
      }
    }
    return found
  }

  /// The field that sets the cookie for a time.
  ///
  /// OWASP Session Management Cheat Sheet, "Cookies": `Secure`, `HttpOnly` and `SameSite`, and no `Domain`.
  func field(_ secret: Secret, for time: Duration) -> String {
    "\(name)=\(secret.exposedText); Path=/; HttpOnly; SameSite=Lax; Max-Age=\(time.wholeSeconds)" + attributeOfHTTPS
  }

  /// The field that removes the cookie.
  var removal: String { "\(name)=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0" + attributeOfHTTPS }

  private var attributeOfHTTPS: String { isSecure ? "; Secure" : "" }

  /// The bytes in a secret.
  static let bytes = 32

  /// 32 bytes in base64url.
  private static let length = 43

  /// Whether a text has the form of such a secret.
  static func isSecret(_ text: some Collection<UInt8>) -> Bool { text.count == length && text.allSatisfy(isOfSecret) }

  private static func isOfSecret(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
