import Crypto
import WayleaveWire

/// The key that opens a store, and where it comes from.
struct StoreOpening: Sendable {
  let protection: StoreHeader.Protection
  let key: SymmetricKey
}

extension FileStoreKey {
  /// The keys of a store by its header; nil where this is no key for such a store.
  ///
  /// Throws `store.damaged` when the key is missing or another one.
  func keys(for header: StoreHeader, of path: String) throws(OAuthError) -> StoreKeys? {
    guard let candidates = try candidates(for: header.protection, of: path) else { return nil }
    guard let keys = candidates.lazy.compactMap(header.keys).first else {
      throw .storeKeyWrong(path, isPassphrase: isPassphrase)
    }
    return keys
  }

  private func candidates(
    for protection: StoreHeader.Protection, of path: String
  ) throws(OAuthError) -> [SymmetricKey]? {
    switch (protection, self) {
    case (.keyFile, .keyFile(let keyPath)), (.keyFile, .keyring(_, let keyPath)):
      let keys = try KeyFile(keyPath).read().keys
      guard !keys.isEmpty else { throw .storeKeyMissing(keyPath, of: path) }
      return keys
    case (.passphrase(let cost, let salt), .passphrase(let passphrase, _)):
      guard let key = cost.key(from: passphrase, salt: salt) else { throw .storePassphraseUnusable() }
      return [key]
    case (.keyring(let id), .keyring(let keyring, _)):
      guard let key = try keyring.key(id.hexadecimal) else { throw .storeKeyMissing(in: keyring.name, of: path) }
      return [SymmetricKey(data: key.exposedBytes)]
    case (.kernelKeyring(let id), .kernelKeyring(let keyring)):
      guard let key = try keyring.key(id.hexadecimal) else {
        throw KernelKeyPlace.here.isGone(id)
          ? .storeKeyGone(from: keyring.name, of: path) : .storeKeyElsewhere(in: keyring.name, of: path)
      }
      return [SymmetricKey(data: key.exposedBytes)]
    default: return nil
    }
  }

  /// The key of a store that is made now; nil while another process chooses the place.
  ///
  /// The first store chooses between the keyring and the key file, and the later ones have theirs in the same place.
  func ofNewStore() throws(OAuthError) -> FileStoreKey? {
    switch self {
    case .either(let first, _): return try first.ofNewStore()
    case .keyring(let keyring, let path):
      switch try KeyFile(path).read(choosing: keyring.isAvailable) {
      case nil: return nil
      case .keys?, .nothing?: return .keyFile(path)
      case .inKeyring?: return self
      }
    case .keyFile, .passphrase, .kernelKeyring: return self
    }
  }

  /// Chooses where the keys of a user's stores are, where no store has chosen yet. A place that was chosen stays.
  package func choosePlace(inKeyring isInKeyring: Bool) throws(OAuthError) {
    guard case .keyring(_, let path) = alternatives[0] else { return }
    _ = try KeyFile(path).read { isInKeyring }
  }

  /// A key for a new store, or a new one for a store that has one; nil while another process makes one.
  func newOpening(of path: String) throws(OAuthError) -> StoreOpening? {
    var random = SystemRandomNumberGenerator()
    switch self {
    case .passphrase(let passphrase, let cost):
      let salt = RandomText.bytes(StoreHeader.saltSize, using: &random)
      guard let key = cost.key(from: passphrase, salt: salt) else { throw .storePassphraseUnusable() }
      return StoreOpening(protection: .passphrase(cost, salt: salt), key: key)
    case .keyring(let keyring, _):
      var random = SystemRandomNumberGenerator()
      let id = RandomText.bytes(StoreHeader.saltSize, using: &random)
      return StoreOpening(protection: .keyring(id: id), key: try Self.newKey(of: path, in: keyring, under: id))
    case .kernelKeyring(let keyring):
      let id = KernelKeyPlace.here.newID()
      return StoreOpening(protection: .kernelKeyring(id: id), key: try Self.newKey(of: path, in: keyring, under: id))
    case .either(let first, _): return try first.newOpening(of: path)
    case .keyFile(let keyPath):
      return try KeyFile(keyPath).readOrCreate().map { StoreOpening(protection: .keyFile, key: $0) }
    }
  }

  /// Puts a new key into a keyring, and verifies that it is there.
  private static func newKey(
    of path: String, in keyring: any StoreKeyring, under id: [UInt8]
  ) throws(OAuthError) -> SymmetricKey {
    let key = SymmetricKey(size: .bits256)
    let secret = Secret(key.withUnsafeBytes { Array($0) })
    try keyring.put(secret, id.hexadecimal, label: "The key of \(DisplayText.clean(path, limit: 300))")
    guard try keyring.key(id.hexadecimal) == secret else { throw .storeCannotHold(keyring.name) }
    return key
  }

  /// Removes the key of a store from the keyring, if it is in this one; what fails there leaves a key that opens nothing.
  func forget(_ protection: StoreHeader.Protection) {
    switch (protection, self) {
    case (.keyring(let id), .keyring(let keyring, _)), (.kernelKeyring(let id), .kernelKeyring(let keyring)):
      try? keyring.remove(id.hexadecimal)
    default: break
    }
  }
}

extension StoreHeader.Protection {
  /// The error of a store that is opened by something else than was given.
  func mismatch(_ path: String, byPassphrase isPassphraseGiven: Bool) -> OAuthError {
    switch self {
    case .passphrase: .storeProtectedOtherwise(path, byPassphrase: true)
    case .keyFile: .storeProtectedOtherwise(path, byPassphrase: false)
    case .keyring, .kernelKeyring: isPassphraseGiven ? .storeHasNoPassphrase(path) : .storeNeedsKeyring(path)
    }
  }
}
