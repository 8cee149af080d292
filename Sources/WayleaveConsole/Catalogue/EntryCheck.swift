package import WayleaveProvider
package import WayleaveWire

/// A file with an entry, and everything that is wrong with it.
package struct EntryCheck {
  /// The file, as the user names it.
  package let path: String
  /// The entry; nil where there are errors.
  package let provider: Provider?
  /// What is wrong, in the order of the lines; what is missing comes after that, and the warnings come last.
  package let findings: [EntryFinding]

  /// Checks a text.
  ///
  /// - Parameters:
  ///   - fileName: the name that the file gives to the entry; nil for a file of any name.
  ///   - isTaken: whether an entry of the user cannot have a name.
  package init(
    of text: String, at path: String, named fileName: ProviderName? = nil,
    isTaken: (ProviderName) -> Bool = { _ in false },
    allowingHTTP: Bool = false
  ) {
    self.path = path
    do throws(EntryFinding) {
      let text = try EntryText(text)
      let errors = Self.errors(in: text, named: fileName, allowingHTTP: allowingHTTP)
      provider = errors.isEmpty ? try? Provider(json: text.json, allowingHTTP: allowingHTTP) : nil
      findings = errors.inOrderOfLines + Self.warnings(in: text, isTaken: isTaken)
    } catch {
      (provider, findings) = (nil, [error])
    }
  }

  /// A file that cannot be read at all.
  package init(of path: String, failing error: OAuthError) {
    (self.path, provider, findings) = (path, nil, [EntryFinding(error, at: nil)])
  }

  /// The entry of a text; throws the first error, with the file and the place in its sentence.
  package static func provider(
    in text: String, at path: String, named fileName: ProviderName? = nil, allowingHTTP: Bool
  ) throws(OAuthError) -> Provider {
    let finding: EntryFinding
    do throws(EntryFinding) {
      let text = try EntryText(text)
      let provider = try? Provider(json: text.json, allowingHTTP: allowingHTTP)
      if let provider, fileName == nil || provider.name == fileName { return provider }
      let errors = errors(in: text, named: fileName, allowingHTTP: allowingHTTP)
      finding = errors.first ?? EntryFinding(.malformedProvider("an entry"), at: nil)
    } catch {
      finding = error
    }
    throw finding.error.worded(finding.sentence(of: path))
  }

  /// Whether the entry cannot be used.
  package var hasErrors: Bool { findings.contains { $0.severity == .error } }

  private static func errors(
    in text: EntryText, named fileName: ProviderName?, allowingHTTP: Bool
  ) -> [EntryFinding] {
    let faults = Provider.faults(in: text.json, allowingHTTP: allowingHTTP)
    let errors = faults.map { EntryFinding($0.error, at: text.place(of: $0)) }
    guard let fileName, let name = text.json["name"]?.string, !name.hasSameBytes(as: fileName.text) else {
      return errors
    }
    return errors + [EntryFinding(.misnamed(name, in: fileName), at: text.place(of: "name"))]
  }

  private static func warnings(in text: EntryText, isTaken: (ProviderName) -> Bool) -> [EntryFinding] {
    var warnings = text.foreignDomains
    if let name = text.json["name"]?.string, isTaken(ProviderName(name)) {
      warnings.append(EntryFinding(.taken(name), at: text.place(of: "name"), .warning))
    }
    return warnings
  }
}

extension EntryCheck {
  /// The check as `--json` prints it.
  package var json: JSON {
    [
      "file": .string(path), "name": JSON(provider?.name.text), "valid": .bool(!hasErrors),
      "findings": .array(findings.map(\.json)),
    ]
  }

  /// The check for people: each finding, or that there is none.
  package func text(in layout: TextLayout, style: TextStyle = .plain) -> String {
    guard !findings.isEmpty else {
      return layout.lines("\(DisplayText.clean(path, limit: 400)): \(style.green("correct")).").joined(separator: "\n")
    }
    return findings.enumerated().flatMap { index, finding in
      finding.lines(of: path, isLast: index == findings.count - 1, in: layout, style: style)
    }.joined(separator: "\n")
  }
}

extension [EntryFinding] {
  /// First what stands in a line, then what stands in none.
  fileprivate var inOrderOfLines: [EntryFinding] {
    let isMissing = { (finding: EntryFinding) in finding.error.received == .nothing }
    return filter { !isMissing($0) }.sorted { $0.place ?? .end < $1.place ?? .end } + filter(isMissing)
  }
}

extension OAuthError {
  fileprivate static func misnamed(_ name: String, in file: ProviderName) -> OAuthError {
    let shown = DisplayText.clean(name, limit: 100)
    return OAuthError(
      .malformedProvider, message: "The entry is “\(shown)”, and its file is that of “\(file)”.",
      rule: .wayleave("an entry is found by the name of its file"), expected: "“\(file)” at “name”",
      received: .text(name), remedy: "Name the file \(shown).yaml, or write “name: \(file)”.", member: "name")
  }

  fileprivate static func taken(_ name: String) -> OAuthError {
    let shown = DisplayText.clean(name, limit: 100)
    return OAuthError(
      .malformedProvider, message: "“\(shown)” is an entry of the program itself, which cannot be replaced.",
      rule: .wayleave("a built-in provider cannot be replaced"), expected: "another name", received: .text(name),
      remedy: "Give the entry another name.", member: "name")
  }

  fileprivate static func malformedProvider(_ expected: String) -> OAuthError {
    OAuthError(
      .malformedProvider, rule: .wayleave("the format of a provider's description"), expected: expected,
      received: .nothing, remedy: .correctEntry)
  }
}
