public import Wayleave
import WayleaveSystem
public import WayleaveWire

extension Accounts {
  /// Accounts of this user for one app on this machine: the whole set-up in one line.
  ///
  /// Credentials are encrypted in files below `$XDG_STATE_HOME/app` (`~/.local/state/app`), and their key is a file below
  /// `$XDG_CONFIG_HOME/app` (`~/.config/app`): each in a folder `wayleave` that only this user can open. Sign-ins open the
  /// browser (`LoopbackSource`). A proxy is taken from `HTTPS_PROXY` and `NO_PROXY`. Create one of it per process.
  ///
  /// Throws `configuration.invalid_value` for a name that cannot be the name of a folder, and where `HOME` is not set.
  /// For anything else, such as a passphrase or a vault of your own, use the long form,
  /// `Accounts(transport:callbackSource:credentials:signIns:)`.
  ///
  /// - Parameters:
  ///   - app: the name of the app, for its folders and for the page in the browser: letters, digits, `-`, `_` and `.`.
  ///   - events: gets every step, from any thread; nil for none.
  public static func onThisMachine(
    app: String, events: (@Sendable (Event) -> Void)? = nil
  ) throws(OAuthError) -> Accounts {
    let folders = try AppFolders(app: app, environment: ProcessEnvironment.variable)
    let proxy = try ProxyChoice(environment: ProcessEnvironment.variable)
    let key = FileStoreKey.keyFile(folders.key)
    return Accounts(
      transport: try AsyncHTTPClientTransport(proxy: proxy), callbackSource: LoopbackSource(app: app),
      credentials: CredentialRecords(in: FileVault(directory: folders.credentials, key: key)),
      signIns: SignInRecords(in: FileVault(directory: folders.signIns, key: key)),
      metadata: MetadataRecords(in: FileVault(directory: folders.metadata, key: key)), events: events)
  }

  /// Accounts that are forgotten when the process ends: for tests, and for programs that must leave nothing behind.
  ///
  /// - Parameters:
  ///   - callbackSource: shows authorization pages; nil for a program that signs in in halves.
  ///   - events: gets every step, from any thread; nil for none.
  public static func inMemory(
    callbackSource: (any CallbackSource)? = nil, events: (@Sendable (Event) -> Void)? = nil
  ) throws(OAuthError) -> Accounts {
    let proxy = try ProxyChoice(environment: ProcessEnvironment.variable)
    return Accounts(
      transport: try AsyncHTTPClientTransport(proxy: proxy), callbackSource: callbackSource,
      credentials: CredentialRecords(in: MemoryVault()), signIns: SignInRecords(in: MemoryVault()), events: events)
  }
}
