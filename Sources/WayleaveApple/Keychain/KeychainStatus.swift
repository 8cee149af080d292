#if canImport(Security)
  import Security
  import WayleaveWire

  /// What the keychain answers when it does not do what it was asked for.
  struct KeychainStatus: Error, Equatable {
    let code: OSStatus

    static let notFound = KeychainStatus(code: errSecItemNotFound)
    static let duplicate = KeychainStatus(code: errSecDuplicateItem)

    /// Throws for every answer but “done”.
    static func check(_ code: OSStatus) throws(KeychainStatus) {
      guard code == errSecSuccess else { throw KeychainStatus(code: code) }
    }
  }

  extension OAuthError {
    /// Why the keychain did not do something; one error for each cause that has a remedy of its own.
    ///
    /// `asking` is whether the items ask for their user: then an app that is not in front gets the same answer as a
    /// device that is locked.
    static func keychainFailed(_ status: KeychainStatus, at location: String, asking: Bool = false) -> OAuthError {
      switch status.code {
      case errSecInteractionNotAllowed: asking ? .keychainCannotAsk(location) : .keychainLocked(location)
      case errSecMissingEntitlement: .keychainForbidden(location)
      case errSecDuplicateItem: .storeConflict()
      case errSecUserCanceled: .keychainNotConfirmed(location)
      case errSecAuthFailed: .keychainOfOtherPerson(location)
      default: .keychainBroken(status, location)
      }
    }

    private static func keychainLocked(_ location: String) -> OAuthError {
      OAuthError(
        .storeLocked, message: "The device is locked, so \(location) cannot be used.",
        rule: .wayleave("an item is reachable as far as its protection says"),
        received: .described("“interaction not allowed” (-25308)"),
        remedy: """
          Nothing was changed. Unlock the device and try again. An app that works in the background uses items that \
          are reachable after the first unlock.
          """)
    }

    private static func keychainCannotAsk(_ location: String) -> OAuthError {
      OAuthError(
        .storeLocked, message: "The use of \(location) needs your confirmation, and the system could not ask you.",
        rule: .wayleave("an item that asks for its user is read when the user agrees"),
        received: .described("“interaction not allowed” (-25308)"),
        remedy: """
          Nothing was changed. Unlock the device, bring the app to the front and try again. An app that works in the \
          background asks for no user presence.
          """)
    }

    private static func keychainForbidden(_ location: String) -> OAuthError {
      OAuthError(
        .unsupported, message: "The app is not entitled to use \(location).",
        rule: .wayleave("an app reaches the access groups that it is signed for"),
        received: .described("“missing entitlement” (-34018)"),
        remedy: """
          Nothing was changed. Add the access group under Keychain Sharing, or the group under App Groups, in Signing \
          & Capabilities of the app and of each extension. A program without a signature has no such keychain.
          """)
    }

    private static func keychainNotConfirmed(_ location: String) -> OAuthError {
      OAuthError(
        .cancelled, message: "You did not confirm the use of \(location).",
        rule: .wayleave("an item that asks for its user is read when the user agrees"),
        received: .described("“cancelled” (-128)"),
        remedy: "Nothing was changed. Try again and confirm.")
    }

    private static func keychainOfOtherPerson(_ location: String) -> OAuthError {
      OAuthError(
        .storeLocked, message: "The device did not recognize you, so \(location) stays locked.",
        rule: .wayleave("an item that asks for its user is read when the user agrees"),
        received: .described("“authentication failed” (-25293)"),
        remedy: "Nothing was changed. Try again.")
    }

    private static func keychainBroken(_ status: KeychainStatus, _ location: String) -> OAuthError {
      let words =
        SecCopyErrorMessageString(status.code, nil).map { "\($0)" } ?? "It answers with the status \(status.code)."
      return OAuthError(
        .storeUnreadable, message: "There is a problem with \(location). \(DisplayText.clean(words, limit: 200))",
        rule: .wayleave("a store can be read and written"), received: .described("status \(status.code)"),
        remedy: "Try again. If it repeats, restart the device.")
    }
  }
#endif
