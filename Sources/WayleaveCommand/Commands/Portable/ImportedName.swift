import Wayleave
import WayleaveConsole
import WayleaveSignIn
import WayleaveWire

/// What an account is called whose user only the other program names.
struct ImportedName {
  /// The name that the other program has for the user; nil for none.
  let user: String?
  let program: String

  /// The credential under its name, and under the key of the account that it can only replace: one of the same program
  /// that has its token or its name.
  func named(_ stored: StoredCredential, among all: [StoredCredential]) -> StoredCredential {
    let others = all.filter { !$0.isSignedOut }
    let own = others.filter {
      $0.account.provider == stored.account.provider && $0.account.client == stored.account.client
    }
    let first = candidates(of: stored).first
    let earlier =
      own.first { $0.credential.sharesToken(with: stored.credential) }
      ?? first.flatMap { own.meant(by: $0).first }
    var stored = stored
    if let earlier {
      stored.account = earlier.account
      stored.identity = earlier.identity
      stored.name = earlier.name
    } else {
      stored.name = candidates(of: stored).first { others.meant(by: $0).isEmpty }
    }
    return stored
  }

  /// `github/joe`; where another account has that name, `github/joe/gh`.
  private func candidates(of stored: StoredCredential) -> [String] {
    guard let user, let provider = stored.account.provider.names.first else { return [] }
    return ["\(provider)/\(user)", "\(provider)/\(user)/\(program)"].filter { name in
      do throws(OAuthError) { try GivenName.require(name) } catch { return false }
      return true
    }
  }
}
