import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// The program of oidc-agent that decrypts its accounts.
struct OIDCAccountPrinter {
  private static let program = "oidc-gen"
  private let path: String

  /// Finds the program; throws where there is none.
  init() throws(OAuthError) {
    guard let path = ExecutableSearch.path(of: Self.program, in: Environment.variable("PATH") ?? "/usr/bin:/bin")
    else { throw .noAccountPrinter() }
    self.path = path
  }

  /// Checks that an account is there, as far as the folder of oidc-agent is known.
  func requireAccount(_ account: String) throws(OAuthError) {
    func isThere(_ path: String) -> Bool { (try? FileStatus.of(path, followingLink: true)) != nil }
    // oidc-gen takes the path of a file, too.
    guard !account.contains("/") else {
      guard isThere(account) else { throw .noForeignAccount(account) }
      return
    }
    let folders =
      Environment.variable("OIDC_CONFIG_DIR").map { [$0] }
      ?? [".config/oidc-agent", ".oidc-agent"].compactMap(ForeignSource.inHome).filter(isThere)
    guard folders.isEmpty || folders.contains(where: { isThere("\($0)/\(account)") }) else {
      throw .noForeignAccount(account)
    }
  }

  /// What it prints for an account. It gets the passphrase by a pipe, and can ask for nothing: it has no terminal.
  func print(_ account: String, by passphrase: Secret) throws(OAuthError) -> [UInt8] {
    let bytes = passphrase.exposedBytes
    // More than a pipe surely holds would wait for the reader, which does not run yet.
    guard bytes.count <= 4095, !bytes.contains(UInt8(ascii: "\n")) else {
      throw .failedAccountPrinter(account, "the passphrase is not one line")
    }
    do {
      let (child, output) = try start(for: account, with: bytes + [UInt8(ascii: "\n")])
      var printed: [UInt8] = []
      while output.waitForInput(), printed.count <= TextFile.maximumSize {
        let some = try output.readSome()
        guard !some.isEmpty else { break }
        printed += some
      }
      guard !Task.isCancelled else { throw OAuthError.inputInterrupted() }
      guard child.waitForEnd() == 0 else { throw OAuthError.failedAccountPrinter(account, nil) }
      return printed
    } catch {
      throw (error as? OAuthError) ?? .failedAccountPrinter(account, (error as? SystemError)?.words)
    }
  }

  /// Starts it; what it prints is read from the descriptor. Our ends of its pipes are closed then.
  private func start(
    for account: String, with passphrase: [UInt8]
  ) throws(SystemError) -> (child: ChildProcess, output: FileDescriptor) {
    let output = try FileDescriptor.pipe()
    let child = try ChildProcess(
      starting: path, words: [Self.program, "--print=\(account)", "--pw-file=/dev/stdin"],
      environment: Self.variables,
      streams: .init(input: try Self.holding(passphrase), output: output.writing, hidesErrors: true))
    return (child, output.reading)
  }

  /// Those of the session, and its own: where its accounts are, for example.
  private static var variables: [String: String] {
    let its = ProcessEnvironment.variables().filter { $0.key.hasPrefix("OIDC_") }
    return ProcessEnvironment.handed(to: .tool).merging(its) { $1 }
  }

  /// A pipe whose other end is closed, with these bytes in it.
  private static func holding(_ bytes: [UInt8]) throws(SystemError) -> FileDescriptor {
    let pipe = try FileDescriptor.pipe()
    try pipe.writing.writeAll(bytes)
    return pipe.reading
  }
}

extension OAuthError {
  fileprivate static func noAccountPrinter() -> OAuthError {
    OAuthError(
      .invalidValue, message: "There is no program oidc-gen here, which opens the accounts of oidc-agent.",
      rule: .wayleave("only oidc-agent reads its own files"),
      remedy:
        "Where oidc-agent is, print the account with `oidc-gen --print ACCOUNT`, and give that to `wayleave import oidc-agent -`."
    )
  }

  fileprivate static func noForeignAccount(_ account: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "oidc-agent has no account “\(DisplayText.clean(account))”.",
      rule: .wayleave("a file that is named can be read"), remedy: "See which there are: `oidc-gen --accounts`.")
  }

  fileprivate static func failedAccountPrinter(_ account: String, _ reason: String?) -> OAuthError {
    let name = DisplayText.clean(account)
    return OAuthError(
      .undecryptableAccountFile,
      message: "oidc-gen did not open the account “\(name)”\(reason.map { ": \($0)" } ?? "").",
      rule: .wayleave("only oidc-agent reads its own files"),
      remedy: "Check the name with `oidc-gen --accounts`, and the passphrase.")
  }
}
