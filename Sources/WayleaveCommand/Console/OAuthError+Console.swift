import Wayleave
import WayleaveWire

extension OAuthError {
  /// The error as the contract has it: `{"error":{…}}`.
  var json: JSON {
    [
      "error": [
        "code": .string(code.rawValue), "message": .string(message), "rule": .string(rule.description),
        "expected": .string(expected), "received": .string(received.description), "remedy": .string(remedy),
        "oauth_error": refusal.map { refusal in
          [
            "error": .string(refusal.error), "error_description": JSON(refusal.description),
            "error_uri": JSON(refusal.uri), "status": JSON(refusal.status.map(Int64.init)),
            "demand": refusal.demand?.json ?? .null,
          ]
        } ?? .null,
      ]
    ]
  }

  /// The error for a person: what went wrong, the provider's words, what to do.
  func explanation(in layout: TextLayout) -> String {
    var lines = layout.lines(message, after: "wayleave: ", inside: 2)
    if let refusal, let description = refusal.description {
      lines += layout.lines("The provider says: \(description)", after: "  ")
    }
    if let options = refusal?.demand?.options, !options.isEmpty {
      lines += layout.lines("The API demands a sign-in with \(options)", after: "  ")
    }
    lines += layout.lines(remedy, after: "  ") + layout.lines("[\(code.rawValue), \(rule)]", after: "  ")
    return lines.joined(separator: "\n")
  }
}
