import HTTPTypes
public import WayleaveWire

/// The nonces that servers gave, one for each origin, and those of authorization servers apart from those of APIs.
///
/// RFC 9449 §8.2 and §9.
public struct DPoPNonces: Sendable, Equatable {
  /// In which of its parts a server speaks.
  public enum Role: Sendable, Hashable {
    /// It gives tokens.
    case authorizationServer
    /// It takes tokens.
    case resourceServer
  }

  private struct Place: Sendable, Hashable {
    let origin: Origin
    let role: Role
  }

  /// How many nonces are stored: beyond that the oldest goes.
  package static let maximumCount = 100
  /// The longest nonce that is stored.
  package static let maximumLength = 1024

  private var nonces: [Place: String] = [:]
  private var places: [Place] = []

  /// No nonces.
  public init() {}

  /// The nonce for the next proof; nil when the server gave none.
  public func nonce(for origin: Origin, as role: Role) -> String? {
    nonces[Place(origin: origin, role: role)]
  }

  /// Stores the nonce of an answer, whatever its status; a malformed one, or two at once, are left where they are.
  ///
  /// RFC 9449 §8.2: a new nonce may come with any answer, a successful one included, and replaces the old one.
  public mutating func receive(_ response: ResponseMessage, from origin: Origin, as role: Role) {
    let values = response.head.headerFields[values: .dpopNonce]
    guard values.count == 1, let nonce = values.first, Self.isNonce(nonce) else { return }
    let place = Place(origin: origin, role: role)
    places.removeAll { $0 == place }
    places.append(place)
    nonces[place] = nonce
    if places.count > Self.maximumCount { nonces[places.removeFirst()] = nil }
  }

  /// Whether a text is a nonce.
  ///
  /// RFC 9449 §8.1: `nonce = 1*NQCHAR`, which RFC 6749 Appendix A has as visible ASCII without `"` and `\`.
  package static func isNonce(_ text: String) -> Bool {
    (1...maximumLength).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      }
  }
}
