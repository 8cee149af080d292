import Wayleave
import WayleaveBackport
import WayleaveHummingbird

/// Users behind a database that is down while it is broken.
final class BreakableUsers: WebsiteUsers {
  private struct Failure: Error {}

  private let inner = UserRecords(in: MemoryVault())
  private let broken = Lock(false)

  func goDown() { broken.withLock { $0 = true } }

  func user(with identity: Identity) async throws -> String? {
    try check()
    return try await inner.user(with: identity)
  }

  func create(from identity: Identity) async throws -> String? {
    try check()
    return try await inner.create(from: identity)
  }

  func link(_ identity: Identity, to user: String) async throws -> Bool {
    try check()
    return try await inner.link(identity, to: user)
  }

  func unlink(_ identity: Identity, from user: String) async throws -> Bool {
    try check()
    return try await inner.unlink(identity, from: user)
  }

  func identities(of user: String) async throws -> [Identity] {
    try check()
    return try await inner.identities(of: user)
  }

  private func check() throws { if broken.withLock({ $0 }) { throw Failure() } }
}
