import WayleaveWire

/// Whether a property list holds what looks like a secret. No value is shown.
///
/// RFC 8252 §8.5: "secrets that are statically included as part of an app distributed to multiple users should not be
/// treated as confidential secrets".
struct EmbeddedSecretCheck {
  private let file: AppleAppFile

  init(_ file: AppleAppFile) { self.file = file }

  var findings: [Finding] {
    var places = Places()
    places.visit(file.value, isSecret: false)
    guard places.count > 0 else { return [] }
    let shown = places.first.map { "“\(DisplayText.clean($0, limit: 80))”" }.joined(separator: ", ")
    let more = places.count > places.first.count ? " and \(places.count - places.first.count) more" : ""
    return [
      Finding(
        .appleApp, of: file.path, .failed,
        "What looks like a secret stands at \(shown)\(more): anyone who has the app can read it.",
        remedy: "Remove it, and have the provider give you a new one. An app is a public client, with PKCE; what needs "
          + "a secret is done by a server of yours.")
    ]
  }

  /// Where a text stands under a name that says it is secret, or a private key under any name.
  ///
  /// A path is written only for those that are shown: a file of long names has more of them than fit into memory.
  private struct Places {
    private(set) var count = 0
    private(set) var first: [String] = []
    private var path: [String] = []

    private static let mostShown = 5

    mutating func visit(_ value: JSON, isSecret: Bool) {
      switch value {
      case .object(let object):
        for member in object.members {
          visit(member.value, named: member.name, isSecret: isSecret || Self.isSecretName(member.name))
        }
      case .array(let elements):
        for (place, element) in elements.enumerated() { visit(element, named: "\(place)", isSecret: isSecret) }
      case .string(let text):
        if !text.isEmpty && isSecret || text.contains("PRIVATE KEY-----") { add() }
      case .null, .bool, .number: break
      }
    }

    private mutating func visit(_ value: JSON, named name: String, isSecret: Bool) {
      path.append(name)
      visit(value, isSecret: isSecret)
      path.removeLast()
    }

    private mutating func add() {
      count += 1
      if first.count < Self.mostShown { first.append(path.joined(separator: ".")) }
    }

    private static func isSecretName(_ name: String) -> Bool {
      let letters = String(name.lowercased().filter { !"_- .".contains($0) })
      return ["secret", "password", "passphrase", "privatekey"].contains { letters.contains($0) }
    }
  }
}
