package import WayleaveProvider
package import WayleaveWire

extension Remedy {
  /// What helps where an API refuses the token of an account that was signed in for other APIs; nil where it was for none.
  ///
  /// To sign in to that account again would bring another token for those: RFC 8707 §2. `login` is the command that signs
  /// in at this API.
  package static func signIn(by login: String, since account: String, isFor apis: [AbsoluteURL]) -> Remedy? {
    guard !apis.isEmpty else { return nil }
    let shown = DisplayText.clean(apis.map { URLRedaction.redact($0.text) }.joined(separator: " and "))
    return .advice(
      "“\(DisplayText.clean(account, limit: 200))” was signed in for \(shown.withoutBackticks). Check the URL. "
        + "If it is right, sign in there too: \(login).")
  }

  /// The same advice after what else may be meant by a URL where there is neither an issuer nor an API: another API at that
  /// host which the user has signed in for, an entry of the catalogue, and in place of `localhost` its address.
  ///
  /// Where one of `known` URLs is spelled almost like it, that is what is meant, and nothing else is said.
  package func orMeaning(
    _ apis: [AbsoluteURL], entries: [ProviderName] = [], known: [AbsoluteURL] = [], by url: AbsoluteURL
  ) -> Remedy {
    let spellings = (apis + known).filter { TypedURL.isOtherSpelling($0, of: url) }.map(\.text)
    if let meant = Self.logins(Set(spellings).sorted()) {
      return .advice("Did you mean \(meant)? In a path, capital letters and a slash at the end count.")
    }
    let known = Self.logins(apis.map(\.text)).map { "You have signed in for another API at this host: \($0)." }
    let described = Self.logins(entries.map(\.text)).map { "The catalogue knows this host: \($0)." }
    let words = [known, described, Self.addressOfLocalhost(in: url)].compactMap(\.self)
    return words.isEmpty ? self : .advice((words + [inCommands]).joined(separator: " "))
  }

  /// The commands that sign in at three of these at most; nil for none.
  private static func logins(_ targets: [String]) -> String? {
    let commands = targets.prefix(3).compactMap { argument($0) }.map { "`wayleave login \($0)`" }
    return commands.isEmpty ? nil : commands.joined(separator: " or ")
  }

  /// What to type where a server on this machine has another name than `localhost`, as a playground has; nil for another host.
  private static func addressOfLocalhost(in url: AbsoluteURL) -> String? {
    guard url.host == "localhost", let origin = Origin(of: url) else { return nil }
    let port = url.port.map { ":\($0)" } ?? ""
    return argument("\(origin.scheme)://127.0.0.1\(port)\(url.path)").map {
      "A server on this machine, such as a playground, may answer by its address alone: `wayleave login \($0)`."
    }
  }
}
