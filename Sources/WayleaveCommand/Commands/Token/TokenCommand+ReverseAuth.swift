import Wayleave
import WayleaveAgent
import WayleaveAgentProtocol
import WayleaveConsole
import WayleaveOAuth1
import WayleaveTerminal
import WayleaveWire

/// The second half of reverse auth: a token of an account for the consumer that asked for the first half.
///
/// Twitter's "Using Reverse Auth".
extension TokenCommand {
  /// What the first half brought; nil where another token is asked for.
  var firstHalf: ReverseAuthParameters? {
    get throws(OAuthError) {
      guard let reverseAuth else { return nil }
      let lines = try TextFile.read(reverseAuth).split(whereSeparator: \.isNewline)
      guard lines.count == 1, let parameters = try? ReverseAuthParameters(String(lines[0])) else {
        throw .noFirstHalf(reverseAuth)
      }
      return parameters
    }
  }

  /// Sends the request that the agent has signed: it has no network.
  func reverseAuthToken(by message: AgentMessage) async throws -> TokenCredential {
    let request = try RequestMessage(authorized: message)
    let transport = OpenedTransport(trustRoots: network.caFile, certificates: ShownCertificates(), output: output) {}
    return try await transport.closing {
      try await Accounts.reverseAuthToken(by: request, over: transport, events: output.listener())
    }
  }

  /// Prints the token with its secret, as providers send them; both belong to the consumer, and are not saved.
  func print(_ token: TokenCredential, for consumer: String) {
    warnOfTerminal()
    let (text, secret) = (token.token.exposedText, token.secret.exposedText)
    guard output.isJSON else {
      return Console.answer(
        exact: String(decoding: Form([("oauth_token", text), ("oauth_token_secret", secret)]).encoded(), as: UTF8.self))
    }
    Console.answer([
      "oauth_token": .string(text), "oauth_token_secret": .string(secret), "consumer_key": .string(consumer),
    ])
  }
}

extension OAuthError {
  fileprivate static func noFirstHalf(_ path: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "“\(DisplayText.clean(path))” does not hold what the first half of reverse auth brings.",
      rule: .wayleave("reverse auth begins with parameters that the provider signed"),
      expected: "one line that begins with “OAuth ” and names a consumer",
      remedy: "Save the provider's answer to `x_auth_mode=reverse_auth` as it came.")
  }
}
