#if canImport(Security)
  import Foundation
  import Security
  package import Wayleave
  package import WayleaveWire

  /// The keychain of a Mac: a place for the key of a store.
  ///
  /// A program that is signed for it has the key in the data protection keychain. A command-line program seldom is: then
  /// the key is in the login keychain, which the password of the user's session unlocks, and which asks the user before
  /// another program reads it.
  ///
  /// Source: TN3137 of Apple, “On Mac keychain APIs and implementations”.
  package struct KeychainKeyring: StoreKeyring {
    /// The keychain of the session.
    package init() {}

    /// “the keychain”.
    package var name: String { "the keychain" }

    /// Whether one of the two takes a key.
    package func isAvailable() -> Bool { reasonAgainst() == nil }

    /// Why neither of the two takes a key; nil where one does.
    package func reasonAgainst() -> String? {
      do throws(KeychainRefusal) {
        // A name of its own: another program may try at the same time.
        let name = "probe \(UUID().uuidString)"
        try put(Data([0]), name, label: "A trial of Wayleave").remove(name)
        return nil
      } catch { return error.words }
    }

    /// The key under an id; nil when there is none. Throws `store.locked` when the keychain does not give it.
    package func key(_ id: String) throws(OAuthError) -> Secret? {
      do throws(KeychainRefusal) {
        // A program that was signed since then finds what it saved before, too.
        for keychain in [Keychain.dataProtection, .login] {
          do throws(KeychainRefusal) {
            if let key = try keychain.key(id) { return Secret(Array(key)) }
          } catch  where error.isMissingEntitlement && keychain == .dataProtection {}
        }
        return nil
      } catch { throw .keychainUnusable(error, name) }
    }

    /// Saves a key under an id; `label` is what “Keychain Access” shows.
    package func put(_ key: Secret, _ id: String, label: String) throws(OAuthError) {
      do throws(KeychainRefusal) { _ = try put(Data(key.exposedBytes), id, label: label) } catch {
        throw .keychainUnusable(error, name)
      }
    }

    /// Removes the key of an id.
    package func remove(_ id: String) throws(OAuthError) {
      do throws(KeychainRefusal) {
        do throws(KeychainRefusal) { try Keychain.dataProtection.remove(id) } catch {
          guard error.isMissingEntitlement else { throw error }
        }
        try Keychain.login.remove(id)
      } catch { throw .keychainUnusable(error, name) }
    }

    /// Saves a key in the first keychain that this program may use, and gives which one that is.
    private func put(_ key: Data, _ id: String, label: String) throws(KeychainRefusal) -> Keychain {
      do throws(KeychainRefusal) {
        try Keychain.dataProtection.put(key, id, label: label)
        return .dataProtection
      } catch {
        guard error.isMissingEntitlement else { throw error }
        try Keychain.login.put(key, id, label: label)
        return .login
      }
    }
  }

  extension OAuthError {
    fileprivate static func keychainUnusable(_ refusal: KeychainRefusal, _ name: String) -> OAuthError {
      OAuthError(
        .storeLocked, message: "The key of the store is in \(name), which cannot be used: \(refusal.words).",
        rule: .wayleave("the key of a store stays where it is"), received: .described("status \(refusal.status)"),
        remedy: """
          Nothing was changed. Log in to the Mac itself, or unlock its keychain in this shell with `security \
          unlock-keychain`. Then try again, and allow this program to read its item.
          """)
    }
  }
#endif
