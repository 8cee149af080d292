#if canImport(Security)
  #if canImport(LocalAuthentication) && !os(tvOS)
    import LocalAuthentication
  #endif
  import Security

  /// One question to the person in front of the device, whose answer counts for all items of one reading.
  struct KeychainQuestion {
    #if canImport(LocalAuthentication) && !os(tvOS)
      private let context: LAContext?
    #endif

    /// A question with a reason; nil for items that ask no one.
    init(_ reason: String?) {
      #if canImport(LocalAuthentication) && !os(tvOS)
        context = reason.map { reason in
          let context = LAContext()
          context.localizedReason = reason
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
#endif
