import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveSignIn
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// The right to show the sign-in of an account: one process has it at a time, so that there is one browser window.
///
/// The system frees the lock when the process ends, however it ends.
struct SignInLock {
  /// How many attempts before this one had no answer, one right after the other.
  let unanswered: Int
  /// The account for which another process has signed in meanwhile, by its fingerprint; nil where none has.
  private let made: String?

  private let place: RuntimeFile
  private let lock: FileLock

  /// After this many attempts without an answer no browser is opened, so that a program in a loop does not open a tab each
  /// time.
  private static let mostUnanswered = 3
  /// After so long the attempts of before no longer count.
  private static let memory: Duration = .seconds(3600)

  /// Takes the lock of a name; waits, and says so in one line, while another process has it.
  ///
  /// Nil where the folder cannot be used: a sign-in does not fail for that. Throws `sign_in.timed_out` at the deadline.
  static func take(
    for name: String, in path: String, until deadline: ContinuousClock.Instant, output: OutputOptions
  ) async throws -> SignInLock? {
    guard let place = RuntimeFile("\(RecordName(.signIn, [Array(name.utf8)]).text).lock", in: path) else { return nil }
    var other: Int32?
    while true {
      guard let file = place.opened else { return nil }
      if let lock = try? FileLock.take(file) {
        let before = place.read().flatMap(Note.init(json:))
        let isRecent = before.map { WallClock.now() - $0.time < memory } ?? false
        let taken = SignInLock(
          unanswered: isRecent ? before?.unanswered ?? 0 : 0, made: other != nil ? before?.account : nil,
          place: place, lock: lock)
        place.write(Note(unanswered: taken.unanswered + 1).json)
        return taken
      }
      guard ContinuousClock.now < deadline else { throw OAuthError.otherSignInTookLong(name) }
      let holder = place.read().flatMap(Note.init(json:))?.process
      if other == nil, let holder {
        other = holder
        output.say(
          "Another sign-in for “\(DisplayText.clean(name))” is open (process \(holder)). "
            + "Waiting for it; Ctrl-C ends this.")
      }
      try await Task.sleep(for: .milliseconds(200))
    }
  }

  /// Whether a browser may be opened.
  var mayOpenBrowser: Bool { unanswered < Self.mostUnanswered }

  /// What another process has signed in to while this one waited, among all accounts; nil where there is nothing, and
  /// where it is at another provider than the one that is named here.
  func result(among all: [StoredCredential], at provider: ProviderName?) -> StoredCredential? {
    guard let made else { return nil }
    return all.first {
      $0.account.fingerprint == made && !$0.isSignedOut && $0.endedBecause == nil
        && (provider == nil || $0.account.provider == provider)
    }
  }

  /// Lets it go, with what became of the sign-in.
  func release(_ ending: Ending) {
    switch ending {
    case .answered(let account): place.write(Note(account: account?.fingerprint).json)
    case .unanswered: place.write(Note(unanswered: unanswered + 1).json)
    case .failed: place.write(Note(unanswered: unanswered).json)
    }
    lock.release()
  }

  /// What became of a sign-in.
  enum Ending {
    /// The user has answered; an account came of it unless that was a no.
    case answered(Account?)
    /// The user has not answered.
    case unanswered
    /// It failed for another reason, which says nothing of the user.
    case failed

    init(_ error: any Error) {
      self =
        switch (error as? OAuthError)?.code {
        case .denied: .answered(nil)
        case .timedOut, .cancelled: .unanswered
        case nil: error is CancellationError ? .unanswered : .failed
        default: .failed
        }
    }
  }
}

extension Account {
  /// What stands for the account in a file that is not encrypted.
  fileprivate var fingerprint: String { RecordName(.credential, nameParts).text }
}

extension SignInLock {
  /// What a process leaves for the next.
  private struct Note {
    var process = ThisProcess.identifier
    var unanswered = 0
    var time = WallClock.now()
    /// The fingerprint of the account that came of it; nil for none.
    var account: String?

    init(unanswered: Int = 0, account: String? = nil) { (self.unanswered, self.account) = (unanswered, account) }

    init?(json: JSON) {
      guard let process = json["process"]?.integer.flatMap(Int32.init(exactly:)),
        let unanswered = json["unanswered"]?.integer, let time = json["time"]?.integer
      else { return nil }
      self.process = process
      self.unanswered = Int(max(0, min(unanswered, 1000)))
      self.time = Instant(secondsSinceEpoch: time)
      account = json["account"]?.string
    }

    var json: JSON {
      [
        "process": JSON(Int64(process)), "unanswered": JSON(Int64(unanswered)),
        "time": JSON(time.secondsSinceEpoch), "account": JSON(account),
      ]
    }
  }
}

extension OAuthError {
  fileprivate static func otherSignInTookLong(_ name: String) -> OAuthError {
    OAuthError(
      .timedOut, message: "Another sign-in for “\(DisplayText.clean(name))” was open all the time.",
      rule: .wayleave("one sign-in of an account at a time is before the user"), remedy: .giveMoreTime)
  }
}
