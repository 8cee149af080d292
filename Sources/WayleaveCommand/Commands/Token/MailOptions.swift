import ArgumentParser
import WayleaveConsole
import WayleaveOAuth2
import WayleaveWire

/// The options for a token that a mail program uses.
struct MailOptions: ParsableArguments {
  /// The name of a mechanism of SASL, as it is typed.
  enum Mechanism: String, ExpressibleByArgument, CaseIterable {
    case oauthbearer
    case xoauth2
  }

  @Option(help: "Print what a mail program sends to sign in: oauthbearer (RFC 7628), or xoauth2 for Microsoft.")
  var sasl: Mechanism?

  @Option(help: ArgumentHelp("The user of --sasl, mostly a mail address.", valueName: "address"))
  var user: String?

  @Option(help: ArgumentHelp("With --curl-config: for mail, as this user.", valueName: "user"))
  var mail: String?

  func validate() throws {
    guard sasl == nil || user != nil else { throw ValidationError("--sasl needs --user: the address of the mailbox.") }
    guard user == nil || sasl != nil else { throw ValidationError("--user goes with --sasl.") }
  }

  /// Whether a mail program is to use the token.
  var isGiven: Bool { sasl != nil || mail != nil }

  /// How the token is printed; nil where it is for no mail program.
  var form: MailForm? {
    get throws(OAuthError) {
      if let sasl, let user {
        let mechanism: SASLInitialResponse.Mechanism =
          switch sasl {
          case .oauthbearer: .oauthBearer()
          case .xoauth2: .xoauth2
          }
        return .response(try SASLInitialResponse(mechanism, user: user))
      }
      return mail.map { .curl(user: $0) }
    }
  }
}
