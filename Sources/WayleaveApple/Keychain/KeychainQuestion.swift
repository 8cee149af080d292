#if canImport(Security)
  #if canImport(LocalAuthentication) && !os(tvOS)
    import LocalAuthentication
  #endif
  import Security
  import WayleaveBackport

  /// One question to the person in front of the device, whose answer counts for all items of one reading, and for the
  /// changes that follow it.
  struct KeychainQuestion {
    #if canImport(LocalAuthentication) && !os(tvOS)
      private let context: LAContext?
    #endif

    /// A question with a reason; nil for items that ask no one.
    init(_ reason: String?) {
      #if canImport(LocalAuthentication) && !os(tvOS)
        context = reason.map { reason in
          let context = LAContext()
          #if !os(watchOS)
            context.localizedReason = reason
          #endif
          return context
        }
      #endif
    }

    /// Has a query ask it.
    func ask(in query: inout [String: Any]) {
      #if canImport(LocalAuthentication) && !os(tvOS)
        if let context { query[kSecUseAuthenticationContext as String] = context }
      #endif
    }
  }

  // The calls of a vault use it one after another, on the thread of the vault.
  extension KeychainQuestion: @unchecked Sendable {}

  /// The questions of a vault: each reading has a new one.
  final class KeychainQuestions: Sendable {
    private let reason: String?
    private let last = Lock<KeychainQuestion?>(nil)

    /// Questions with a reason; nil for items that ask no one.
    init(_ reason: String?) { self.reason = reason }

    /// A new question, for a reading.
    func next() -> KeychainQuestion {
      let question = KeychainQuestion(reason)
      last.withLock { $0 = question }
      return question
    }

    /// That of the last reading, for a change. With none the keychain would ask again for each change of a refresh, and
    /// without the reason.
    func latest() -> KeychainQuestion { last.withLock { $0 } ?? next() }
  }
#endif
