import ArgumentParser

struct AgentCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "agent",
    abstract: "Run the agent, which gives programs the accounts that you allow.",
    discussion: """
      The agent asks you once for each program, account and kind of access. It never
      gives a refresh token away. While it runs, `wayleave token` and
      `wayleave request` ask it. `wayleave agent` alone shows its status.

      It has never run on a Mac: `wayleave agent install` says more.
      """,
    subcommands: [
      AgentRun.self, AgentStatus.self, AgentLock.self, AgentUnlock.self, AgentGrants.self, AgentStop.self,
      AgentInstall.self,
      AgentUninstall.self,
    ], defaultSubcommand: AgentStatus.self)
}
