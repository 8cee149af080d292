import Wayleave
import WayleaveSignIn
import WayleaveWire

/// The sign-ins of a website that have begun, in a bounded number.
///
/// Anyone can begin a sign-in, so their number is not the website's to choose. Each process counts its own; those of a
/// process that has ended go when their time is over.
struct WaitingSignIns: Sendable {
  private let records: WebsiteRecords
  private let accounts: Accounts
  private let order: WaitingOrder

  init(in records: WebsiteRecords, of accounts: Accounts, maximum: Int) {
    self.records = records
    self.accounts = accounts
    order = WaitingOrder(maximum: maximum)
  }

  /// Stores a sign-in under the key that its callback names.
  func put(
    _ signIn: WaitingSignIn, under key: SignIn.Key, of client: String?, at now: Instant
  ) async throws(OAuthError) {
    do throws(OAuthError) {
      if let dropped = order.add(key, of: client) {
        // Where nothing can be removed, nothing is added: the bound holds in the store as well.
        try await records.remove(.signIn(dropped.bytes))
        try await accounts.forget(dropped)
      }
      try await records.sweep(at: now)
      try await records.write(signIn.json, as: .signIn(key.bytes))
    } catch {
      order.remove(key)
      // Without its record, no callback finishes it. It goes when its time is over; why it is here is what is thrown.
      try? await accounts.forget(key)
      throw error
    }
  }

  /// Hands over the sign-in of a key, once; nil for none, and for one whose time is over.
  func take(_ key: SignIn.Key, at now: Instant) async throws(OAuthError) -> WaitingSignIn? {
    let name = RecordName.signIn(key.bytes)
    guard let (json, revision) = try await records.read(name),
      try await records.remove(name, expecting: .revision(revision))
    else { return nil }
    order.remove(key)
    return WaitingSignIn(json: json).flatMap { now < $0.end ? $0 : nil }
  }
}
