import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveWire

/// The account that a command is about, as its first word or by `--account`.
struct AccountArgument: ParsableArguments {
  @Argument(help: "The account, by its name; not needed when there is only one.", completion: CompletedNames.accounts)
  var account: String?

  @OptionGroup var option: AccountOption

  /// The name that was typed; nil when none was.
  var name: String? { account ?? option.name }

  func validate() throws { try Self.requireOne(account, option) }

  /// Refuses two names of which only one can be meant.
  static func requireOne(_ account: String?, _ option: AccountOption) throws {
    guard let account, let other = option.name, !account.hasSameBytes(as: other) else { return }
    throw ValidationError(
      "Name one account: “\(DisplayText.clean(account))”, or with --account “\(DisplayText.clean(other))”.")
  }
}
