package import WayleaveWire

extension OAuthError {
  /// The error as the contract has it: `{"error":{…}}`.
  package var json: JSON {
    [
      "error": [
        "code": .string(code.rawValue), "message": .string(message), "rule": .string(rule.description),
        "expected": JSON(expected), "received": JSON(received?.description), "remedy": .string(remedy.inCommands),
        "fault": .string(fault.rawValue), "member": JSON(member), "retry_after": JSON(remedy.pause?.wholeSeconds),
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

  /// The error for a person: what went wrong, what to do, the provider's words; last and faint the code and the rule.
  ///
  /// Everything is cleaned here once more: a text of an entry or a server must never reach the terminal as it is.
  ///
  /// `steps` are lines that take the place of the one about what to do; a command among them is not cut.
  package func explanation(
    in layout: TextLayout, style: TextStyle = .plain, steps: [String]? = nil
  ) -> String {
    var lines = layout.lines(Self.cleaned(message), after: "wayleave: ", inside: 2, keepingURLs: true)
    for step in steps ?? [remedy.inCommands] {
      let isCommand = steps != nil && step.contains(": wayleave ")
      lines +=
        isCommand ? ["  " + Self.cleaned(step)] : layout.lines(Self.cleaned(step), after: "  ", keepingURLs: true)
    }
    if let words = refusal?.words(notIn: message) {
      lines += layout.lines("The provider says: \(Self.cleaned(words).withoutBackticks)", after: "  ")
    }
    // Where the command has the options already, they are not said again.
    if let options = refusal?.demand?.options, !options.isEmpty, !remedy.inCommands.contains(options) {
      lines += layout.lines("The API demands a sign-in with \(options)", after: "  ")
    }
    lines += layout.lines("[\(code.rawValue), \(Self.cleaned("\(rule)"))]", after: "  ").map(style.faint)
    return lines.joined(separator: "\n")
  }

  private static func cleaned(_ text: String) -> String { DisplayText.clean(text, limit: 4000) }
}

extension ProviderRefusal {
  /// What the provider said: its description, and its own word or number, by which its documentation is searched.
  ///
  /// Nil when there is neither, or when the message has both already.
  fileprivate func words(notIn message: String) -> String? {
    // A status is ours to name: no provider sent that word.
    let words = [error.hasPrefix("http_") ? "" : error, subcode ?? ""].filter { !$0.isEmpty && $0 != description }
    // The sentence of a provider without its period stands in some messages.
    let sentence = description.flatMap { message.contains($0.hasSuffix(".") ? String($0.dropLast()) : $0) ? nil : $0 }
    guard let sentence else {
      return words.isEmpty || words.allSatisfy { message.contains("“\($0)”") } ? nil : words.joined(separator: ", ")
    }
    return words.isEmpty ? sentence : "\(sentence) (\(words.joined(separator: ", ")))"
  }
}

extension AccessDemand {
  /// The options of a sign-in that meets the demand; nil when a command cannot carry it whole.
  var options: String? {
    var words = scopes.isEmpty ? [] : [Remedy.option("--scope", scopes.joined(separator: " "))]
    words += authenticationContextClasses.map { Remedy.option("--acr-values", $0) }
    if let maximumAge { words.append("--max-age \(maximumAge.wholeSeconds)") }
    let options = words.compactMap(\.self)
    guard options.count == words.count else { return nil }
    let text = options.joined(separator: " ")
    return text.utf8.count <= Remedy.longestCommand ? text : nil
  }

  /// The demand as `--json` has it.
  var json: JSON {
    [
      "scopes": JSON(scopes), "acr_values": JSON(authenticationContextClasses),
      "max_age": JSON(maximumAge?.wholeSeconds),
    ]
  }
}
