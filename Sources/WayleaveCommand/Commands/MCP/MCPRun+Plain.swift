import ArgumentParser
import WayleaveTerminal

extension MCPRun {
  /// The command of a line such as `mcp install` prints, read without the argument parser: that takes a third of what there
  /// is to do up to the first request. Nil for any other line, and for one that is refused: the parser then writes the
  /// message.
  ///
  /// Every option has a value here, as the parser would give it. An option without a value ends the program when it is
  /// read.
  init?(_ typed: [String], variables: [String]) {
    let hasAccount = typed.count == 4 && typed[2] == "--account"
    guard typed.first == "mcp", hasAccount || typed.count == 2, variables.allSatisfy({ $0 == "WAYLEAVE_HOME" }),
      let last = typed.last, !last.isEmpty, !last.hasPrefix("-")
    else { return nil }
    self.init()
    server = MCPServer()
    server.url = typed[1]
    account = AccountOption()
    account.name = hasAccount ? last : nil
    signIn = false
    network = NetworkOptions()
    network.caFile = nil
    output = OutputOptions()
    (output.json, output.quiet, output.trace) = (false, false, false)
    assert(UnsetOptions.of(self).isEmpty, "without a value: \(UnsetOptions.of(self))")
    guard (try? server.validate()) != nil else { return nil }
  }
}
