import WayleavePlain
import WayleaveTerminal

extension TokenCommand {
  /// The command of words that were read without the argument parser: to lay out its options takes a quarter of a
  /// refresh. Every option that is read without `--grant` has a value here, as the parser would give it: one without ends
  /// the program when it is read.
  init(_ words: PlainCommand.Words) {
    self.init()
    account = AccountArgument()
    account.option = AccountOption()
    (account.account, account.option.name) = (AccountVariable.account(typed: words.name), nil)
    (minimumLifetime, force, noRefresh) = (words.minimumLifetime, words.isForced, false)
    (echo, reverseAuth, typedForm) = (nil, nil, nil)
    direct = DirectGrantOptions()
    direct.grant = nil
    mail = MailOptions()
    (mail.sasl, mail.user, mail.mail) = (nil, nil, nil)
    acceptDowngrade = false
    network = NetworkOptions()
    network.caFile = nil
    output = OutputOptions()
    (output.json, output.quiet, output.trace) = (words.isJSON, words.isQuiet, false)
  }
}
