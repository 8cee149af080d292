import Testing
import WayleaveWire

@Suite("Whose fault a failure is")
struct FaultTests {
  private func error(_ code: OAuthError.Code, remedy: Remedy = "Do it.") -> OAuthError {
    OAuthError(code, rule: .wayleave("r"), expected: "e", received: .nothing, remedy: remedy)
  }

  @Test("every code has a fault, every fault a code; what only a provider can send is the provider's")
  func defaults() {
    #expect(Set(OAuthError.Code.allCases.map { error($0).fault }) == Set(OAuthError.Fault.allCases))
    for code in OAuthError.Code.allCases {
      switch code.rawValue.prefix(while: { $0 != "." }) {
      // Who publishes an update signs it.
      case "configuration" where code == .updateRefused: #expect(error(code).fault == .provider)
      case "wire", "configuration": #expect(error(code).fault == .caller, "\(code)")
      case "discovery", "id_token", "logout", "registration": #expect(error(code).fault == .provider, "\(code)")
      case "oauth1", "request_object", "dpop", "access_token": #expect(error(code).fault == .client, "\(code)")
      case "network": #expect(error(code).fault == .network, "\(code)")
      case "store": #expect(error(code).fault == .store, "\(code)")
      default: break
      }
    }
  }

  @Test(
    "T3: what was read of a provider's answer is the provider's, and what the user asked for wrongly stays the user's")
  func inAnswer() {
    let texts: Set<OAuthError.Code> = [
      .malformedPercentEncoding, .malformedText, .duplicateParameter, .tooManyFormFields, .malformedJSON,
      .malformedURL, .insecureURL, .forbiddenHeaderCharacter, .malformedJOSE, .unsupportedAlgorithm,
    ]
    for code in OAuthError.Code.allCases {
      let read = error(code).inProviderAnswer
      #expect(read.fault == (texts.contains(code) ? .provider : error(code).fault), "\(code)")
      #expect(!texts.contains(code) || (read.category == .unverified && read.remedy == .tellProvider), "\(code)")
    }
    #expect(error(.invalidClient).inProviderAnswer.category == .configuration)
  }

  @Test("a reader's mark makes a fault the provider's, with the member, and advice for its operators")
  func marked() {
    let marked = error(.insecureURL).blamedOn(.provider, member: "token_endpoint")
    #expect(marked.fault == .provider && marked.member == "token_endpoint" && marked.remedy == .tellProvider)
    #expect(marked.category == .unverified && error(.insecureURL).category == .configuration)
    #expect(marked.blamedOn(.provider, member: "jwks_uri").member == "token_endpoint", "the inner mark counts")
    #expect(error(.malformedMetadata).blamedOn(.provider, member: "issuer").member == "issuer")
    #expect(error(.malformedMetadata).blamedOn(.provider).remedy == "Do it.", "it was for the right person before")
  }

  @Test("what the user, the network or a store did stays theirs")
  func others() {
    for code in [OAuthError.Code.denied, .timedOut, .unreachable, .serverUnavailable, .storeBusy] {
      #expect(error(code).blamedOn(.provider, member: "x") == error(code), "\(code)")
    }
  }

  @Test("a member from outside is cleaned before it is shown")
  func cleaned() {
    #expect(error(.malformedURL).blamedOn(.provider, member: "a\u{1B}b").member == "a\\u{1b}b")
  }
}

@Suite("What to do about a failure, as a value")
struct RemedyTests {
  @Test("a literal is advice, and every remedy is a sentence that names no command")
  func sentences() throws {
    #expect(("Wait \(5)." as Remedy) == .advice("Wait 5."))
    let remedies: [Remedy] = [
      .signIn(provider: "tollgate"), .allowOrigin(try Origin("https://api.example")), .giveSecret, .giveKey,
      .giveCertificate, .registerClient(provider: nil), .registerClient(provider: "p"), .addToEntry("jwks_uri"),
      .askForScopes([]), .askForScopes(["read"]), .wait(.seconds(7)), .wait(.zero), .giveMoreTime, .acceptDowngrade,
      .tellProvider,
    ]
    #expect(Set(remedies.map(\.description)).count == remedies.count)
    for remedy in remedies {
      #expect(remedy.description.hasSuffix(".") && !remedy.description.contains("--"), "\(remedy)")
      #expect(!remedy.description.contains("`"))
    }
  }

  @Test("a provider's name in a remedy is cleaned")
  func cleaned() {
    #expect(!Remedy.signIn(provider: "a\u{1B}[2J").description.contains("\u{1B}"))
  }
}
