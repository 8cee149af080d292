public import WayleaveWire

/// What a JWS or JWE says of itself, read and not believed.
///
/// RFC 7515 §4; RFC 7516 §4. Keys and addresses of keys that it may carry (`jwk`, `jku`, `x5c`, `x5u`) are kept among
/// the members and used by nothing on this floor: RFC 8725 §3.10.
public struct JOSEHeader: Sendable, Equatable {
  /// The longest `kid` that is read, in bytes.
  package static let maximumKeyIDLength = 256

  /// The algorithm as it is written.
  ///
  /// RFC 7515 §4.1.1.
  public var algorithm: String { text("alg") ?? "" }
  /// Which of the sender's keys was used: looked up among keys, and never a path or an address.
  ///
  /// RFC 7515 §4.1.4.
  public var keyID: String? { text("kid") }
  /// What kind of thing the whole is, as it is written; compare it with ``isType(_:)``.
  ///
  /// RFC 7515 §4.1.9.
  public var type: String? { text("typ") }
  /// What kind of thing the payload is, as it is written.
  ///
  /// RFC 7515 §4.1.10.
  public var contentType: String? { text("cty") }
  // The texts above are checked when the header is made, and created when they are asked for: most are only compared.
  private let parameters: JSON.LazyObject

  /// Reads the JSON of a protected header; refuses members that must be understood and are not, with
  /// `jose.critical_header`.
  ///
  /// RFC 7515 §5.2, steps 2 to 5.
  public init(decoding bytes: [UInt8]) throws(OAuthError) {
    try self.init(decoding: bytes, understanding: [])
  }

  package init(decoding bytes: [UInt8], understanding extensions: [String]) throws(OAuthError) {
    let parameters: JSON.LazyObject
    do { parameters = try JSON.LazyObject(decoding: bytes) } catch {
      throw .malformedHeader("JSON: \(error.expected ?? error.message)")
    }
    try CriticalHeader.verify(parameters, understanding: extensions)
    try self.init(parameters)
  }

  /// Joins the members that the signature covers with those that it does not.
  ///
  /// RFC 7515 §7.2.1: "the Header Parameter names in the two locations MUST be disjoint".
  package init(
    protected: JSON.Object, unprotected: JSON.Object?, understanding extensions: [String]
  ) throws(OAuthError) {
    var members = protected
    for member in unprotected?.members ?? [] {
      guard members[member.name] == nil else {
        throw .malformedHeader("“\(DisplayText.clean(member.name, limit: 60))” in one place")
      }
      members[member.name] = member.value
    }
    try CriticalHeader.verify(JSON.LazyObject(protected), unprotected: unprotected, understanding: extensions)
    try self.init(JSON.LazyObject(members))
  }

  private init(_ parameters: consuming JSON.LazyObject) throws(OAuthError) {
    guard try Self.isText("alg", of: parameters) else { throw .malformedHeader("“alg”") }
    guard try !Self.isText("kid", of: parameters) || Self.length(of: "kid", in: parameters) <= Self.maximumKeyIDLength
    else {
      throw .malformedHeader("a “kid” of at most \(Self.maximumKeyIDLength) bytes")
    }
    _ = (try Self.isText("typ", of: parameters), try Self.isText("cty", of: parameters))
    self.parameters = parameters
  }

  /// Whether there is a text of that name; refuses anything else that there is.
  private static func isText(_ name: StaticString, of parameters: borrowing JSON.LazyObject) throws(OAuthError) -> Bool
  {
    switch parameters.isText(name) {
    case nil: return false
    case true?: return true
    case false?: throw .malformedHeader("a text as “\(name)”")
    }
  }

  private static func length(of name: StaticString, in parameters: borrowing JSON.LazyObject) -> Int {
    var length = 0
    _ = parameters.withText(name) { length = $0.count }
    return length
  }

  /// Every member, those above included.
  public var members: JSON.Object { parameters.object }

  /// The member of that name.
  public subscript(name: String) -> JSON? { parameters[name] }

  /// Whether `typ` is this media type, with or without `application/`, whatever its case.
  ///
  /// RFC 7515 §4.1.9; RFC 8725 §3.11.
  package func isType(_ name: String) -> Bool {
    // Nearly every header spells it as its specification does.
    switch parameters.hasText(name, as: "typ") {
    case nil: return false
    case true?: return true
    case false?: return type.map { MediaTypeName($0) == MediaTypeName(name) } ?? false
    }
  }

  /// Whether it names this algorithm.
  func names(_ algorithm: SignatureAlgorithm) -> Bool { parameters.hasText(algorithm.rawValue, as: "alg") ?? false }

  /// Whether it names the key of this name; nil when it names none.
  func names(keyID: String) -> Bool? { parameters.hasText(keyID, as: "kid") }

  package static func object(decoding bytes: [UInt8]) throws(OAuthError) -> JSON.Object {
    let json: JSON
    do { json = try JSON(decoding: bytes) } catch { throw .malformedHeader("JSON: \(error.expected ?? error.message)") }
    guard let object = json.object else { throw .malformedHeader("a JSON object") }
    return object
  }

  private func text(_ name: String) -> String? {
    guard case .text(let text)? = parameters.scalar(name) else { return nil }
    return text
  }
}

/// A media type as headers abbreviate it.
private struct MediaTypeName: Equatable {
  private let bytes: [UInt8]

  init(_ text: String) {
    let lowercased = text.utf8.map(\.lowercased)
    // RFC 7515 §4.1.9: "a recipient using the media type value MUST treat it as if "application/" were prepended to
    // any "typ" value not containing a '/'".
    bytes = lowercased.contains(UInt8(ascii: "/")) ? lowercased : Array("application/".utf8) + lowercased
  }
}

extension OAuthError {
  static func malformedHeader(_ expected: String) -> OAuthError {
    malformedJOSE(.rfc(7515, "4"), expected: "a header with \(expected)", received: .described("something else"))
  }
}
