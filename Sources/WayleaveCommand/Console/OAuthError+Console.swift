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
          ]
        } ?? .null,
      ]
    ]
  }

  /// The error for a person: what went wrong, the provider's words, what to do.
  var explanation: String {
    var lines = ["wayleave: \(message)"]
    if let refusal, let description = refusal.description { lines.append("  The provider says: \(description)") }
    lines.append("  \(remedy)")
    lines.append("  [\(code.rawValue), \(rule)]")
    return lines.joined(separator: "\n")
  }
}
