import Wayleave
import WayleaveOAuth2
import WayleaveWire

extension Operation {
  /// A store of accounts in files below the folder of the data. `ours.store-make` makes it; the others read it.
  static func store(_ name: String, in folder: String) throws -> Operation? {
    let vault = FileVault(directory: "\(folder)/store", key: .keyFile("\(folder)/store.key"))
    let records = CredentialRecords(in: vault)
    return switch name {
    case "ours.store-make":
      Operation(waiting: { count in
        for number in 0..<count {
          let stored = try sample(number)
          let held = number == 0 ? try await records.load(stored.account) : nil
          try await records.replace(stored.account, with: stored, expecting: held?.revision)
        }
        return String(count)
      })
    case "ours.store-all":
      Operation(run: { count in
        var found = 0
        for _ in 0..<count { found = try CredentialRecords.all(in: vault, damages: RecordDamages()).count }
        return String(found)
      })
    case "ours.store-all-without-entries":
      Operation(run: { count in
        var found = 0
        for _ in 0..<count {
          found = try CredentialRecords.withoutEntries(answeringTo: nil, in: vault, damages: RecordDamages()).count
        }
        return String(found)
      })
    case "ours.store-find":
      Operation(run: { count in
        var found = 0
        for _ in 0..<count {
          let vault = FileVault(directory: "\(folder)/store", key: .keyFile("\(folder)/store.key"))
          found = try CredentialRecords.withoutEntries(
            answeringTo: "github/person-77", in: vault, damages: RecordDamages()
          ).count
        }
        return String(found)
      })
    case "ours.store-load":
      Operation(waiting: { count in
        let account = try sample(0).account
        var found = 0
        for _ in 0..<count where try await records.load(account) != nil { found += 1 }
        return String(found)
      })
    default: nil
    }
  }

  private static func sample(_ number: Int) throws -> StoredCredential {
    guard let provider = Provider.builtIn(named: "github") else { throw SampleStoreFailure() }
    let account = Account(provider: "github", client: "Iv1.0123456789abcdef", subject: String(1_000_000 + number))
    return StoredCredential(
      account: account, provider: provider, client: try Client(id: "Iv1.0123456789abcdef"),
      name: number % 10 == 0 ? "work-\(number)" : nil,
      credential: .oauth2(
        .init(
          accessToken: Secret("ghu_0123456789abcdefghijklmnopqrstuvwxyz\(number)"),
          refreshToken: Secret("ghr_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ\(number)"),
          scopes: ["read:user", "repo"], expiresAt: Instant(secondsSinceEpoch: 4_000_000_000))),
      identity: Identity(
        issuer: Issuer("https://github.com"), subject: String(1_000_000 + number), displayName: "Person \(number)",
        handle: "person-\(number)", email: "person-\(number)@example.com"),
      obtainedAt: Instant(secondsSinceEpoch: 1_800_000_000))
  }
}

private struct SampleStoreFailure: Error {}
