import HTTPTypes
import WayleaveBackport
import WayleaveWire

extension Message where Head == HTTPRequest {
  /// A text that answers the request, without any secret that the request carried.
  func withoutCarriedSecrets(_ text: String) -> String { SecretBlotter(carriedSecrets).cleaned(text) }

  /// What no one else may see of a request, each as it was sent and as the server reads it.
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
    var secrets = [credentials]
    if let userPass = Base64.standard.decode(credentials) {
      let password = Array(userPass.drop { $0 != UInt8(ascii: ":") }.dropFirst())
      secrets += [userPass, password] + decoded(password)
    }
    for parameter in credentials.split(separator: UInt8(ascii: ",")) {
      let parts = parameter.split(separator: UInt8(ascii: "="), maxSplits: 1)
      guard parts.count == 2, SecretNames.parameters.contains(parts[0].filter { $0 != 0x20 }) else { continue }
      secrets += signed(parts[1].filter { $0 != UInt8(ascii: "\"") && $0 != 0x20 })
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

  /// A parameter of an OAuth 1.0a header. A signature by PLAINTEXT is both secrets: RFC 5849 §3.4.4.
  private static func signed(_ value: [UInt8]) -> [[UInt8]] {
    let read = PercentEncoding.decode(value) ?? value
    let parts = read.split(separator: UInt8(ascii: "&")).map(Array.init)
    return [value, read] + parts + parts.flatMap(decoded)
  }

  private static func decoded(_ text: [UInt8]) -> [[UInt8]] {
    let spaced = text.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }
    return [text, spaced].compactMap(PercentEncoding.decode)
  }
}
