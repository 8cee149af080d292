import Testing
import WayleaveJOSE
import WayleaveOpenID
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

/// The OpenID side of the example server: its document, its key and its ID tokens.
enum OpenIDExample {
  /// The key that signs, made anew for each run.
  static let key = makeKey("first")
  /// A key that only a fresh fetch brings.
  static let nextKey = makeKey("second")

  static let metadata: JSON = [
    "issuer": "https://as.example", "authorization_endpoint": "https://as.example/authorize",
    "token_endpoint": "https://as.example/token", "userinfo_endpoint": "https://as.example/userinfo",
    "jwks_uri": "https://as.example/keys", "id_token_signing_alg_values_supported": ["ES256"],
  ]

  /// The ID token of a state, signed by the last of its keys, with its claims changed as the state says.
  static func idToken(_ state: ExampleServer.State) throws -> Secret {
    let usual: JSON = [
      "iss": "https://as.example", "sub": "user-9", "aud": "reader", "iat": JSON(Example.now.secondsSinceEpoch),
      "exp": JSON((Example.now + 7200).secondsSinceEpoch), "name": "From the token",
    ]
    var claims = usual.object ?? JSON.Object()
    claims["nonce"] = state.nonce.map(JSON.string)
    for member in state.claims.members { claims[member.name] = member.value == .null ? nil : member.value }
    return try JSONWebSignature.sign(
      JSON.object(claims).encoded(), with: state.signsWith.key ?? state.keys[state.keys.count - 1],
      algorithm: state.signsWith.algorithm)
  }

  private static func makeKey(_ name: String) -> JSONWebKey {
    do { return try JSONWebKey.generate(for: .es256, keyID: name) } catch {
      Issue.record("no key: \(error)")
      preconditionFailure()
    }
  }
}
