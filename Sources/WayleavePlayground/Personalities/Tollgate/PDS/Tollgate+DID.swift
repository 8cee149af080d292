import HTTPTypes
import WayleaveWire

/// Who the people of the playground are in the AT Protocol.
extension Tollgate {
  /// The one whose DID is of the kind `web`; nil where it cannot be: it names a port of this machine, at http.
  ///
  /// AT Protocol, DID, Blessed DID Methods: a host without a path, and a port for `localhost` alone. A client that has only
  /// the playground can find this one.
  var personByWeb: PlaygroundPerson? {
    let isPlain = context.address.origin.hasPrefix("http:")
    return context.address.name == nil && isPlain ? context.configuration.people.first : nil
  }

  /// The DID of a person: `did:web` for one, and `did:plc` for the others.
  func did(of person: PlaygroundPerson) -> String {
    if person == personByWeb {
      return "did:web:localhost%3A\(context.address.origin.split(separator: ":").last ?? "")"
    }
    // 24 characters of the base 32 in RFC 4648 §6, of which the last six say who it is.
    let digits = String(String(1_000_000 + person.id % 1_000_000).suffix(6))
    let letters = digits.utf8.map { UnicodeScalar($0 - UInt8(ascii: "0") + UInt8(ascii: "a")) }
    return "did:plc:wayleaveplayground" + String(String.UnicodeScalarView(letters))
  }

  /// The handle of a person: a name of a host, under a domain for tests (RFC 6761 §6.2).
  static func handle(of person: PlaygroundPerson) -> String {
    person.handle.split(separator: "_").joined(separator: "-").lowercased() + ".test"
  }

  /// The person of a DID or a handle.
  func person(named name: String) -> PlaygroundPerson? {
    // A client may write the colons of a DID so in a path.
    let name = name.hasPrefix("did%3A") ? name.split(separator: "%3A").joined(separator: ":") : name
    return context.configuration.people.first {
      did(of: $0).hasSameBytes(as: name) || Self.handle(of: $0).hasSameBytes(as: name)
    }
  }

  /// What the sign-in page has in the field of the handle.
  func handle(hintedBy hint: String) -> String { person(named: hint)?.handle ?? hint }

  /// `sub` of a token answer of the personal data server.
  func subject(of person: PlaygroundPerson, _ visit: Visit) -> String {
    let other = context.configuration.people.first { $0 != person } ?? person
    return did(of: visit.ways.contains(.otherSubject) ? other : person)
  }

  /// A public key whose private one no one has: nothing here is signed.
  private static let signingKey: JSON = "zDnaegDyYPdjA3Gz14BVVNhkMfRYpCbUY89p613Br9BpsKHHr"

  /// AT Protocol, DID, DID Documents: the handle, the key that signs the data, and where they are. Clients refuse a
  /// document without such a key.
  func document(of person: PlaygroundPerson?) -> ResponseMessage {
    guard let person else { return .text(.notFound, "There is no such DID here.\n") }
    // To look up a handle that no server of names has would cost a client seconds on some machines.
    let handles = person == personByWeb ? [] : ["at://" + Self.handle(of: person)]
    return ResponseMessage(
      .ok,
      json: [
        "@context": ["https://www.w3.org/ns/did/v1"], "id": .string(did(of: person)),
        "alsoKnownAs": JSON(handles),
        "verificationMethod": [
          [
            "id": .string(did(of: person) + "#atproto"), "type": "Multikey", "controller": .string(did(of: person)),
            "publicKeyMultibase": Self.signingKey,
          ]
        ],
        "service": [
          [
            "id": "#atproto_pds", "type": "AtprotoPersonalDataServer", "serviceEndpoint": .string(context.base),
          ]
        ],
      ])
  }

  /// AT Protocol, Handle, HTTPS well-known Method: the DID alone, as text.
  func text(ofDID person: PlaygroundPerson?) -> ResponseMessage {
    person.map { .text(.ok, did(of: $0)) } ?? .text(.notFound, "There is no such handle here.\n")
  }
}
