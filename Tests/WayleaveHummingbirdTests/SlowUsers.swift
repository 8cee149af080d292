import Wayleave
import WayleaveBackport
import WayleaveHummingbird

/// Users to whom something else happens while one is looked up, or created, or an account is added.
final class SlowUsers: WebsiteUsers {
  private let inner = UserRecords(in: MemoryVault())
  private let work = Lock<(@Sendable () async -> Void)?>(nil)
  private let lookUp = Lock<(@Sendable () async -> Void)?>(nil)

  func meanwhile(_ work: @escaping @Sendable () async -> Void) { self.work.withLock { $0 = work } }

  /// Does something once, after the next user was looked up.
  func afterLookUp(_ work: @escaping @Sendable () async -> Void) { lookUp.withLock { $0 = work } }

  func user(with identity: Identity) async throws -> String? {
    let user = try await inner.user(with: identity)
    let work = lookUp.withLock { work -> (@Sendable () async -> Void)? in
      defer { work = nil }
      return work
    }
    await work?()
    return user
  }

  func create(from identity: Identity) async throws -> String? {
    let user = try await inner.create(from: identity)
    await work.withLock { $0 }?()
    return user
  }

  func link(_ identity: Identity, to user: String) async throws -> Bool {
    let isLinked = try await inner.link(identity, to: user)
    await work.withLock { $0 }?()
    return isLinked
  }

  func unlink(_ identity: Identity, from user: String) async throws -> Bool {
    try await inner.unlink(identity, from: user)
  }

  func identities(of user: String) async throws -> [Identity] { try await inner.identities(of: user) }
}
