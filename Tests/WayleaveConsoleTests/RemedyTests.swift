import Testing
import WayleaveConsole
import WayleaveWire

@Suite("What to do, as the program's commands")
struct RemedyTests {
  private static func cases() throws -> [(remedy: Remedy, command: String?)] {
    let demand = AccessDemand(scopes: ["a", "b"], authenticationContextClasses: ["gold"], maximumAge: .seconds(60))
    return [
      (.advice("Wait."), nil), (.signIn(provider: "example"), "`wayleave login example`"),
      (.signInAgain(account: "my account"), "`wayleave login --account 'my account'`"),
      (
        .allowOriginTo(account: "a", try Origin("https://api.example")),
        "`wayleave login --account a --allow-origin https://api.example`"
      ), (.useHTTPS, "https"), (.givePassphrase, "WAYLEAVE_STORE_PASSPHRASE_FILE"),
      (.leaveOutPassphrase, "WAYLEAVE_STORE_PASSPHRASE"), (.beginNewStore, "`wayleave store reset --yes`"),
      (.useLocalDisk, "WAYLEAVE_HOME"), (.useWritableFolder, "WAYLEAVE_HOME"),
      (.allowOrigin(try Origin("https://api.example")), "--allow-origin https://api.example"),
      (.giveSecret, "--client-secret-file"), (.giveKey, "--key-file"),
      (.giveCertificate, "--certificate-file and --key-file"), (.leaveOutCertificate, "--client-auth tls"),
      (.registerClient(provider: "example"), "wayleave clients add NAME --provider example --client-id ID"),
      (.registerClient(provider: nil), "--provider P "),
      (.saveClientAgain(name: "c", provider: "p"), "`wayleave clients add c --provider p --client-id ID "),
      (.useUnrenewed(account: "a"), "`wayleave token --account a`"), (.addToEntry("token_endpoint"), nil),
      (.correctEntry, "`wayleave providers show foursquare`"),
      (.chooseIssuer(api: try AbsoluteURL("https://api.example/x")), "login ISSUER --api https://api.example/x`"),
      (.signInElsewhere(issuer: try AbsoluteURL("https://as.example/a")), "`wayleave login https://as.example/a`"),
      (
        .nameIssuer(ofAPI: try AbsoluteURL("https://api.example/x")),
        "`wayleave login ISSUER --allow-origin https://api.example --resource https://api.example/x`"
      ),
      (
        .signInOnTerms(demand, account: "my account"),
        "`wayleave login --account 'my account' --scope 'a b' --acr-values gold --max-age 60`"
      ),
      (.signInInBrowser, "--flow browser or --flow paste"), (.registerLoopbackRedirectURI, "--flow paste"),
      (.sendUnpushed, "--no-par"), (.changeRequest(.scope), "--scope"), (.allowPushing, "--no-par"),
      (.allowRenewal, "--no-refresh"),
      (.finishSignOut(left: ["refresh_token"]), "`wayleave logout`"),
      (.askForScopes(["a", "it's"]), "`wayleave login PROVIDER --scope 'a it'\\''s'`"),
      (.askForScopes([]), "--scope SCOPES"),
      (.wait(.seconds(5)), nil), (.giveMoreTime, "--timeout"), (.acceptDowngrade, "--accept-downgrade"),
      (.compareClocks(of: try Origin("https://as.example"), apart: .seconds(-600)), nil), (.tellProvider, nil),
    ]
  }

  @Test("B1: each names its command or option, and the library's words name none")
  func every() throws {
    for (remedy, command) in try Self.cases() {
      let (neutral, typed) = (remedy.description, remedy.inCommands)
      #expect(!neutral.contains("wayleave ") && !neutral.contains(" --") && neutral.hasSuffix("."), "\(neutral)")
      #expect(typed.hasSuffix("."), "\(typed)")
      if let command { #expect(typed.contains(command), "\(typed)") } else { #expect(typed == neutral) }
    }
  }

  @Test(
    "a value that a shell or the program would read otherwise is quoted, and joined to its option by an equals sign",
    arguments: [
      ("-rf", "--scope='-rf'"), ("~", "--scope '~'"), ("~root/x", "--scope '~root/x'"), ("a~b", "--scope 'a~b'"),
      ("=ls", "--scope '=ls'"), ("a=b", "--scope a=b"), ("$(id)", "--scope '$(id)'"), ("-'x", "--scope='-'\\''x'"),
      (String(repeating: "a", count: 300), "--scope " + String(repeating: "a", count: 300) + "`"),
    ])
  func quoted(scope: String, option: String) {
    #expect(Remedy.askForScopes([scope]).inCommands.contains("login PROVIDER \(option)"))
  }

  @Test("no command is suggested that would be cut, changed or taken for an option")
  func unsuggested() throws {
    let long = String(repeating: "a", count: 301)
    for text in [long, "a\u{1B}[2J", "a\u{202E}b", "a\nb", "a`id`"] {
      #expect(!Remedy.askForScopes([text]).inCommands.contains("`"))
      for demand in [AccessDemand(scopes: [text]), AccessDemand(authenticationContextClasses: ["gold", text])] {
        let words = Remedy.signInOnTerms(demand, account: "a").inCommands
        #expect(!words.contains("`") && words.contains("cannot be typed as a command"), "\(words)")
      }
    }
    #expect(!Remedy.signIn(provider: "-x").inCommands.contains("`"))
    let many = AccessDemand(
      authenticationContextClasses: Array(repeating: String(repeating: "a", count: 300), count: 9))
    #expect(!Remedy.signInOnTerms(many, account: "a").inCommands.contains("`"))
    #expect(
      Remedy.signInOnTerms(AccessDemand(scopes: ["a"]), account: "-a").inCommands.contains("--account='-a' --scope a`"))
    let api = try AbsoluteURL("https://api.example/x?a=1&b=2")
    #expect(Remedy.chooseIssuer(api: api).inCommands.contains("--api 'https://api.example/x?a=1&b=2'`"))
  }

  @Test("H2: a body that is written to a file already is not advised to be written to one", arguments: [true, false])
  func largeAnswer(isHandedOn: Bool) {
    let typed = Remedy.largeAnswer(isHandedOn: isHandedOn).inCommands
    #expect(typed.contains("-o FILE") == !isHandedOn && typed.contains("Accept-Encoding: identity") == isHandedOn)
  }

  @Test("U15, U16: what a word of refusal is about is named by its option")
  func options() throws {
    let options: [(RequestPart, String)] = [
      (.redirectURI, "--redirect-uri"), (.scope, "--scope"), (.resource, "--resource"),
      (.authorizationDetails, "--details-file"), (.contextClass, "--acr-values"), (.prompt, "--prompt"),
      (.responseMode, "--response-mode"), (.loginHint, "--login-hint"), (.signedAnswer, "--jarm"),
      (.boundTokens, "--dpop"),
    ]
    #expect(options.map(\.0) == RequestPart.allCases)
    // RFC 8707 §2: Microsoft Entra refuses the parameter itself.
    #expect(Remedy.changeRequest(.resource).inCommands.contains("--no-resource"))
    for (part, option) in options {
      let remedy = Remedy.changeRequest(part)
      #expect(remedy.inCommands.contains(option) && !remedy.inCommands.contains("--no-par"), "\(part)")
      #expect(!remedy.description.contains("--") && remedy.description.hasSuffix("."), "\(part)")
    }
  }

  @Test("no remedy advises to allow http, and those that allow an origin or begin a new store are few")
  func unallowed() throws {
    for (remedy, _) in try Self.cases() {
      let typed = remedy.inCommands
      #expect(!typed.contains("--allow-http"), "\(typed)")
      let allowsOrigin =
        switch remedy {
        case .allowOrigin, .allowOriginTo, .nameIssuer: true
        default: false
        }
      #expect(typed.contains("--allow-origin") == allowsOrigin, "\(typed)")
      #expect(typed.contains("reset") == (remedy == .beginNewStore), "\(typed)")
    }
  }

  @Test("every case of a remedy is among them")
  func complete() throws {
    // `Remedy` describes itself in words: a mirror names its cases.
    let cases = try Self.cases().map { Mirror(reflecting: $0.remedy).children.first?.label ?? $0.remedy.description }
    #expect(Set(cases).count == 37)
  }

  @Test("the message of an error shows commands, to people and in JSON")
  func shown() {
    let error = OAuthError(
      .timedOut, rule: .wayleave("r"), expected: "e", received: .nothing, remedy: .giveMoreTime)
    #expect(error.explanation(in: TextLayout(width: .max)).contains("--timeout"))
    #expect(error.json["error"]?["remedy"]?.string?.contains("--timeout") == true)
  }
}
