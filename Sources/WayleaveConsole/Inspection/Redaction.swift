import HTTPTypes
import Wayleave
import WayleaveJOSE
import WayleaveWire

/// JSON that is safe to show: without the private part of any key, and without usable secrets.
enum Redaction {
  /// A value as text: one of JSON, but for the quotation marks around a text.
  static func text(of value: JSON) -> String {
    value.string ?? String(decoding: value.encoded(), as: UTF8.self)
  }

  /// The fingerprint of a secret. What stands for one already, as in what `request --dry-run` prints, stays.
  static func shown(_ secret: some Sequence<UInt8>) -> String {
    let secret = Array(secret)
    let text = String(decoding: secret, as: UTF8.self)
    return text.hasSameBytes(as: "…") || Secret.isShown(text) ? text : Secret(secret).shown
  }

  /// The header fields whose values are secret, but for `Authorization`, of which a part is shown.
  ///
  /// A DPoP proof can be used together with its token for some minutes: RFC 9449 §11.1.
  private static let secretHeaders: [String] = ["dpop", "cookie", "set-cookie", "proxy-authorization"]

  /// Whether the value of a header field is secret.
  static func isSecret(_ name: HTTPField.Name) -> Bool {
    secretHeaders.contains { $0.hasSameBytes(as: name.canonicalName) } || name.canonicalName.contains("oauth")
      || SecretNames.document.contains(name.canonicalName.utf8)
  }

  /// The value without secrets.
  static func cleaned(_ value: JSON) -> JSON {
    switch value {
    case .object(let object):
      // Without `kty` it may be part of a key: what looks like a key is treated as one.
      let isKey = object["kty"] != nil || object["crv"] != nil || (object["n"] != nil && object["e"] != nil)
      var kept = JSON.Object()
      for member in object.members {
        let isHidden = isKey && JSONWebKey.privateMembers.contains(member.name)
        kept[member.name] =
          isHidden
          ? "(private, not shown)"
          : SecretNames.document.contains(member.name.utf8)
            ? hidden(member.value, withNumbers: !numbered.contains(member.name)) : Self.cleaned(member.value)
      }
      return .object(kept)
    case .array(let elements): return .array(elements.map(Self.cleaned))
    default: return value
    }
  }

  /// As a number, these are the code of an error, and a state of something else.
  private static let numbered: Set<String> = ["code", "state"]

  /// A value of such a name: every text in it is secret, at any depth, and every number that is a PIN.
  private static func hidden(_ value: JSON, withNumbers: Bool) -> JSON {
    switch value {
    case .string(let text): .string(shown(text.utf8))
    case .number where withNumbers: .string(shown(value.encoded()))
    case .array(let elements): .array(elements.map { hidden($0, withNumbers: withNumbers) })
    case .object(let object):
      .object(
        object.members.reduce(into: JSON.Object()) { kept, member in
          kept[member.name] = hidden(member.value, withNumbers: withNumbers)
        })
    case .null, .bool, .number: value
    }
  }
}
