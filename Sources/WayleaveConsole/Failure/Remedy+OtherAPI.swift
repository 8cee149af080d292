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
  /// host which the user has signed in for, and in place of `localhost` its address.
  package func orMeaning(_ apis: [AbsoluteURL], by url: AbsoluteURL) -> Remedy {
    let commands = apis.prefix(3).compactMap { Self.argument($0.text) }.map { "`wayleave login \($0)`" }
    let known =
      commands.isEmpty ? nil : "You have signed in for another API at this host: \(commands.joined(separator: " or "))."
    let words = [known, Self.addressOfLocalhost(in: url)].compactMap(\.self)
    return words.isEmpty ? self : .advice((words + [inCommands]).joined(separator: " "))
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
