package import WayleaveWire

/// The name of an account of the AT Protocol, which never changes: `did:plc:…` or `did:web:…`.
///
/// AT Protocol, DID, § AT Protocol DID Identifier Syntax. Only ASCII is in it, so that two are equal byte for byte.
package struct DID: Sendable, Hashable {
  /// The identifier.
  package let text: String
  /// Where its document is published.
  package let document: AbsoluteURL

  /// Where the documents of `did:plc` are.
  package static let directory = "https://plc.directory"

  /// Reads an identifier; throws `wire.malformed_url`, and `configuration.unsupported` for another method.
  package init(_ text: String) throws(OAuthError) {
    guard text.utf8.count <= 2048, text.hasPrefix("did:") else { throw .noDID(text) }
    self.text = text
    if let name = Self.rest(of: text, after: "did:plc:") {
      guard name.utf8.count == 24, name.utf8.allSatisfy(Self.isBase32) else { throw .noDID(text) }
      document = try AbsoluteURL("\(Self.directory)/\(text)")
    } else if let name = Self.rest(of: text, after: "did:web:") {
      guard let origin = Self.origin(ofWeb: name) else { throw .noDID(text) }
      document = try AbsoluteURL("\(origin)/.well-known/did.json")
    } else {
      throw .otherMethod(text)
    }
  }

  /// The origin of a `did:web`: https at a domain, or, for tests, http at a port of this machine.
  ///
  /// § Blessed DID Methods: a host alone, without a path. "Ports … only for localhost, for testing".
  private static func origin(ofWeb name: String) -> String? {
    let parts = name.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
    if name == "localhost" { return "http://localhost" }
    if parts.count == 2, parts[0].elementsEqual("localhost".utf8), parts[1].starts(with: "3A".utf8),
      parts[1].allSatisfy({ $0 != UInt8(ascii: "+") }),
      let port = UInt16(String(decoding: parts[1].dropFirst(2), as: UTF8.self)), port > 0
    {
      return "http://localhost:\(port)"
    }
    guard let handle = try? ATHandle(name), handle.text.hasSameBytes(as: name) else { return nil }
    return "https://\(name)"
  }

  private static func rest(of text: String, after prefix: String) -> String? {
    text.hasPrefix(prefix) ? String(decoding: text.utf8.dropFirst(prefix.utf8.count), as: UTF8.self) : nil
  }

  private static func isBase32(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains(byte)
  }
}

extension DID {
  /// Reads what a domain says of the handle that it is; throws `discovery.malformed_metadata`.
  ///
  /// AT Protocol, Handle, § HTTPS well-known Method: the body is the DID, and spaces around it do not count.
  package init(reading response: ResponseMessage, of handle: ATHandle) throws(OAuthError) {
    try response.requireDirectAnswer()
    guard response.status == 200 else { throw .unresolvedHandle(handle, answer: "answers \(response.status)") }
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    let start = response.body.drop(while: isSpace)
    let end = start.lastIndex { !isSpace($0) }.map(start.index(after:)) ?? start.startIndex
    let did: DID
    do throws(OAuthError) {
      guard end - start.startIndex <= 2048 else { throw .noDID("") }
      did = try DID(String(decoding: start[..<end], as: UTF8.self))
    } catch {
      throw error.code == .unsupported ? error : .unresolvedHandle(handle, answer: "has no DID")
    }
    self = did
  }

  /// Reads what DNS says of a handle; nil where it names no account, or several.
  ///
  /// AT Protocol, Handle, § DNS TXT Method: one text that begins with `did=`.
  package init?(inTexts texts: [String]) {
    let named = Set(texts.filter { $0.hasPrefix("did=") })
    guard named.count == 1, let text = named.first, let did = try? DID(String(text.dropFirst(4))) else { return nil }
    self = did
  }
}

extension OAuthError {
  fileprivate static func noDID(_ text: String) -> OAuthError {
    OAuthError(
      .malformedURL,
      message: "“\(DisplayText.clean(text, limit: 100))” is not a DID like did:plc:z72i7hdynmk6r22z27h6tvur.",
      rule: .specification("AT Protocol DID", "AT Protocol DID Identifier Syntax"),
      remedy: "Type the whole DID, or the handle, such as @alice.example.com.")
  }

  fileprivate static func otherMethod(_ text: String) -> OAuthError {
    OAuthError(
      .unsupported,
      message: "The AT Protocol knows did:plc and did:web, and not “\(DisplayText.clean(text, limit: 100))”.",
      rule: .specification("AT Protocol DID", "Blessed DID Methods"), remedy: "Use the DID of an account.")
  }

  /// Some domains publish by DNS alone, which not every program can ask.
  fileprivate static func unresolvedHandle(_ handle: ATHandle, answer: String) -> OAuthError {
    OAuthError(
      .malformedMetadata,
      message: "\(handle.text) does not say whose handle it is: "
        + "https://\(handle.text)/.well-known/atproto-did \(answer).",
      rule: .specification("AT Protocol Handle", "HTTPS well-known Method"),
      remedy: .advice(
        "Check the spelling. Where it is right, `dig +short TXT _atproto.\(handle.text)` may print the DID: type that in "
          + "place of the handle."))
  }

  static func accountInside(_ did: DID) -> OAuthError {
    OAuthError(
      .malformedMetadata,
      message: "The handle's domain names an account on this machine or in your network, and is not there itself.",
      rule: .wayleave("a public document names no address of this network"), received: .text(did.text),
      remedy: "Nothing was sent there. Type the account's DID if it is the right one.")
  }
}
