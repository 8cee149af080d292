import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveSignIn
import WayleaveTerminal
import WayleaveWire

extension VerifyCommand {
  struct HandOverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "handover", abstract: "Check what a native app hands over to its backend, as the backend would.",
      discussion: """
        The input is what the app got from the provider: for `code`, `access-token`
        and `id-token` one word; for `token-and-secret` a form with oauth_token and
        oauth_token_secret; for `echo` the two header fields of OAuth Echo. A code is
        exchanged, and is spent then; the redirect URI is that of the app's sign-in:

          wayleave verify handover code --provider P --code-verifier-file F \\
            --redirect-uri URI < code
        """)
    @Argument(help: "code, access-token, id-token, token-and-secret or echo.") var kind: HandedOverText.Kind
    @Argument(help: "A file; - or nothing for standard input.") var file: String?
    @Option(help: "The provider's name, or an issuer's URL.", completion: CompletedNames.providers) var provider: String
    @OptionGroup(title: "Client") var choice: ClientChoice
    @Option(help: "The nonce that the backend gave to the app.") var nonce: String?
    @Flag(help: "The ID token has the SHA-256 of the nonce.") var hashedNonce = false
    @Option(help: ArgumentHelp("The user that it must be, by the provider's own name.", valueName: "user"))
    var subject: String?
    @Option(help: ArgumentHelp("A file with the verifier of the code's challenge.", valueName: "file"))
    var codeVerifierFile: String?
    @Flag(help: "Allow http beyond this machine, for tests.") var allowHTTP = false
    @OptionGroup var network: NetworkOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func validate() throws {
      guard nonce != nil || !hashedNonce else { throw ValidationError("--hashed-nonce needs --nonce.") }
      guard kind == .code || codeVerifierFile == nil else {
        throw ValidationError("--code-verifier-file belongs to a code.")
      }
      guard kind == .code || (choice.description.redirectURIs.isEmpty && choice.description.ports == nil) else {
        throw ValidationError("--redirect-uri and --port belong to a code.")
      }
      guard kind == .code || kind == .idToken || nonce == nil else {
        throw ValidationError("--nonce belongs to an ID token, or to a code that brings one.")
      }
    }

    func run() async throws {
      let workplace = try Workplace(output: output)
      let provider = try await workplace.exactProvider(named: provider, allowingHTTP: allowHTTP)
      let client = try await workplace.registered(at: provider) { (all) throws(OAuthError) in
        try choice.client(for: provider, among: all)
      }.client
      let terms = HandOverTerms(
        provider: provider, client: client,
        nonce: nonce.map { hashedNonce ? .hashed(Secret($0)) : .exact(Secret($0)) }, subject: subject)
      let verifier = try codeVerifierFile.map { (file) throws(OAuthError) in
        try CodeVerifier(try TextFile.secret(file))
      }
      let prompt = "Paste it, which is not shown, then press Ctrl-D:"
      let handedOver = try HandedOverText(kind, verifier: verifier, redirectURI: client.redirectURIs.first)
        .handedOver(in: try TextFile.hiddenBytes(file ?? "-", prompt, until: .onlyControlD))
      try await workplace.withAccounts(trustRoots: network.caFile) { accounts in
        // One run remembers nothing: only a server that remembers can find a replay.
        try await accounts.check(handedOver, against: terms, seen: nil).verification.print(by: output)
      }
    }
  }
}

extension HandedOverText.Kind: ExpressibleByArgument {}
