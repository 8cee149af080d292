import Wayleave
import WayleaveBackport
import WayleaveConsole
import WayleaveOAuth2
import WayleavePlain
import WayleaveProvider
import WayleaveSignIn
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// The answers that are asked for again and again, without the argument parser: the version, a stored token, and what is
/// stored.
///
/// They are given only where the command would print the same and say nothing else. Nothing but the index of the store is
/// changed, so that in every other case the command begins as if this had not been.
enum QuickAnswer {
  /// Answers; false where the command itself must.
  static func give(to command: PlainCommand?) -> Bool {
    switch command {
    case .version(let isJSON):
      if isJSON { Console.answer(ProgramVersion.ofBuild.json) } else { Console.answer(ProgramVersion.ofBuild.text) }
      return true
    // What waits for the store is taken into it first.
    case .token where hasUnsaved, .status where hasUnsaved: return false
    case .token(let words) where words.isForced: return false
    case .token(let words):
      guard let (stored, all) = try? token(words) else { return false }
      if words.isJSON {
        Console.answer(stored.tokenJSON(named: AccountName.of(stored, among: all)))
      } else {
        Console.answer(exact: stored.credential.shownToken)
      }
      return true
    case .status(let words): return (try? status(words)) ?? false
    case .login, nil: return false
    }
  }

  private static var hasUnsaved: Bool { (try? UnsavedFolder(in: Folders().runtime).isUsed) ?? true }

  /// Prints what is stored; false, or any error, where there is more to do or to say.
  private static func status(_ words: PlainCommand.Words) throws(OAuthError) -> Bool {
    let (all, location) = try accounts { (vault, damages) throws(OAuthError) in
      try CredentialRecords.all(in: vault, damages: damages)
    }
    let found = try words.name.map { (name) throws(OAuthError) in [try AccountName.find(name, among: all)] } ?? all
    guard !found.isEmpty, try areCertain(found) else { return false }
    StatusCommand.answer(found, among: all, location: location, isJSON: words.isJSON)
    return true
  }

  /// Whether nothing else has to be looked up: an account of a playground is as it was while that runs.
  private static func areCertain(_ found: [StoredCredential]) throws(OAuthError) -> Bool {
    let played = found.filter { $0.account.provider.isOfPlayground }
    guard !played.isEmpty else { return true }
    guard let run = PlaygroundPlace(path: try Folders().runtime).run else { return false }
    return played.allSatisfy { $0.provider.playgroundRun == run }
  }

  /// The credential that is asked for, and all among which it was found; nil, or any error, where there is more to do or
  /// to say.
  private static func token(
    _ words: PlainCommand.Words
  ) throws(OAuthError) -> (stored: StoredCredential, all: [StoredCredential])? {
    // On a terminal there is a warning; and the agent must be asked.
    guard !FileDescriptor.standardOutput.isTerminal, !AgentClient.isExpected else { return nil }
    HiddenMemory.hide()
    let name = AccountVariable.account(typed: words.name)
    let all = try accounts { (vault, damages) throws(OAuthError) in
      // What an account is called depends on all of them.
      try CredentialRecords.withoutEntries(answeringTo: words.isJSON ? nil : name, in: vault, damages: damages)
    }.all
    let stored = try AccountName.find(name, among: all)
    guard try areCertain([stored]), isReady(stored, for: words.minimumLifetime, at: WallClock.now()) else { return nil }
    return (stored, all)
  }

  /// Every account and where they are; none where one of them needs the command.
  private static func accounts(
    reading read: (FileVault, RecordDamages) throws(OAuthError) -> [StoredCredential]
  ) throws(OAuthError) -> (all: [StoredCredential], location: String) {
    let folders = try Folders()
    let note: @Sendable (OAuthError) -> Void = { _ in damageWasFound.withLock { $0 = true } }
    // On this thread: a task and a thread for the disk would take longer than the disk.
    let vault = FileVault(directory: folders.credentials, key: Workplace.keyWithoutPassphrase(at: folders.key))
    let all = try read(vault, RecordDamages(isLeftOut: note, isEarlierVersion: note))
    let needsCommand = damageWasFound.withLock({ $0 }) || !all.superseded.isEmpty
    return (needsCommand ? [] : all, vault.location)
  }

  // Neither an `Atomic<Bool>` nor one that is destroyed: to find out what those types conform to takes a tenth of the
  // answer.
  private static let damageWasFound = Lock(false)

  /// Whether the token is good for what is asked, and there is nothing to say of it.
  private static func isReady(_ stored: StoredCredential, for minimum: Int64?, at now: Instant) -> Bool {
    guard stored.endedBecause == nil, case .oauth2 = stored.credential, stored.credential.servesEveryRequest else {
      return false
    }
    let wanted = minimum.map { Duration.seconds($0) }
    return Freshness.atLeast(wanted).isMet(by: stored, at: now)
      && stored.credential.isAlive(for: wanted ?? Freshness.margin, at: now)
  }
}
