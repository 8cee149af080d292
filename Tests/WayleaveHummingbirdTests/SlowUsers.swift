import Wayleave
import WayleaveBackport
import WayleaveHummingbird

/// Users to whom something else happens while one is created, or an account is added.
final class SlowUsers: WebsiteUsers {
  private let inner = UserRecords(in: MemoryVault())
  private let work = Lock<(@Sendable () async -> Void)?>(nil)

  func meanwhile(_ work: @escaping @Sendable () async -> Void) { self.work.withLock { $0 = work } }

  func user(with identity: Identity) async throws -> String? { try await inner.user(with: identity) }

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
