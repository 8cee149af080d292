import ArgumentParser

/// The options of a command that have no value yet: where it was made without the argument parser, there must be none.
enum UnsetOptions {
  /// Their names, in groups too.
  static func of(_ command: some ParsableArguments) -> [String] { names(in: Mirror(reflecting: command)) }

  private static func names(in mirror: Mirror) -> [String] {
    mirror.children.flatMap { child -> [String] in
      guard let parsed = Mirror(reflecting: child.value).children.first(where: { $0.label == "_parsedValue" })?.value,
        let state = Mirror(reflecting: parsed).children.first
      else { return [] }
      guard state.label == "value" else { return [child.label ?? "?"] }
      return names(in: Mirror(reflecting: state.value))
    }
  }
}
