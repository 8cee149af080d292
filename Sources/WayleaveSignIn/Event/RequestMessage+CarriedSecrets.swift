import HTTPTypes
import WayleaveBackport
import WayleaveWire

extension Message where Head == HTTPRequest {
  /// What no one else may see of a request: of what is encoded, and not escaped, both forms.
  var carriedSecrets: [[UInt8]] {
    let forms = [try? bodyForm, try? Form(decoding: query ?? "")].compactMap(\.self)
    var values = forms.flatMap { form in form.fields.filter { SecretNames.message.contains($0.name) }.map(\.value) }
    if let json = try? JSON(decoding: body) { values += Self.secrets(in: json) }
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

  /// The texts of a JSON body whose names are those of secrets, at any depth.
  private static func secrets(in json: JSON) -> [[UInt8]] {
    switch json {
    case .array(let elements): elements.flatMap(secrets)
    case .object(let object):
      object.members.flatMap { member in
        guard SecretNames.message.contains(member.name.utf8), let text = member.value.string else {
          return secrets(in: member.value)
        }
        return [Array(text.utf8)]
      }
    default: []
    }
  }
}
