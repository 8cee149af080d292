package import HTTPTypes
import WayleaveBackport
package import WayleaveWire

extension Message where Head == HTTPRequest {
  /// What no one else may see of a request: of what is encoded, and not escaped, both forms.
  package var carriedSecrets: [[UInt8]] {
    let forms = [try? bodyForm, try? Form(decoding: query ?? "")].compactMap(\.self)
    var values = forms.flatMap { form in form.fields.filter { SecretNames.message.contains($0.name) }.map(\.value) }
    if let json = try? JSON(decoding: body) { values += json.texts(named: SecretNames.message.contains) }
    for field in head.headerFields where SecretNames.message.contains(field.name.canonicalName.utf8) {
      values.append(Array(field.value.utf8))
    }
    // A proof is good for a minute to anyone who has the token too.
    values += HTTPField.Name("DPoP").map { name in head.headerFields[values: name].map { Array($0.utf8) } } ?? []
    for field in head.headerFields[values: .authorization] { values += Self.secrets(inAuthorization: field) }
    return values
  }

  /// The credentials, and what stands in them: RFC 7617 §2, RFC 6749 §2.3.1 and RFC 5849 §3.5.1.
  private static func secrets(inAuthorization field: String) -> [[UInt8]] {
    let rest = Array(field.utf8.drop { $0 != 0x20 }.dropFirst())
    // Some providers take the token alone, without a scheme.
    let credentials = rest.isEmpty ? Array(field.utf8) : rest
    // RFC 5849 §3.5.1: of a list of parameters in quotes some are public.
    var secrets = credentials.contains(UInt8(ascii: "\"")) ? [] : [credentials]
    if let userPass = Base64.standard.decode(credentials) {
      let user = Array(userPass.prefix { $0 != UInt8(ascii: ":") })
      let password = Array(userPass.dropFirst(user.count + 1))
      // The id of a client is public; some APIs take a key as the user, and no password.
      secrets.append(password.isEmpty ? user : password)
    }
    for parameter in credentials.split(separator: UInt8(ascii: ",")) {
      let parts = parameter.split(separator: UInt8(ascii: "="), maxSplits: 1)
      guard parts.count == 2, SecretNames.parameters.contains(parts[0].filter { $0 != 0x20 }) else { continue }
      // A signature by PLAINTEXT is both secrets, each of them escaped: RFC 5849 §3.4.4.
      secrets.append(parts[1].filter { $0 != UInt8(ascii: "\"") && $0 != 0x20 })
    }
    return secrets
  }
}

extension Message where Head == HTTPResponse {
  /// What no one else may see of an answer: tokens, and what a server gives a client that it registers.
  package var carriedSecrets: [[UInt8]] {
    if let json = try? JSON(decoding: body) {
      // An address is shown, and a long part of it is that of others: `verification_uri_complete`.
      return json.texts(named: Self.isSecret).filter { !$0.starts(with: "http".utf8) }
    }
    guard let form = try? Form(decoding: body) else { return [] }
    return form.fields.filter { Self.isSecret($0.name) }.map(\.value)
  }

  /// In an answer, “code” and “state” are words of errors and of what an API tells, like others.
  private static func isSecret(_ name: [UInt8]) -> Bool {
    SecretNames.document.contains(name) && !["code", "state"].contains { name.elementsEqual($0.utf8) }
  }
}

extension JSON {
  /// The texts with such names, at any depth.
  fileprivate func texts(named isNamed: ([UInt8]) -> Bool) -> [[UInt8]] {
    switch self {
    case .array(let elements): elements.flatMap { $0.texts(named: isNamed) }
    case .object(let object):
      object.members.flatMap { member in
        guard isNamed(Array(member.name.utf8)), let text = member.value.string else {
          return member.value.texts(named: isNamed)
        }
        return [Array(text.utf8)]
      }
    default: []
    }
  }
}
