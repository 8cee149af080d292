import WayleaveWire

/// Whether a property list holds what looks like a secret. No value is shown.
///
/// RFC 8252 §8.5: "secrets that are statically included as part of an app distributed to multiple users should not be
/// treated as confidential secrets".
struct EmbeddedSecretCheck {
  private let file: AppleAppFile

  init(_ file: AppleAppFile) { self.file = file }

  var findings: [Finding] {
    let places = Self.places(in: file.value, at: "", isSecret: false)
    guard !places.isEmpty else { return [] }
    let shown = places.prefix(Self.mostShown).map { "“\(DisplayText.clean($0, limit: 80))”" }.joined(separator: ", ")
    let more = places.count > Self.mostShown ? " and \(places.count - Self.mostShown) more" : ""
    return [
      Finding(
        .appleApp, of: file.path, .failed,
        "What looks like a secret stands at \(shown)\(more): anyone who has the app can read it.",
        remedy: "Remove it, and have the provider give you a new one. An app is a public client, with PKCE; what needs "
          + "a secret is done by a server of yours.")
    ]
  }

  private static let mostShown = 5

  /// Where a text stands under a name that says it is secret, or a private key under any name.
  private static func places(in value: JSON, at path: String, isSecret: Bool) -> [String] {
    switch value {
    case .object(let object):
      object.members.flatMap { member in
        places(
          in: member.value, at: path.isEmpty ? member.name : "\(path).\(member.name)",
          isSecret: isSecret || isSecretName(member.name))
      }
    case .array(let elements):
      elements.enumerated().flatMap { places(in: $1, at: "\(path).\($0)", isSecret: isSecret) }
    case .string(let text):
      !text.isEmpty && isSecret || text.contains("PRIVATE KEY-----") ? [path] : []
    case .null, .bool, .number: []
    }
  }

  private static func isSecretName(_ name: String) -> Bool {
    let letters = String(name.lowercased().filter { !"_- .".contains($0) })
    return ["secret", "password", "passphrase", "privatekey"].contains { letters.contains($0) }
  }
}
