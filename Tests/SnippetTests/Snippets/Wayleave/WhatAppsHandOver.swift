import Wayleave
import WayleaveProvider
import WayleaveWire

/// What WhatAppsHandOver.md shows of a code.
func verifyCode(
  accounts: Accounts, client: Client, code: Secret, verifier: CodeVerifier, redirectURI: RedirectURI, nonce: Secret
) async throws {
  // snippet: a code
  let seen = SeenInMemory()
  let verified = try await accounts.verify(
    .code(code, verifier: verifier, redirectURI: redirectURI), of: .issuer("https://issuer.example"), as: client,
    nonce: .exact(nonce), seen: seen)
  print("Welcome, \(verified.identity.displayName ?? verified.identity.subject)")
  // end of snippet
}

/// What WhatAppsHandOver.md shows of the tokens that a code brings.
func keep(_ verified: VerifiedHandOver, accounts: Accounts, client: Client) async throws {
  // snippet: kept
  guard let credential = verified.credential else { return }
  let signedIn = try await accounts.adopt(
    credential, of: .issuer("https://issuer.example"), as: client, identity: verified.identity)
  let profile = try await accounts.session(for: signedIn.account).get("https://issuer.example/me")
  // end of snippet
  _ = profile
}

/// Stands for a database of the reader.
struct Database: Sendable {
  let hasRow: @Sendable (String, Int64) async throws -> Bool
  let write: @Sendable (String, Int64) async throws -> Bool

  func hasRow(_ key: String, endingAfter time: Int64) async throws -> Bool { try await hasRow(key, time) }

  /// Writes a row; false where its key is there already.
  func insert(_ key: String, end: Int64) async throws -> Bool { try await write(key, end) }
}

// snippet: a memory
struct SeenInDatabase: SeenOnce {
  let database: Database

  func contains(_ mark: String, at now: Instant) async throws -> Bool {
    try await database.hasRow(mark, endingAfter: now.secondsSinceEpoch)
  }

  func remember(_ mark: String, until end: Instant, at now: Instant) async throws -> Bool {
    try await database.insert(mark, end: end.secondsSinceEpoch)
  }
}
// end of snippet

/// What WhatAppsHandOver.md shows of a rule.
func setRule(of provider: inout Provider) throws {
  // snippet: a rule
  provider.handOver = HandOverRule(
    inspection: TokenInspectionRule(
      endpoint: try Endpoint("https://graph.example/debug_token"), client: "data.app_id",
      tokenParameter: "input_token", appTokenParameter: "access_token", valid: "data.is_valid",
      user: "data.user_id", expiresAt: ["data.expires_at"], scopes: "data.scopes"))
  // end of snippet
}
