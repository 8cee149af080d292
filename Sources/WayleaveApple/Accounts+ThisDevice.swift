#if canImport(AuthenticationServices) && canImport(CryptoKit) && canImport(Security)
  public import Wayleave
  public import WayleaveWire

  extension Accounts {
    /// Accounts of this app on this device: the whole set-up in one line.
    ///
    /// Credentials and begun sign-ins are in the keychain (``KeychainVault``), sign-ins open the browser sheet
    /// (``WebAuthenticationSource``), and requests go by `URLSession` (``URLSessionTransport``). Tokens that are bound to
    /// a key have it in the Secure Enclave, where the device has one (``SecureEnclaveKeys``). Create one of it per process.
    /// An extension makes its `Accounts` of their parts, with the window for the sheet. Throws
    /// `configuration.unsupported` where the app is not signed for the group.
    ///
    /// - Parameters:
    ///   - appGroup: the group in which the app shares its accounts with its extensions, and with other apps of its
    ///     team; nil for none.
    ///   - callbackSource: shows authorization pages; nil for the browser sheet over the window in front.
    ///   - events: gets every step, from any thread; nil for none.
    @available(iOSApplicationExtension, unavailable, message: "an extension makes its Accounts of their parts")
    @available(macCatalystApplicationExtension, unavailable, message: "an extension makes its Accounts of their parts")
    @available(visionOSApplicationExtension, unavailable, message: "an extension makes its Accounts of their parts")
    public static func onThisDevice(
      appGroup: String? = nil, callbackSource: (any CallbackSource)? = nil, events: (@Sendable (Event) -> Void)? = nil
    ) throws(OAuthError) -> Accounts {
      let vault: KeychainVault
      if let appGroup { vault = try KeychainVault(appGroup: appGroup) } else { vault = try KeychainVault() }
      return Accounts(
        transport: URLSessionTransport(), callbackSource: callbackSource ?? WebAuthenticationSource(),
        credentials: CredentialRecords(in: vault), signIns: SignInRecords(in: vault),
        metadata: MetadataRecords(in: vault), keys: SecureEnclaveKeys(in: vault), events: events)
    }
  }
#endif
