import ArgumentParser

struct MCPCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp", abstract: "Connect an MCP client to a remote server, with the token of an account.",
    usage: "wayleave mcp <url> [<options>]",
    discussion: """
      `wayleave mcp URL` is started by an MCP client, such as Claude or an editor.
      It passes messages between the client and the server at the URL, and keeps
      the token fresh. Sign in first, then put it into the client's configuration:

        wayleave login https://mcp.example.com/mcp
        wayleave mcp install https://mcp.example.com/mcp

      `wayleave mcp run --help` shows the options.
      """,
    subcommands: [MCPRun.self, MCPInstall.self], defaultSubcommand: MCPRun.self)
}
