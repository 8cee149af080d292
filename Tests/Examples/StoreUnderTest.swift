import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

/// The implementations that keep one contract.
enum StoreUnderTest: String, CaseIterable, Sendable {
  case file, memory

  func credentials(in folder: TemporaryFolder) -> any CredentialStore {
    switch self {
    case .file: CredentialRecords(in: FileVault(directory: "\(folder.path)/store", key: .keyFile("\(folder.path)/key")))
    case .memory: CredentialRecords(in: MemoryVault())
    }
  }

  func signIns(
    in folder: TemporaryFolder, now: @escaping @Sendable () -> Instant = { Instant(secondsSinceEpoch: 1000) }
  ) -> any SignInStore {
    switch self {
    case .file:
      SignInRecords(in: FileVault(directory: "\(folder.path)/store", key: .keyFile("\(folder.path)/key")), now: now)
    case .memory: SignInRecords(in: MemoryVault(), now: now)
    }
  }
}
