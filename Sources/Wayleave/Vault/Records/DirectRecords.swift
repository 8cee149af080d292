import WayleaveOAuth2
package import WayleaveSignIn
package import WayleaveWire

/// The tokens that a client got for itself, in a vault, so that other processes use them until they end.
///
/// Providers count what a client asks for. A token that cannot be stored or read is asked for again, and costs nothing
/// else: so nothing here throws.
package struct DirectRecords: Sendable {
  private let vault: any Vault
  private let locks: any RecordLocks

  /// What a client held when it was stored.
  struct Held: Sendable {
    let credential: Credential
    let obtainedAt: Instant
    let client: ClientID
  }

  /// Records in a vault that has its own locks.
  package init(in vault: some Vault & RecordLocks) { (self.vault, locks) = (vault, vault) }

  /// What is stored for a grant, where `isGood`; else what `ask` brings, which is stored. Of several processes one asks.
  func credential(
    of grant: [UInt8], at now: Instant, isGood: @escaping @Sendable (Held) -> Bool,
    by ask: @escaping @Sendable () async -> Result<StoredCredential, OAuthError>
  ) async -> Result<Held, OAuthError> {
    if let held = await held(for: grant), isGood(held) { return .success(held) }
    let asking: @Sendable () async -> Result<Held, OAuthError> = {
      await ask().map { Held(credential: $0.credential, obtainedAt: $0.obtainedAt, client: $0.client.id) }
    }
    let inLock: @Sendable () async -> Result<Held, OAuthError> = {
      if let held = await held(for: grant), isGood(held) { return .success(held) }
      let answer = await asking()
      if case .success(let held) = answer {
        await removeAll(endingBy: now)
        try? await put(held, for: grant)
      }
      return answer
    }
    let locked = try? await locks.withLock(on: Self.recordName(grant), until: .now + Self.patience, inLock)
    // Where nothing can be locked nothing is stored either.
    return if let locked { locked } else { await asking() }
  }

  /// Removes the tokens of a client, and those that have ended.
  package func removeAll(of client: ClientID? = nil, endingBy now: Instant) async {
    for id in (try? await vault.ids(of: .metadata)) ?? [] {
      guard let record = try? await vault.record(id: id, of: .metadata), let json = try? record.json(),
        let held = Held(json)
      else { continue }
      let hasEnded = held.credential.expiresAt.map { $0 <= now } ?? false
      guard hasEnded || held.client == client else { continue }
      try? await vault.remove(id: id, in: nil)
    }
  }

  private func held(for grant: [UInt8]) async -> Held? {
    guard let record = try? await vault.record(named: Self.recordName(grant)), let json = try? record.json() else {
      return nil
    }
    return Held(json)
  }

  private func put(_ held: Held, for grant: [UInt8]) async throws {
    let contents = try vault.contents(of: held.json) { Held($0)?.json == held.json }
    try await vault.replace(Self.recordName(grant), with: contents, expecting: .anything)
  }

  /// For how long a process waits for one that asks: as long as a token request may take.
  private static let patience = Duration.seconds(60)

  /// Like metadata, such a token can be requested again, so it is stored there.
  private static func recordName(_ grant: [UInt8]) -> RecordName {
    RecordName(.metadata, [Array("direct".utf8), grant])
  }
}

extension DirectRecords.Held {
  fileprivate var json: JSON {
    [
      "credential": credential.exposedJSON, "obtained_at": JSON(obtainedAt.secondsSinceEpoch),
      "client": .string(client.text),
    ]
  }

  fileprivate init?(_ json: JSON) {
    guard let credential = json["credential"].flatMap(Credential.init(exposedJSON:)),
      let obtained = json["obtained_at"]?.integer, let client = json["client"]?.string
    else { return nil }
    self.init(
      credential: credential, obtainedAt: Instant(secondsSinceEpoch: obtained), client: ClientID(client))
  }
}
