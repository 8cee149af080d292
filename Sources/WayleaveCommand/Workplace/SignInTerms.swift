import ArgumentParser
import Wayleave
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveTerminal
import WayleaveWire
import WayleaveSignIn

/// What a sign-in is to be like beyond its scopes, such as an API has demanded it.
struct SignInTerms: ParsableArguments {
  @Option(
    name: .customLong("resource"), help: ArgumentHelp("An API that the token is for; repeatable.", valueName: "url"))
  var resources: [String] = []

  @Flag(
    name: .customLong("no-resource"),
    help: "Name no API in the requests, for providers that refuse that; the account keeps it for its next sign-ins.")
  var omitsResources = false

  @Option(help: ArgumentHelp("A file with authorization details, as JSON.", valueName: "file"))
  var detailsFile: String?

  @Option(
    name: .customLong("acr-values"),
    help: ArgumentHelp("A way of signing in of which one is needed; repeatable.", valueName: "class"))
  var contextClasses: [String] = []

  @Option(help: ArgumentHelp("How long ago the user may have signed in.", valueName: "seconds"))
  var maxAge: Int64?

  @Option(help: ArgumentHelp("Who is going to sign in, such as an email address.", valueName: "hint"))
  var loginHint: String?

  @Option(help: ArgumentHelp("What the user is to be asked: login, consent or select_account.", valueName: "prompt"))
  var prompt: String?

  @Option(help: ArgumentHelp("How the browser brings the answer: query or form_post.", valueName: "mode"))
  var responseMode: String?
  @Option(help: ArgumentHelp("Single claims to ask for, as OpenID Connect has them.", valueName: "json"))
  var claims: String?

  @Option(
    name: .customLong("ui-locales"),
    help: ArgumentHelp("The languages of the provider's pages, the preferred one first.", valueName: "tags"))
  var languages: String?

  @Flag(name: .customLong("dpop"), help: "Refuse tokens that are not bound to a key of ours (DPoP).")
  var demandsBinding = false

  @Flag(
    name: .customLong("no-dpop"),
    help: "Have plain tokens, for APIs that take no others; the account keeps that for its next sign-ins.")
  var declinesBinding = false

  @Flag(help: "Have the answer signed by the provider (JARM).")
  var jarm = false

  @Flag(name: .customLong("no-par"), help: "Do not push the request, for a provider whose endpoint is broken.")
  var isNotPushed = false

  @Option(
    name: .customLong("param"),
    help: ArgumentHelp(
      "One more parameter for the provider's page at this sign-in, such as auth_type=rerequest; repeatable.",
      valueName: "name=value"))
  var parameters: [String] = []

  /// Whether any was named.
  var isGiven: Bool {
    !resources.isEmpty || detailsFile != nil || !contextClasses.isEmpty || maxAge != nil || loginHint != nil
      || prompt != nil || claims != nil || languages != nil || demandsBinding || declinesBinding || jarm || isNotPushed
      || responseMode != nil || !parameters.isEmpty || omitsResources
  }

  /// Those that only the page of the provider gets: a code for another device and a password have no place for them.
  var namesForPage: [String] {
    [
      ("--resource", !resources.isEmpty), ("--details-file", detailsFile != nil), ("--login-hint", loginHint != nil),
      ("--prompt", prompt != nil), ("--response-mode", responseMode != nil), ("--claims", claims != nil),
      ("--ui-locales", languages != nil), ("--jarm", jarm), ("--no-par", isNotPushed), ("--param", !parameters.isEmpty),
    ].compactMap { $1 ? $0 : nil }
  }

  func validate() throws {
    guard !demandsBinding || !declinesBinding else { throw ValidationError("--dpop and --no-dpop exclude each other.") }
    guard resources.isEmpty || !omitsResources else {
      throw ValidationError("--resource and --no-resource exclude each other.")
    }
    guard parameters.allSatisfy({ ($0.firstIndex(of: "=") ?? $0.startIndex) > $0.startIndex }) else {
      throw ValidationError("--param is NAME=VALUE, such as auth_type=rerequest.")
    }
    let names = parameters.map { $0.prefix { $0 != "=" } }
    guard Set(names).count == names.count else { throw ValidationError("Each --param has a name of its own.") }
    guard maxAge.map({ $0 >= 0 }) ?? true else { throw ValidationError("--max-age is a number of seconds, 0 or more.") }
    guard responseMode.map({ ["query", "form_post"].contains($0) }) ?? true else {
      throw ValidationError("--response-mode is query or form_post.")
    }
  }

  /// The terms as they are asked for.
  func asked() throws(OAuthError) -> SignIn.Terms {
    var terms = SignIn.Terms(
      resources: try resources.map { (text) throws(OAuthError) in try ResourceIndicator(text) },
      details: try detailsFile.map { (file) throws(OAuthError) in
        let bytes = try TextFile.bytes(file)
        do throws(OAuthError) { return try AuthorizationDetails(try JSON(decoding: bytes)) } catch {
          throw .unusableDetails(file, error.message)
        }
      },
      authenticationContextClasses: contextClasses.flatMap { $0.split(separator: " ").map(String.init) },
      maximumAge: maxAge.map { .seconds($0) }, loginHint: loginHint, prompt: prompt,
      binding: demandsBinding ? .required : declinesBinding ? .never : .whereOffered, wantsSecuredCallback: jarm,
      responseMode: responseMode.flatMap(ResponseMode.init),
      claims: try claims.map { (text) throws(OAuthError) in try ClaimsRequest(reading: text) },
      languages: languages?.split(separator: " ").map(String.init) ?? [], pushesRequest: !isNotPushed)
    // The user has registered the client's redirect URI, and `RedirectWay` takes a scheme only where it is ours here.
    terms.acceptsSharedScheme = true
    terms.sendsResources = !omitsResources
    for pair in parameters {
      let name = pair.prefix { $0 != "=" }
      terms.parameters[String(name)] = String(pair.dropFirst(name.count + 1))
    }
    return terms
  }
}

extension OAuthError {
  fileprivate static func unusableDetails(_ file: String, _ reason: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "--details-file \(DisplayText.clean(file)): \(reason)", rule: .rfc(9396, "2"),
      remedy: "Correct the file: write the details as the API's documentation has them.")
  }
}
