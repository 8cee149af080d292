import Wayleave
import WayleaveOAuth2
import WayleaveWire

extension OAuthError {
  /// An error with a text from outside, which is not cleaned.
  static func sample(received: String, refusal: ProviderRefusal? = nil) -> OAuthError {
    OAuthError(
      .tokenRefused, rule: .rfc(6749, "5.2"), expected: "tokens", received: .described(received), remedy: "Ask them.",
      refusal: refusal)
  }
}

extension Provider {
  /// An entry as a file has it.
  init(entry members: String) throws {
    try self.init(json: JSON(decoding: Array(members.utf8)))
  }
}

extension StoredCredential {
  /// What Ada's sign-in at a shop left.
  static func sample(
    title: String = "The Shop", identity: Identity? = nil, scopes: [String] = []
  ) throws -> StoredCredential {
    let provider = try Provider(
      entry: """
        {"name":"shop","title":\(JSON.string(title).encodedText()),"protocol":"oauth2",
         "scopes":\(JSON(scopes).encodedText()),"token_endpoint":"https://shop.example/token","api_origins":["https://api.shop.example"]}
        """)
    return StoredCredential(
      account: Account(provider: "shop", client: "x", subject: "1"), provider: provider, client: try Client(id: "x"),
      credential: .oauth2(.init(accessToken: Secret("a-token-that-is-secret"))), identity: identity,
      obtainedAt: Instant(secondsSinceEpoch: 1000))
  }
}
