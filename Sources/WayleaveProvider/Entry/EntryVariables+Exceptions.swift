package import WayleaveWire

/// What differs for one value of a variable in more than the value itself, as the hosts of a sandbox do.
extension EntryVariables {
  /// Keys that are the same for every value.
  private static let fixedKeys: Set<String> = ["format", "name", "protocol", "title", "variables"]

  /// What is wrong with the exceptions, once the entry itself is right.
  func exceptionFaults(allowingHTTP: Bool) -> [OAuthError] {
    let all = declared.enumerated().flatMap { index, declared in
      (declared.variable?.exceptions ?? [:]).sorted { $0.key < $1.key }.map {
        (variable: declared.variable, value: $0.key, keys: $0.value, path: "variables[\(index)].exceptions.\($0.key)")
      }
    }
    guard !all.isEmpty, (try? Provider(filled: example, allowingHTTP: allowingHTTP, faults: nil)) != nil else {
      return []
    }
    return all.compactMap { exception in
      guard let variable = exception.variable, variable.allows(exception.value) else {
        return .malformedProvider(exception.path, "left out: no such value is allowed", value: exception.value)
      }
      if let key = exception.keys.object?.members.map(\.name).first(where: Self.fixedKeys.contains) {
        return .malformedProvider("\(exception.path).\(key)", "left out: it is the same for every value")
      }
      return fault(of: exception.value, of: variable.name, allowingHTTP: allowingHTTP)?.inException(at: exception.path)
    }
  }

  /// The first fault of the entry that one value makes.
  private func fault(of value: String, of name: String, allowingHTTP: Bool) -> OAuthError? {
    let special = EntryVariables(entry: entry(for: [name: value]), declared: declared)
    if let fault = special.placeFaults(allowingHTTP: allowingHTTP).first { return fault }
    do throws(OAuthError) {
      let filled = filled(exampleValues.merging([name: value]) { $1 })
      _ = try Provider(filled: filled, allowingHTTP: allowingHTTP, faults: nil)
      return nil
    } catch {
      return error
    }
  }

  /// The entry with what differs for these values.
  func entry(for values: [String: String]) -> JSON {
    declared.reduce(entry) { entry, declared in
      values[declared.name].flatMap { declared.variable?.exceptions[$0] }.map(entry.merged) ?? entry
    }
  }
}

extension JSON {
  /// The value that a patch makes of it: members that are null are removed, and others take their place.
  ///
  /// RFC 7396 §2.
  package func merged(with patch: JSON) -> JSON {
    guard case .object(let changes) = patch else { return patch }
    var merged = object ?? Object()
    for change in changes.members {
      merged[change.name] = change.value == .null ? nil : (merged[change.name] ?? .null).merged(with: change.value)
    }
    return .object(merged)
  }
}

extension EntryCodec<[String: JSON]> {
  /// Keys of the entry by values; ``EntryVariables`` checks them.
  static let exceptions = EntryCodec(form: .exceptions) { (reader, key) throws(OAuthError) in
    try reader.sections(key)
  } write: {
    .sorted($0)
  }
}

extension OAuthError {
  /// The same failure in the exception of a value, which is the place that a person corrects.
  fileprivate func inException(at path: String) -> OAuthError {
    OAuthError(
      .malformedProvider, message: "“\(DisplayText.clean(path, limit: 100))”: \(message)", rule: rule, remedy: remedy,
      member: path)
  }
}
