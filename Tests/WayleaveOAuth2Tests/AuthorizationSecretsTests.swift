import Testing
import WayleaveOAuth2
import WayleaveWire

@Suite("RFC 6749 §10.10: what binds a sign-in cannot be guessed")
struct AuthorizationSecretsTests {
  @Test("state and verifier are 256 bits each, drawn at once, and never the same")
  func drawn() throws {
    var random = SystemRandomNumberGenerator()
    var seen: Set<String> = []
    for _ in 0..<1000 {
      let secrets = AuthorizationSecrets(using: &random)
      for text in [secrets.state.exposedText, secrets.verifier.secret.exposedText] {
        #expect(Base64.url.decode(text)?.count == 32)
        #expect(seen.insert(text).inserted)
      }
      #expect(try CodeVerifier(secrets.verifier.secret) == secrets.verifier)
    }
  }

  @Test("a generator that is handed in gives all of both")
  func handedIn() {
    var (first, second) = (CountingGenerator(), CountingGenerator())
    let secrets = AuthorizationSecrets(using: &first)
    #expect(first.words == 8)
    #expect(AuthorizationSecrets(using: &second) == secrets)
    #expect(secrets.state != secrets.verifier.secret)
  }
}

/// Counts up, so that what is drawn is known.
private struct CountingGenerator: RandomNumberGenerator {
  var words: UInt64 = 0

  mutating func next() -> UInt64 {
    words += 1
    return words
  }
}
