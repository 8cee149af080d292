import ArgumentParser
import Wayleave
import WayleaveOAuth2
import WayleaveWire
import WayleaveSignIn

/// What a sign-in is to be like beyond its scopes, such as an API has demanded it.
struct SignInTerms: ParsableArguments {
  @Option(
    name: .customLong("resource"), help: ArgumentHelp("An API that the token is for; repeatable.", valueName: "url"))
  var resources: [String] = []

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

  /// Whether any was named.
  var isGiven: Bool {
    !resources.isEmpty || detailsFile != nil || !contextClasses.isEmpty || maxAge != nil || loginHint != nil
      || prompt != nil || responseMode != nil
  }

  func validate() throws {
    guard maxAge.map({ $0 >= 0 }) ?? true else { throw ValidationError("--max-age is a number of seconds.") }
    guard responseMode.map({ ["query", "form_post"].contains($0) }) ?? true else {
      throw ValidationError("--response-mode is query or form_post.")
    }
  }

  /// The terms as they are asked for.
  func wishes() throws(OAuthError) -> SignIn.Wishes {
    SignIn.Wishes(
      resources: try resources.map { (text) throws(OAuthError) in try ResourceIndicator(text) },
      details: try detailsFile.map { (file) throws(OAuthError) in
        try AuthorizationDetails(try JSON(decoding: try TextFile.bytes(file)))
      },
      authenticationContextClasses: contextClasses.flatMap { $0.split(separator: " ").map(String.init) },
      maximumAge: maxAge, loginHint: loginHint, prompt: prompt,
      responseMode: responseMode.flatMap(ResponseMode.init))
  }
}
