package import WayleaveWire

extension Remedy {
  /// What to do about an API's answer that is too large for memory. One that is handed on as it comes, to a file or a pipe, is
  /// too large where it is packed, or a refusal.
  package static func largeAnswer(isHandedOn: Bool) -> Remedy {
    .advice(
      "No more than 64 MiB is read into memory. "
        + (isHandedOn
          ? "A compressed body, or that of an error, is read into memory. To get one uncompressed: "
            + "-H 'Accept-Encoding: identity'."
          : "Write the body to a file: -o FILE."))
  }

  /// What to do, as the program's own commands and options.
  package var inCommands: String {
    switch self {
    case .signIn(let provider):
      Self.argument(provider).map { "Sign in with `wayleave login \($0)`." } ?? "Sign in at that provider again."
    case .allowOrigin(let origin):
      "If the URL is right, allow it for this account: sign in again with "
        + "\(Self.option("--allow-origin", "\(origin)") ?? "--allow-origin")."
    case .signInAgain(let account):
      Self.option("--account", account).map { "Sign in again: `wayleave login \($0)`." } ?? withoutCommand
    case .allowOriginTo(let account, let origin):
      Self.option("--account", account).flatMap { account in
        Self.option("--allow-origin", "\(origin)").map {
          "Allow it, if the URL is right: `wayleave login \(account) \($0)`."
        }
      } ?? withoutCommand
    // The URL may be that of a stranger's file or server: what allows it is not advised.
    case .useHTTPS: "Use the https URL."
    case .givePassphrase: "Set WAYLEAVE_STORE_PASSPHRASE_FILE to a file with it."
    case .leaveOutPassphrase: "Unset WAYLEAVE_STORE_PASSPHRASE and WAYLEAVE_STORE_PASSPHRASE_FILE."
    case .beginNewStore: "Begin again with an empty store: `wayleave store reset --yes`. Then sign in."
    case .useLocalDisk:
      "Nothing was changed. Put the store on a local disk: set WAYLEAVE_HOME (or XDG_STATE_HOME) to a folder there."
    case .useWritableFolder:
      "Nothing was stored. Correct that, or set HOME or WAYLEAVE_HOME to a folder that can be written."
    case .giveSecret: "Give the secret of the client with --client-secret-file."
    case .giveKey: "Give the private key whose public half the provider has with --key-file."
    case .giveCertificate: "Give both, with --certificate-file and --key-file."
    case .leaveOutCertificate: "Set --client-auth tls, or leave the certificate out."
    case .registerClient(let provider):
      "Register your app on the provider's page, then: "
        + "`wayleave clients add NAME \(provider.flatMap { Self.option("--provider", $0) } ?? "--provider P") --client-id ID`."
    case .saveClientAgain(let name, let provider):
      Self.argument(name).flatMap { name in
        Self.argument(provider).map {
          "See `wayleave providers show \($0)`. If that is right, save the client again: "
            + "`wayleave clients add \(name) --provider \($0) --client-id ID --client-secret-file - --replace`."
        }
      } ?? withoutCommand
    case .correctEntry:
      "Correct the file. `wayleave providers schema` lists the keys; `wayleave providers show foursquare` prints an entry."
    case .chooseIssuer(let api):
      "The API takes tokens of several servers. Name one: "
        + "`wayleave login ISSUER \(Self.option("--api", api.text) ?? "--api URL")`."
    case .signInElsewhere(let issuer):
      Self.argument(issuer.text).map {
        "If that is the server that you mean, sign in there: `wayleave login \($0)`."
      } ?? withoutCommand
    case .nameIssuer(let api):
      Origin(of: api).flatMap { origin in
        Self.option("--allow-origin", "\(origin)").flatMap { allowed in
          Self.option("--resource", api.text).map {
            "Check the API's URL. If it is right, name its server: `wayleave login ISSUER \(allowed) \($0)`."
          }
        }
      } ?? withoutCommand
    case .signInOnTerms(let demand, let account):
      (Self.options(account, demand).map { "Sign in again as the API wants it: `wayleave login \($0)`. " }
        ?? "The API wants another sign-in, but what it asks for cannot be typed as a command. Ask the API's owner. ")
        + "Everything else works as before."
    case .signInInBrowser: "Sign in with --flow browser or --flow paste."
    case .registerLoopbackRedirectURI:
      "“oob” is for OAuth 1.0a. Register http://127.0.0.1/callback, or paste the answer with --flow paste."
    case .sendUnpushed:
      "See what the provider says; the user was not asked. If its endpoint is broken, sign in with --no-par."
    case .changeRequest(let part): part.inOptions
    case .allowPushing:
      "Leave out --no-par, or remove “pushed_authorization_requests: false” from the provider's entry."
    case .allowRenewal: "Let it be renewed (leave out --no-refresh), or ask for less with --min-ttl."
    case .useUnrenewed(let account):
      Self.option("--account", account).map {
        "Leave out --force: `wayleave token \($0)` prints the one that you have. For a new one: `wayleave login \($0)`."
      } ?? withoutCommand
    case .finishSignOut(let left):
      "You are signed out here. Still to be revoked at the provider: \(left.joined(separator: ", ")). "
        + "`wayleave logout` sends the rest."
    case .askForScopes(let scopes):
      Self.option("--scope", scopes.isEmpty ? "SCOPES" : scopes.joined(separator: " "))
        .map { "Sign in again with `wayleave login PROVIDER \($0)`." }
        ?? "Sign in again, and name the scopes with --scope."
    case .giveMoreTime: "Begin the sign-in again, or give more time with --timeout."
    case .acceptDowngrade:
      "Ask the provider whether that is meant. If it is, ask again and accept the loss with --accept-downgrade."
    case .freeName(let name):
      Self.argument(name).map {
        "Choose another name, or free this one with `wayleave accounts rename \($0) NEW` or `wayleave logout \($0)`."
      } ?? withoutCommand
    case .trustAuthority: "Check the URL. Behind a company's proxy, give its authority's certificate: --ca-file FILE."
    // Nothing to type.
    case .advice, .addToEntry, .wait, .compareClocks, .tellProvider: description
    }
  }

  /// The sentence for every program, for what cannot be typed: what stands between backticks there is no command of ours.
  private var withoutCommand: String { description.withoutBackticks }

  /// How an account comes by a token that is not bound to a key; nil where its name cannot be typed.
  package static func signInUnbound(_ account: String) -> String? {
    option("--account", account).map { "For a plain token, sign in again: `wayleave login \($0) --no-dpop`." }
  }

  /// The longest command that is suggested: a longer one would be cut where it is shown.
  static let longestCommand = 2000

  private static func options(_ account: String, _ demand: AccessDemand) -> String? {
    guard let account = option("--account", account), let options = demand.options else { return nil }
    return options.isEmpty ? account : "\(account) \(options)"
  }

  /// An option and its value, as a shell takes them for the one that was meant; nil when the value cannot be typed.
  ///
  /// With "=" a value that begins with "-" is still no option of its own.
  package static func option(_ name: String, _ value: String) -> String? {
    word(value).map { "\(name)\(value.hasPrefix("-") ? "=" : " ")\($0)" }
  }

  /// A text as one argument without an option; nil for one that would be taken for an option.
  package static func argument(_ text: String) -> String? { text.hasPrefix("-") ? nil : word(text) }

  /// A text as a shell takes it for one word; nil when it is too long or not fit to be shown as it is.
  ///
  /// A cut or changed word would make another command of it. A backtick would end the command where it is shown, and what a
  /// server wrote behind it would stand there as one.
  private static func word(_ text: String) -> String? {
    guard DisplayText.clean(text).hasSameBytes(as: text), !text.utf8.contains(UInt8(ascii: "`")) else { return nil }
    // Shells replace a "~", and some a "=" at the beginning.
    let isPlain =
      !text.isEmpty && !"-=".utf8.contains(text.utf8.first ?? 0)
      && text.utf8.allSatisfy { $0 != UInt8(ascii: "~") && ($0.isUnreserved || "/:@%+=,".utf8.contains($0)) }
    return isPlain ? text : ShellWord.quoted(text)
  }
}

extension RequestPart {
  /// What to do, with the option of `login` that asks for this part.
  fileprivate var inOptions: String {
    switch self {
    case .redirectURI:
      "Register the redirect URI for this client at the provider, character by character, "
        + "or give one that is registered with --redirect-uri."
    case .scope:
      "Ask only for scopes that it offers, with --scope; the provider's page for your app may list them."
    case .resource:
      "Name an API as the provider knows it with --resource. If it takes none, sign in with --no-resource."
    case .authorizationDetails: "Correct the file of --details-file: the provider says which types it knows."
    case .contextClass: "Name a way of signing in that the provider offers with --acr-values, or leave that out."
    case .prompt: "Leave out --prompt, or choose another: login, consent or select_account."
    case .responseMode: "Leave out --response-mode, or choose another: query or form_post."
    case .loginHint: "Name a user as the provider knows the name with --login-hint, or leave that out."
    case .signedAnswer: "Leave out --jarm, or use a provider that signs its answers."
    case .boundTokens: "Leave out --dpop, or use a provider that offers bound tokens."
    }
  }
}
