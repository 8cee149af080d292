package import WayleaveWire

extension OAuthError {
  /// Whether an endpoint has sent what is no answer of the protocol, and no command helps so far.
  private var isOfEndpoint: Bool {
    (code == .unexpectedAnswer || refusal?.error.hasPrefix("http_") ?? false)
      && !remedy.inCommands.contains("wayleave ")
  }

  /// The same failure; where an endpoint has sent what is no answer of the protocol, with the command that looks at the
  /// provider, or the API.
  package func advisingDoctor(at provider: String) -> OAuthError {
    guard isOfEndpoint, let argument = Remedy.argument(provider) else { return self }
    return remedied(
      by: .advice(
        "\(remedy.inCommands) To see what is wrong there: `wayleave doctor \(argument)`. To see each answer, repeat the command "
          + "with --trace."))
  }

  /// The same failure; where an endpoint has sent what is no answer of the protocol, with the option that shows it.
  package var advisingTrace: OAuthError {
    guard isOfEndpoint, !remedy.inCommands.contains("--trace") else { return self }
    return remedied(by: .advice("\(remedy.inCommands) To see each answer, repeat the command with --trace."))
  }
}
