import ArgumentParser

/// The account of a command: `--account NAME` means the same everywhere.
struct AccountOption: ParsableArguments {
  @Option(
    name: [.customShort("a"), .customLong("account")], help: "The account, by its name.",
    completion: CompletedNames.accounts)
  var name: String?
}
