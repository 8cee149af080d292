import ArgumentParser
import Wayleave
import WayleaveBackport
import WayleaveConsole
import WayleaveKeyrings
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Show where accounts are stored, and change the key of the store.",
    subcommands: [Status.self, RotateKey.self, Reset.self], defaultSubcommand: Status.self)

  struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show where accounts are stored, how many there are, and where the key is.",
      discussion: "Sends nothing.")

    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      let workplace = try Workplace(output: output)
      let vault = workplace.accountVault
      let protection = try await workplace.protection()
      let count = try await vault.ids(of: .credential).count
      if output.isJSON {
        Console.answer([
          "folder": .string(vault.location), "accounts": JSON(Int64(count)),
          "protection": JSON(protection?.rawValue),
        ])
      } else {
        Console.answer("Folder: \(DisplayText.clean(vault.location, limit: 300))")
        Console.answer("Accounts: \(count)")
        Console.answer("Key: \(workplace.keyDescription(protection))")
      }
    }
  }

  struct RotateKey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rotate-key", abstract: "Give the store a new key, and encrypt all its records again.",
      discussion: """
        Other commands can go on meanwhile. After an interruption, run it again.
        A key in the kernel keyring (Linux) is gone when this machine restarts: then no
        one can read the store any more. With --to kernel-keyring a store is made where
        there is none. Copies of the store that you made before need the old key, which
        is deleted. Before a new passphrase, end other programs that use the store.
        """)

    enum Place: String, ExpressibleByArgument, CaseIterable {
      case keyFile = "key-file"
      case keyring
      case kernelKeyring = "kernel-keyring"
    }

    @Option(
      help: ArgumentHelp("Where the new key is to be; without it, where the present one is.", valueName: "place"))
    var to: Place?
    @Option(
      help: ArgumentHelp(
        "A file with a new passphrase, which then protects the store; “-” asks for it.", valueName: "file"),
      completion: .file())
    var newPassphraseFile: String?
    @OptionGroup(title: "Output") var output: OutputOptions

    func validate() throws {
      guard to == nil || newPassphraseFile == nil else {
        throw ValidationError("Give --to or --new-passphrase-file, not both.")
      }
    }

    func run() async throws {
      let workplace = try Workplace(output: output)
      let key = try await newKey(in: workplace)
      let count = try await FileVault.changeKey(of: workplace.allVaults, from: workplace.key, to: key)
      if case .kernelKeyring = key { try await workplace.makeVaultsForOneSession() }
      let protection = try await workplace.protection()
      if output.isJSON {
        Console.answer(["records": JSON(Int64(count)), "protection": JSON(protection?.rawValue)])
      } else if protection == nil, count == 0 {
        Console.answer("There is no store yet.")
      } else {
        Console.answer("The store has a new key: \(workplace.keyDescription(protection)).")
        Console.answer(count == 1 ? "1 record was encrypted again." : "\(count) records were encrypted again.")
      }
    }

    private func newKey(in workplace: Workplace) async throws -> FileStoreKey {
      if let newPassphraseFile { return .passphrase(try newPassphrase(from: newPassphraseFile)) }
      switch to {
      case nil: return try await workplace.presentKey()
      case .keyFile?: return .keyFile(workplace.folders.key)
      case .kernelKeyring?: return .kernelKeyring(KernelKeyring())
      case .keyring?:
        guard let keyring = Workplace.keyring else { throw OAuthError.noKeyring() }
        return .keyring(keyring, orKeyFile: workplace.folders.key)
      }
    }
  }
}

extension StoreCommand {
  struct Reset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove everything in the store and its key, and begin again with an empty one.",
      discussion: """
        Accounts, clients, waiting sign-ins and grants of the agent are gone then. Sends
        nothing: tokens are valid at their providers until they expire, unless
        `wayleave logout` revokes them before. A store whose key was in the kernel
        keyring has its new key there too.
        """)

    @Flag(help: "Remove everything. Nothing is removed without it.")
    var yes = false
    @OptionGroup(title: "Output") var output: OutputOptions

    func validate() throws {
      guard yes else { throw ValidationError("This removes all accounts and clients. If you want that, give --yes.") }
    }

    func run() async throws {
      let workplace = try Workplace(output: output, isAsking: false)
      let isForOneSession = await workplace.isForOneSession()
      let newKey = isForOneSession ? FileStoreKey.kernelKeyring(KernelKeyring()) : nil
      try await FileVault.erase(workplace.allVaults, openedBy: workplace.everyKey, beginningWith: newKey)
      let protection: StoreProtection? = isForOneSession ? .kernelKeyring : nil
      if output.isJSON {
        Console.answer(["protection": JSON(protection?.rawValue)])
      } else {
        Console.answer("The store is empty. Key: \(workplace.keyDescription(protection))")
      }
    }
  }
}

extension StoreCommand.RotateKey {
  private func newPassphrase(from file: String) throws(OAuthError) -> Secret {
    let input = PassphraseInput(file: file, protected: "store", option: "--new-passphrase-file")
    let passphrase = try input.chosen()
    guard String(utf8: passphrase.exposedBytes) != nil else { throw .passphraseNotUTF8() }
    output.warnIfShort(passphrase, "the passphrase of this new store", of: "store")
    output.remark(
      "From now on, commands ask for it at a terminal. For scripts, set WAYLEAVE_STORE_PASSPHRASE_FILE to a file with "
        + "it. The way back is `wayleave store rotate-key --to key-file`.")
    return passphrase
  }
}

extension OAuthError {
  fileprivate static func passphraseNotUTF8() -> OAuthError {
    OAuthError(
      .invalidValue, message: "The passphrase is not readable text.", rule: .wayleave("a passphrase is text"),
      remedy: "Nothing was changed. Type it again.")
  }

  fileprivate static func noKeyring() -> OAuthError {
    OAuthError(
      .storeLocked, message: "With WAYLEAVE_HOME the key of the store is always a file.",
      rule: .wayleave("WAYLEAVE_HOME has everything in one folder"),
      remedy: "Nothing was changed. Unset WAYLEAVE_HOME to use the store of the desktop.")
  }
}
