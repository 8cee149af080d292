public import WayleaveWire

/// The keys of one party.
///
/// RFC 7517 §5.
public struct JSONWebKeySet: Sendable {
  /// How many keys a set may have.
  package static let maximumCount = 100

  /// The keys that can be used, in the order in which they stand.
  public let keys: [JSONWebKey]
  /// The keys that cannot be used, which verify nothing: to say why.
  let leftOut: [LeftOut]

  /// A published key that cannot be used.
  struct LeftOut: Sendable {
    /// The name of the key as it is written; nil when it has none.
    let keyID: String?
    /// Why, as a part of a sentence.
    let reason: String
  }

  /// Reads a set that another party publishes: public keys, 100 at most.
  ///
  /// RFC 7517 §5: keys of unknown kinds, or outside what is supported, are left out. Everyone can read a private key or
  /// a shared secret there, so that the whole set is refused with it. A byte order mark is passed over: RFC 8259 §8.1.
  public init(decoding bytes: [UInt8]) throws(OAuthError) {
    let json: JSON
    do { json = try JSON(decodingAnswer: bytes) } catch { throw .noKeySet("JSON: \(error.expected ?? error.message)") }
    guard let members = json.object else { throw .noKeySet("a JSON object") }
    try self.init(members)
  }

  /// Reads a set that another party publishes, given as the members of its object.
  public init(_ members: JSON.Object) throws(OAuthError) {
    let elements = try Self.elements(of: members)
    var (keys, leftOut): ([JSONWebKey], [LeftOut]) = ([], [])
    for element in elements {
      if let name = JSONWebKey.privateMembers.first(where: element.shows) { throw .exposedKey(name) }
      do throws(OAuthError) { keys.append(try JSONWebKey(published: element)) } catch {
        let reason = error.expected.map { "it needs \($0)" } ?? error.message.withoutPeriod
        leftOut.append(LeftOut(keyID: element["kid"]?.string, reason: reason))
      }
    }
    guard !keys.isEmpty else { throw .noUsableKey(leftOut) }
    self.keys = keys
    self.leftOut = leftOut
  }

  /// Joins keys of one's own, which are all shared secrets, all private or all public.
  public init(_ keys: [JSONWebKey]) throws(OAuthError) {
    guard (1...Self.maximumCount).contains(keys.count) else { throw .wrongKeyCount(keys.count) }
    guard Set(keys.map { Secrecy(of: $0) }).count == 1 else {
      throw .malformedJOSE(
        .rfc(8725, "3.1"), expected: "keys that are all shared, all private or all public",
        received: .described("a mixture"))
    }
    self.keys = keys
    leftOut = []
  }

  /// The set as JSON, without anything private.
  public var json: JSON { ["keys": .array(keys.map(\.json))] }

  private static func elements(of members: JSON.Object) throws(OAuthError) -> [JSON.Object] {
    guard let list = members["keys"]?.array else {
      throw .malformedJOSE(.rfc(7517, "5.1"), expected: "a list as “keys”", received: .described("none"))
    }
    guard (1...maximumCount).contains(list.count) else { throw .wrongKeyCount(list.count) }
    let elements = list.compactMap(\.object)
    guard elements.count == list.count else {
      throw .malformedJOSE(.rfc(7517, "5.1"), expected: "objects in “keys”", received: .described("something else"))
    }
    return elements
  }

  private enum Secrecy: Hashable {
    case shared, owned, open

    init(of key: JSONWebKey) {
      if case .octets = key.material { self = .shared } else { self = key.isPrivate ? .owned : .open }
    }
  }
}

extension JSONWebKeySet: Equatable {
  public static func == (left: JSONWebKeySet, right: JSONWebKeySet) -> Bool { left.keys == right.keys }
}

extension OAuthError {
  /// None of the keys is left: the reason of each, of the first five at most.
  fileprivate static func noUsableKey(_ keys: [JSONWebKeySet.LeftOut]) -> OAuthError {
    let reasons = keys.prefix(5).enumerated().map { index, key in
      let name = key.keyID.map { "“\(DisplayText.clean($0, limit: 60))”" } ?? "key \(index + 1)"
      return "\(name): \(key.reason)"
    }
    let more = keys.count > 5 ? ["and \(keys.count - 5) more"] : []
    return OAuthError(
      .malformedJOSE,
      message: "None of the published keys can be used: \((reasons + more).joined(separator: "; ")).",
      rule: .rfc(7517, "5"),
      remedy: "Nothing is believed without keys. Tell the sender what is wrong with its keys.")
  }

  fileprivate static func noKeySet(_ expected: String) -> OAuthError {
    malformedJOSE(.rfc(7517, "5"), expected: "a key set: \(expected)", received: .described("something else"))
  }

  fileprivate static func wrongKeyCount(_ count: Int) -> OAuthError {
    malformedJOSE(
      .wayleave("a key set has 1 to \(JSONWebKeySet.maximumCount) keys"),
      expected: "1 to \(JSONWebKeySet.maximumCount) keys in “keys”", received: .described("\(count)"))
  }

  fileprivate static func exposedKey(_ member: String) -> OAuthError {
    OAuthError(
      .malformedJOSE, rule: .rfc(7517, "9.2"), expected: "public keys only, which have no “\(member)”",
      received: .described("a private or shared key"),
      remedy: "Tell the sender at once: everyone can read this key, so its signatures no longer show who made them.")
  }
}

extension String {
  /// A sentence as a part of another.
  fileprivate var withoutPeriod: String { hasSuffix(".") ? String(dropLast()) : self }
}
