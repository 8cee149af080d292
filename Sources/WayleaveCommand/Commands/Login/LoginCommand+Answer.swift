import Wayleave
import WayleaveConsole
import WayleaveSignIn
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// What `login` prints.
extension LoginCommand {
  /// Tells the user what came of the sign-in, which may change what other accounts are called.
  func tell(
    _ signedIn: SignedIn, at target: Target, before: [StoredCredential], in accounts: Accounts
  ) async throws {
    // Another user of this machine, or a website, could have answered with an account of theirs.
    if target.startsApp { output.say("The answer came from an app. Check that this account is yours.") }
    let after = try await accounts.all()
    let name = AccountName.of(signedIn.stored, among: after)
    if let reason = signedIn.unidentifiedBecause { output.say(DisplayText.clean(reason)) }
    if let note = signedIn.noteOnOpenID(asking: Self.words(of: scopes)) { output.say(note) }
    // What another process asked for is not known here. An account asks for what it has, too.
    let held = target.provider == nil ? before.first { $0.account == signedIn.account }?.scopesToKeep : []
    if !isResumed, let held, let note = signedIn.noteOnMoreScopes(asking: held + target.options.scopes) {
      output.say(note)
    }
    if output.isJSON { return Console.answer(signedIn.json(named: name, storedIn: accounts.credentialLocation)) }
    guard !output.isQuiet else { return }
    Console.answer(signedIn.text(named: name, at: .local))
    let profile = signedIn.stored.profile.filter { $0.name != "handle" }
    for line in TextLayout(for: .standardOutput).columns(profile, inside: 2) { Console.answer(line) }
    output.say("Stored in \(accounts.credentialLocation).")
    for sentence in AccountName.changes(by: signedIn.account, before: before, after: after) { output.say(sentence) }
  }
}
