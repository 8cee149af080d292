import WayleaveOAuth1
package import WayleaveOAuth2
package import WayleaveSignIn
package import WayleaveWire

/// A credential that another program stored.
package struct FoundAccount: Sendable, Equatable {
  /// The host that it is for, with its port where one is named, in lower case.
  package let host: String
  /// The name that the other program has for the user; nil for none.
  package let user: String?
  /// What the provider issued.
  package let credential: Credential
  /// The client to which it was issued; nil where the file does not name it.
  package let client: FoundClient?
  /// The provider that the other program is made for, or the issuer that it stored; nil where only the host is known.
  private let provider: String?

  /// A credential of a host; nil where the host or the token is empty, or where one of them or the user has characters
  /// that none has.
  ///
  /// A line end in a token or a user would begin a line of what is sent or written later.
  package init?(
    host: String, user: String?, credential: Credential, client: FoundClient? = nil, provider: String? = nil
  ) {
    guard !host.isEmpty, !credential.isEmpty, credential.isPlain, host.utf8.allSatisfy(\.isOfToken),
      DisplayText.clean(user ?? "", limit: .max).hasSameBytes(as: user ?? "")
    else { return nil }
    self.host = host.lowercased()
    self.user = user.flatMap { $0.isEmpty ? nil : $0 }
    self.credential = credential
    self.client = client
    self.provider = provider
  }

  /// An access token of a host; nil as above.
  package init?(host: String, user: String?, token: Secret) {
    self.init(host: host, user: user, credential: .oauth2(.init(accessToken: token)))
  }

  /// The access token, or the token of OAuth 1.0a.
  package var token: Secret {
    switch credential {
    case .oauth1(let credential): credential.token
    case .oauth2(let tokens): tokens.accessToken
    }
  }

  /// The provider of the credential: a name of the catalogue, or an issuer; nil where none is known for the host.
  package var providerName: String? { provider ?? Self.providers[host] }

  private static let providers = [
    "github.com": "github", "api.github.com": "github", "gitlab.com": "gitlab", "codeberg.org": "codeberg",
    "api.heroku.com": "heroku",
  ]
}

/// The registration that another program stored with its credentials.
package struct FoundClient: Sendable, Equatable {
  /// What the other program calls it.
  package let name: String
  /// The registration.
  package let client: Client

  /// A registration under a name.
  package init(name: String, client: Client) {
    self.name = name
    self.client = client
  }
}

extension Credential {
  /// Whether there is nothing in it that could be used or renewed.
  fileprivate var isEmpty: Bool {
    switch self {
    case .oauth1(let credential): credential.token.isEmpty || credential.secret.isEmpty
    case .oauth2(let tokens): tokens.accessToken.isEmpty && tokens.refreshToken == nil
    }
  }

  /// Whether its tokens have no characters that no token has.
  fileprivate var isPlain: Bool {
    let secrets =
      switch self {
      case .oauth1(let credential): [credential.token, credential.secret]
      case .oauth2(let tokens): [tokens.accessToken, tokens.refreshToken].compactMap(\.self)
      }
    return secrets.allSatisfy { $0.withExposedBytes { $0.allSatisfy(\.isOfToken) } }
  }
}

extension UInt8 {
  /// Whether it can stand in a token, an id or the name of a host: neither a space nor a control character.
  var isOfToken: Bool { (0x21...0x7E).contains(self) }
}
