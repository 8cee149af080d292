import Wayleave
import WayleaveSignIn
import WayleaveWire

/// The sign-ins of a website that have begun, in a bounded number.
///
/// Anyone can begin a sign-in, so their number is not the website's to choose. Each process counts its own; those of a
/// process that has ended go when their time is over. What the website knows of one is a note in its record.
struct WaitingSignIns: Sendable {
  private let accounts: Accounts
  private let order: WaitingOrder

  init(of accounts: Accounts, maximum: Int) {
    self.accounts = accounts
    order = WaitingOrder(maximum: maximum)
  }

  /// Makes room for a sign-in before it begins. Where nothing can be removed, none begins: the bound holds in the store as
  /// well.
  func makeRoom(for client: String?) async throws(OAuthError) {
    if let dropped = order.makeRoom(for: client) { try await accounts.forget(dropped) }
  }

  /// Counts a sign-in that has begun. Of many that begin at once, each makes room for itself.
  func add(_ key: SignIn.Key, of client: String?) async throws(OAuthError) {
    guard let dropped = order.add(key, of: client) else { return }
    do throws(OAuthError) { try await accounts.forget(dropped) } catch {
      order.remove(key)
      // It goes when its time is over; why it is here is what is thrown.
      try? await accounts.forget(key)
      throw error
    }
  }

  /// Counts a sign-in no more: its callback has come.
  func remove(_ key: SignIn.Key) { order.remove(key) }
}
