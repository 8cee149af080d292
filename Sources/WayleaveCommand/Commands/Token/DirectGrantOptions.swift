import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveTerminal
import WayleaveWire
import WayleaveSignIn

/// The options for a token without a user: a client of ours, and a grant.
struct DirectGrantOptions: ParsableArguments {
  /// A grant that needs no user.
  enum Grant: String, ExpressibleByArgument, CaseIterable {
    /// For the client itself: RFC 6749 §4.4.
    case clientCredentials = "client_credentials"
    /// In exchange for another token: RFC 8693 §2.
    case exchange

    /// The name that servers have for it.
    var grantType: String {
      switch self {
      case .clientCredentials: ClientCredentialsGrant.grantType
      case .exchange: TokenExchangeGrant.grantType
      }
    }
  }

  @Option(help: "A token for a client, not for a user: client_credentials or exchange.")
  var grant: Grant?

  @Option(
    help: "The registration of `wayleave clients` that asks, by its name.", completion: CompletedNames.clients)
  var client: String?

  @Option(name: .customLong("scope"), help: "A scope to ask for; repeatable.")
  var scopes: [String] = []

  @Option(name: .customLong("audience"), help: "A service that the token is for, as the provider calls it; repeatable.")
  var audiences: [String] = []

  @Option(help: ArgumentHelp("A file with the token to exchange; - is standard input.", valueName: "file"))
  var subjectTokenFile: String?

  @Option(help: "What that token is: access_token (without it), id_token, refresh_token, jwt, or a whole urn.")
  var subjectTokenType: String?

  @Flag(help: "Continue although the provider no longer has a protection; the error named it.")
  var acceptDowngrade = false

  func validate() throws {
    guard subjectTokenType == nil || subjectTokenFile != nil else {
      throw ValidationError("--subject-token-type says what is in the file of --subject-token-file: give that too.")
    }
    guard let grant else {
      guard client == nil, scopes.isEmpty, audiences.isEmpty, subjectTokenFile == nil, !acceptDowngrade else {
        if client == nil, let scope = scopes.first.flatMap({ Remedy.option("--scope", $0) }) {
          throw ValidationError(
            "The scopes of an account's token are those of its sign-in. For another one, sign in again: "
              + "`wayleave login --account NAME \(scope)`. With --grant, --scope is for the token of a client.")
        }
        throw ValidationError(
          "--client, --scope, --audience, --subject-token-file and --accept-downgrade go with --grant.")
      }
      return
    }
    guard client != nil else { throw ValidationError("--grant needs --client: see `wayleave clients`.") }
    guard (grant == .exchange) == (subjectTokenFile != nil) else {
      throw ValidationError("--subject-token-file goes with --grant exchange, which needs it.")
    }
  }

  /// The registration that asks.
  func registered(among all: [RegisteredClient]) throws(OAuthError) -> RegisteredClient {
    try RegisteredClient.named(client ?? "", among: all)
  }

  /// The grant as it is sent.
  func direct(_ grant: Grant) throws(OAuthError) -> DirectGrant {
    let access = RequestedAccess(scopes: scopes.flatMap { $0.split(separator: " ").map(String.init) })
    guard grant == .exchange, let file = subjectTokenFile else {
      return .clientCredentials(ClientCredentialsGrant(access: access, audiences: audiences))
    }
    let subject = TokenExchangeGrant.Token(try TextFile.secret(file), type: tokenType)
    return .tokenExchange(TokenExchangeGrant(subject: subject, audiences: audiences, access: access))
  }

  private var tokenType: TokenTypeIdentifier {
    let type = subjectTokenType ?? "access_token"
    return TokenTypeIdentifier(type.contains(":") ? type : "urn:ietf:params:oauth:token-type:\(type)")
  }
}

extension RegisteredClient {
  /// The registration of that name; throws `configuration.unknown_client` with the nearest names.
  static func named(_ name: String, among all: [RegisteredClient]) throws(OAuthError) -> RegisteredClient {
    guard let found = all.meant(by: name) else {
      throw OAuthError(
        .unknownClient, message: "No client has the name \(TypedName.shown(name)).", rule: .rfc(6749, "2"),
        remedy: .advice(NearestNames.suggestion(for: name, among: all.map(\.name))))
    }
    return found
  }
}
