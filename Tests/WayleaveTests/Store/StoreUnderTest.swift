import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

/// The implementations that keep one contract.
enum StoreUnderTest: String, CaseIterable, Sendable {
  case file, memory

  func credentials(in folder: TemporaryFolder) -> any CredentialStore {
    switch self {
    case .file: FileCredentialStore(directory: "\(folder.path)/store", key: .keyFile("\(folder.path)/key"))
    case .memory: MemoryCredentialStore()
    }
  }

  func signIns(
    in folder: TemporaryFolder, now: @escaping @Sendable () -> Instant = { Instant(secondsSinceEpoch: 1000) }
  ) -> any SignInStore {
    switch self {
    case .file: FileSignInStore(directory: "\(folder.path)/store", key: .keyFile("\(folder.path)/key"), now: now)
    case .memory: MemorySignInStore(now: now)
    }
  }
}
