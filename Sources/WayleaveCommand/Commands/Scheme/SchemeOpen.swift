import ArgumentParser
import Wayleave
import WayleaveAgent
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

struct SchemeOpen: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Hand a callback to the sign-in that waits for it; the desktop runs this.",
    discussion: """
      The URL has a code in it, and other users of this machine can see the
      arguments of a program: `-` reads it from standard input. The code alone is
      of no use to them: it needs the verifier of the sign-in, or the client's
      secret.
      """)

  @Argument(help: "The URL that came; - reads it from standard input.")
  var url: String
  @Flag(help: "Begin a sign-in of our own, after a question, where no one asked for the callback.")
  var startUnsolicited = false
  @OptionGroup var network: NetworkOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func run() async throws {
    do {
      let workplace = try Workplace(output: output)
      try await open(in: workplace)
    } catch let stray as Stray {
      try tell(stray)
      throw stray.error
    } catch {
      tell("The sign-in is not finished. \((error as? OAuthError)?.message ?? "")")
      throw error
    }
  }

  private func open(in workplace: Workplace) async throws {
    let clients = try await workplace.knownClients()
    let arrived: ArrivedCallback
    do throws(OAuthError) { arrived = try ArrivedCallback(try text(), in: workplace, clients: clients) } catch {
      throw Stray(error: error)
    }
    if let signedIn = try await finish(arrived, in: workplace) { return tell(signedIn) }
    // At a terminal the person typed this: no website did.
    let mayAsk =
      FileDescriptor.standardInput.isTerminal || !StrayCallbackFile(in: workplace.folders.runtime).isSilent
    guard startUnsolicited, mayAsk else {
      throw Stray(error: .unsolicited(arrived.url))
    }
    try await UnsolicitedSignIn(arrived, in: workplace).begin()
  }

  private func text() throws(OAuthError) -> String {
    let text = url == "-" ? try TextFile.read("-") : url
    return String(decoding: text.utf8.filter { $0 > 0x20 }, as: UTF8.self)
  }

  /// What came of the sign-in that the callback answers; nil where none waits for it.
  private func finish(_ arrived: ArrivedCallback, in workplace: Workplace) async throws -> String? {
    let holder = arrived.holder
    let answer = try await arrived.answer()
    // The metadata of a client with a certificate is asked for before the sign-in is taken.
    let trusted = await arrived.trustRoots(ofAnswer: answer)
    return try await workplace.withAccounts(
      as: holder, trustRoots: network.caFile,
      trustedBefore: { trusted ?? $0.trustRoots(of: holder?.registered.client.id, at: holder?.provider.name) }
    ) { accounts in
      switch try await accounts.receive(answer, for: holder?.registered.client) {
      case .completed(let signedIn):
        let name = AccountName.of(signedIn.stored, among: try await accounts.all())
        let sentence = signedIn.text(named: name, at: .local)
        output.report(sentence, json: signedIn.json(named: name, storedIn: accounts.credentialLocation))
        return sentence
      case .unsolicited: return nil
      case .notOurs(let error): throw Stray(error: error)
      }
    }
  }

  /// Shows that a callback came which answers nothing, unless too many come.
  private func tell(_ stray: Stray) throws {
    let record = StrayCallbackFile(in: try Folders().runtime)
    let silence =
      "For \(StrayCallbacks.silence.wholeSeconds / 60) minutes, callbacks that no sign-in waits for are not shown."
    guard !stray.isDeclined else {
      record.beSilent()
      return tell(silence)
    }
    switch record.add() {
    case .shown: tell(stray.error.message)
    case .shownLast: tell("\(stray.error.message) \(silence)")
    case .silent: break
    }
  }

  /// Shows what came of it where no one sees our streams: the desktop started us.
  private func tell(_ sentence: String) {
    guard !output.isQuiet, !FileDescriptor.standardError.isTerminal else { return }
    Notification(in: ProcessEnvironment.variables())?.tell(sentence)
  }
}

/// A callback that answers no sign-in of ours.
struct Stray: Error {
  let error: OAuthError
  /// Whether the person has said no to it.
  var isDeclined = false
}

extension OAuthError {
  /// A callback for which nothing waits: one of the past, or of someone else.
  static func unsolicited(_ url: AbsoluteURL) -> OAuthError {
    OAuthError(
      .unsolicitedCallback,
      message: "A callback arrived that no sign-in waits for. Nothing was done with it.", rule: .rfc(6749, "10.12"),
      received: .url(url.text),
      remedy: "To sign in, run `wayleave login PROVIDER`. If you did not begin a sign-in, ignore this.")
  }
}
