import Wayleave
import WayleaveAgentProtocol
import WayleaveSignIn
import WayleaveSystem
import WayleaveWire

/// Work that takes time, away from the thread that answers.
enum AgentWork: Sendable {
  /// Open the store, with a passphrase where the user gave one.
  case open(passphrase: Secret?, after: UInt64)
  /// Read everything again.
  case read(OpenVaults, after: UInt64)
  /// Compute the SHA-256 of the file of a running program.
  case hash(SeenProgram)
  /// The same of a program by its path.
  case hashFile(String)
  /// Have the credential of an account renewed.
  case renew(Renewal)
  /// Have the revocations sent that sign-outs could not deliver.
  case sendRevocations(passphrase: Secret?)
  /// Ask the person, without a terminal.
  case ask(question: UInt64, sentence: String)
  /// Save a grant.
  case save(Grant, GrantRecords)
  /// Remove saved grants.
  case remove([String], GrantRecords)
}

/// The result of work.
enum AgentEvent: Sendable {
  /// With the number of the opening.
  case opened(Result<(OpenStore, [Grant]), OAuthError>, after: UInt64)
  case read(Result<OpenStore.Contents, OAuthError>)
  case hashed(ProgramFile, String?)
  /// The program at a path and its SHA-256, or why it can have no grant.
  case hashedFile(String, Result<HashedProgram, OAuthError>)
  case renewed(Renewal, AgentFailure?)
  case sentRevocations(Result<[SentRevocation], AgentFailure>)
  case answered(question: UInt64, AgentDecision)
}

/// A program's file and its SHA-256.
struct HashedProgram: Sendable {
  let file: ProgramFile
  let hash: String
}

/// What became of a revocation that a sign-out had left.
struct SentRevocation: Sendable, Equatable {
  /// The name of the account.
  let account: String
  let outcome: LogoutReport.Revocation.Word
}

/// A credential that a program of ours renews.
struct Renewal: Sendable, Hashable {
  let account: Account
  /// What the program calls it.
  let name: String
  /// For how many seconds the token must be valid; nil for the usual.
  let minimumLifetime: Int64?
  /// Whether even a token that is valid by its time is renewed, since the API refused it.
  let isForced: Bool
  /// The passphrase of the store, where it has one.
  let passphrase: Secret?

  /// Whether what another renewal brings is enough.
  func isServed(by other: Renewal) -> Bool {
    let usual = Freshness.margin.wholeSeconds
    return (minimumLifetime ?? usual) <= (other.minimumLifetime ?? usual)
  }

  static func == (left: Renewal, right: Renewal) -> Bool { left.account == right.account }

  func hash(into hasher: inout Hasher) { hasher.combine(account) }
}
