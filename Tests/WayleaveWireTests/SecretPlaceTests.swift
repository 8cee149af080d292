import Testing
import WayleaveWire

@Suite("Which names are those of secrets: one list, and what each place takes more or less of it")
struct SecretPlaceTests {
  /// The places where a name is secret.
  private func places(_ name: String) -> Set<SecretNames> {
    Set(SecretNames.allCases.filter { $0.contains(name.utf8) })
  }

  @Test("no name stands twice, and each is secret in messages and among parameters")
  func list() {
    #expect(Set(SecretNames.all).count == SecretNames.all.count)
    for name in SecretNames.all { #expect(places(name).isSuperset(of: [.message, .parameters]), "\(name)") }
  }

  @Test(
    "each kind of name, and the places where it is secret",
    arguments: [
      (
        ["oauth_token", "oauth_verifier", "oauth_session_handle", "oauth_signature", "OAuth-Token"],
        [.message, .parameters, .document, .signedRequest]
      ),
      (["denied"], [.message, .parameters, .signedRequest]),
      (["oauth_token_secret", "x_auth_password"], [.message, .parameters, .document, .signedRequest, .propertyList]),
      (
        [
          "access_token", "code", "state", "device_code", "user_code", "auth_req_id", "client_assertion", "otp", "pin",
          "passwd", "session_id", "code_verifier", "Refresh-Token", "CODE",
        ],
        [.message, .parameters, .document]
      ),
      (
        ["my_token", "MyToken", "X-Amz-Signature", "API_KEY", "apikey", "x_assertion"],
        [.message, .parameters, .document]
      ),
      (
        [
          "client_secret", "password", "passphrase", "private_key", "privateKey", "CLIENT-SECRET", "apiPassword",
          "appsecret_proof",
        ],
        [.message, .parameters, .document, .propertyList]
      ),
      (["nonce", "request", "response", "Nonce"], [.message, .parameters]),
      (["Private Key", "private.key"], [.message, .propertyList]),
      (["oauth_consumer_key", "public_key", "country_code", "error_code"], [.message]),
      (["Secrets", "secret1", "password_hint", "ForgotPasswordURL"], [.propertyList]),
      (["token_type", "codes", "my_state", "sub", "scope", "oauth_nonce", "client_id", "", "_", "tok\u{E9}n"], []),
    ] as [([String], Set<SecretNames>)])
  func table(names: [String], where expected: Set<SecretNames>) {
    for name in names {
      let seen = places(name)
      #expect(seen == expected, "\(name): \(seen)")
    }
  }
}
