import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveTerminal
import WayleaveWire

struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Try it: sign in at two emulated providers and send signed requests, with no account anywhere.")

  @Flag(help: "Approve automatically, without a browser.")
  var noBrowser = false

  @Option(help: "How many seconds to wait for the user.")
  var timeout: Int?

  @OptionGroup(title: "Output") var output: OutputOptions

  func run() async throws {
    // The playground is on this machine: a browser elsewhere could not reach it, so there is nothing to paste.
    let reason = SignInFlow.reasonAgainstBrowser
    let isAutomatic = noBrowser || reason != nil
    if let reason, !noBrowser {
      output.say("Without a browser, because \(reason): the playground approves automatically.")
    }
    let playground = try await DemoPlayground.start(isApproving: isAutomatic)
    defer { playground.stop() }
    output.say("A playground plays two providers at \(playground.description.base). Nothing in it is real.")
    let shown = try await show(playground.description, isAutomatic: isAutomatic)
    if output.isJSON { Console.answer(["demo": .array(shown)]) }
    output.say("\nYou have seen two whole sign-ins, at providers that check every rule.")
    output.say("To sign in yourself, run these, each in its own terminal:")
    output.say("  wayleave playground\n  wayleave login playground-tollgate")
  }

  /// Shows both sign-ins. Their accounts are in memory: nothing of the user's is made or changed.
  private func show(_ playground: PlaygroundDescription, isAutomatic: Bool) async throws -> [JSON] {
    let scenes = DemoScene.scenes(in: playground)
    let agent: any CallbackSource =
      isAutomatic ? SelfApprovalSource() : SignInFlow.loopback(on: SignInScreen(output: output))
    let options = Accounts.SignInOptions(
      timeout: timeout.map { .seconds($0) } ?? Accounts.SignInOptions.usualTimeout)
    let transport = OpenedTransport(trustRoots: nil, certificates: ShownCertificates(), output: output) {}
    // It sets the number of threads. That works only before the first connection.
    try transport.open()
    let accounts = Accounts(
      transport: transport, callbackSource: agent, credentials: CredentialRecords(in: MemoryVault()),
      signIns: SignInRecords(in: MemoryVault()), events: output.listener())
    return try await transport.closing {
      var shown: [JSON] = []
      for scene in scenes {
        output.say("\n\(scene.headline)")
        let signedIn = try await accounts.signIn(to: scene.provider, as: scene.client, options: options)
        output.say("  signed in\(signedIn.stored.who); the credential is stored in \(accounts.credentialLocation)")
        let reply = try await accounts.session(for: signedIn.account).get(scene.request)
        shown.append(try describe(reply, scene: scene, signedIn: signedIn))
        _ = try await accounts.signOut(signedIn.account)
        output.say("  signed out; the credential is removed")
      }
      return shown
    }
  }

  private func describe(_ reply: ResponseMessage, scene: DemoScene, signedIn: SignedIn) throws -> JSON {
    guard reply.status == 200, let identity = signedIn.stored.identity else {
      throw OAuthError(
        .unexpectedAnswer, message: "The playground answered \(reply.status).",
        rule: .wayleave("the demonstration works"), remedy: "Please report this: the playground is part of Wayleave.")
    }
    let name = DisplayText.clean(identity.displayName ?? identity.subject)
    output.say("  GET \(URLRedaction.redact(scene.request)) → \(reply.status)")
    if !output.isJSON { Console.answer("\(scene.provider.title) says: you are \(name), user \(identity.subject).") }
    return [
      "provider": .string(scene.provider.name.text), "name": .string(name), "subject": .string(identity.subject),
      "status": JSON(Int64(reply.status)),
    ]
  }
}
