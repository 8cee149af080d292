import Crypto
package import WayleaveProvider
package import WayleaveWire

/// A file with an entry, and everything that is wrong with it.
package struct EntryCheck {
  /// The file, as the user names it.
  package let path: String
  /// What the file describes; nil where there are errors.
  package let entry: DescribedEntry?
  /// The keys of the built-in entry that the file changes; nil for an entry of its own, and where there are errors.
  package let overridden: [EntryChange]?
  /// What is wrong, in the order of the lines; what is missing comes after that, and the warnings come last.
  package let findings: [EntryFinding]
  /// The SHA-256 of the file in hexadecimal digits, which its author can publish; nil where it cannot be read.
  package let digest: String?

  /// Checks a text.
  ///
  /// - Parameters:
  ///   - fileName: the name that the file gives to the entry; nil for a file of any name.
  ///   - isTaken: whether an entry of the user cannot have a name.
  ///   - base: the built-in entry that a file may change, by its name.
  package init(
    of text: String, at path: String, named fileName: ProviderName? = nil,
    isTaken: (ProviderName) -> Bool = { _ in false },
    allowingHTTP: Bool = false, over base: (ProviderName) -> JSON? = Provider.builtInDescription
  ) {
    self.path = path
    digest = SHA256.hash(data: Array(text.utf8)).hexadecimal
    do throws(EntryFinding) {
      let text = try EntryText(text)
      let description = Description(text, over: base)
      let errors = description.errors(named: fileName, isTaken: isTaken, allowingHTTP: allowingHTTP)
      entry = errors.isEmpty ? try? description.entry(allowingHTTP: allowingHTTP) : nil
      overridden = errors.isEmpty ? description.override?.changes : nil
      let doubts = description.override == nil ? text.foreignDomains + text.borrowedTitle : []
      findings = errors.inOrderOfLines + doubts + text.hiddenCharacters
    } catch {
      (entry, overridden, findings) = (nil, nil, [error])
    }
  }

  /// A file that cannot be read at all.
  package init(of path: String, failing error: OAuthError) {
    (self.path, entry, overridden, findings, digest) = (path, nil, nil, [EntryFinding(error, at: nil)], nil)
  }

  /// The entry of a text; throws the first error, with the file and the place in its sentence.
  package static func entry(
    in text: String, at path: String, named fileName: ProviderName? = nil, allowingHTTP: Bool
  ) throws(OAuthError) -> DescribedEntry {
    let finding: EntryFinding
    do throws(EntryFinding) {
      let text = try EntryText(text)
      let entry = try? DescribedEntry(json: text.json, allowingHTTP: allowingHTTP)
      if let entry, fileName == nil || entry.name == fileName { return entry }
      let errors = Description(text) { _ in nil }
        .errors(named: fileName, isTaken: { _ in false }, allowingHTTP: allowingHTTP)
      finding = errors.first ?? EntryFinding(.malformedProvider("an entry"), at: nil)
    } catch {
      finding = error
    }
    throw finding.error.worded(finding.sentence(of: path))
  }

  /// Whether the entry cannot be used.
  package var hasErrors: Bool { findings.contains { $0.severity == .error } }

  /// What a text describes: an entry of its own, or a built-in one with changes.
  private struct Description {
    let text: EntryText
    let override: EntryOverride?

    init(_ text: EntryText, over base: (ProviderName) -> JSON?) {
      self.text = text
      override = EntryOverride.isDescribed(by: text.json) ? EntryOverride(text.json, of: base) : nil
    }

    func entry(allowingHTTP: Bool) throws(OAuthError) -> DescribedEntry {
      guard let override else { return try DescribedEntry(json: text.json, allowingHTTP: allowingHTTP) }
      return try DescribedEntry(json: override.merged, isVouchedFor: true)
    }

    func errors(
      named fileName: ProviderName?, isTaken: (ProviderName) -> Bool, allowingHTTP: Bool
    ) -> [EntryFinding] {
      if let override {
        let own = override.errors.map { EntryFinding($0, at: text.place(of: $0.member)) }
        let faults = own.isEmpty ? Provider.faults(in: override.merged) : []
        return own + faults.map { EntryFinding($0.error, at: text.place(of: $0)) }
          + nameErrors(in: fileName) { _ in false }
      }
      let faults = Provider.faults(in: text.json, allowingHTTP: allowingHTTP)
      let errors = faults.map { EntryFinding($0.error, at: text.place(of: $0)) }
      guard !errors.contains(where: { $0.error.member == "name" }) else { return errors }
      return errors + nameErrors(in: fileName, isTaken: isTaken)
    }

    private func nameErrors(in file: ProviderName?, isTaken: (ProviderName) -> Bool) -> [EntryFinding] {
      guard let name = text.json["name"]?.string else { return [] }
      return EntryCheck.nameErrors(ProviderName(name), in: file, isTaken: isTaken).map {
        EntryFinding($0, at: text.place(of: "name"))
      }
    }
  }

  /// What a name must be so that a file with it is found: no issuer, none of the program's own, and the file's.
  private static func nameErrors(
    _ name: ProviderName, in file: ProviderName?, isTaken: (ProviderName) -> Bool
  ) -> [OAuthError] {
    if !name.isCatalogueName { return [.nameOfIssuer(name)] }
    if isTaken(name) { return [.taken(name)] }
    return file.flatMap { $0 == name ? nil : [.misnamed(name.text, in: $0)] } ?? []
  }
}

extension EntryCheck {
  /// The check as `--json` prints it.
  package var json: JSON {
    [
      "file": .string(path), "name": JSON(entry?.name.text), "valid": .bool(!hasErrors),
      "findings": .array(findings.map(\.json)),
    ]
  }

  /// The first error, and all findings, where the entry cannot be used.
  package var failure: JSON {
    ["error": firstError?.json["error"] ?? .null, "findings": .array(findings.map(\.json))]
  }

  /// The first error, with the file and the place in its sentence; nil for none.
  package var firstError: OAuthError? {
    findings.first { $0.severity == .error }.map { $0.error.worded($0.sentence(of: path)) }
  }

  /// The check for people: each finding, or that there is none; `beginning` stands in front of the first.
  package func text(after beginning: String = "", in layout: TextLayout, style: TextStyle = .plain) -> String {
    guard !findings.isEmpty else {
      return layout.lines("\(DisplayText.clean(path, limit: 400)): \(style.green("correct")).").joined(separator: "\n")
    }
    return findings.enumerated().flatMap { index, finding in
      finding.lines(
        of: path, isLast: index == findings.count - 1, after: index == 0 ? beginning : "", in: layout, style: style)
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

  fileprivate static func taken(_ name: ProviderName) -> OAuthError {
    OAuthError(
      .malformedProvider, message: "“\(name)” is an entry of the program itself, which cannot be replaced.",
      rule: .wayleave("a built-in provider cannot be replaced"), expected: "another name", received: .text(name.text),
      remedy: "Give the entry another name. To change keys of that one, write “overrides: true”, and only those keys.",
      member: "name")
  }

  fileprivate static func nameOfIssuer(_ name: ProviderName) -> OAuthError {
    OAuthError(
      .malformedProvider, message: "“\(DisplayText.clean(name.text, limit: 100))” is a URL and no name for a file.",
      rule: .wayleave("an entry is found by the name of its file"), expected: "a name such as shop",
      received: .text(name.text),
      remedy: "Choose a name of lower-case letters, digits and hyphens. An issuer needs no entry: log in at its URL.",
      member: "name")
  }

  fileprivate static func malformedProvider(_ expected: String) -> OAuthError {
    OAuthError(
      .malformedProvider, rule: .wayleave("the format of a provider's description"), expected: expected,
      received: .nothing, remedy: .correctEntry)
  }
}
