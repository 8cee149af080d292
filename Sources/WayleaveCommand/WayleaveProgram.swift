import ArgumentParser
import WayleaveConsole
import WayleavePlain
import WayleaveTerminal

/// The root of the command line.
struct WayleaveProgram: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wayleave",
    abstract: "OAuth for the command line: sign in once, store the credential safely, send signed requests.",
    discussion: """
      Try it with no account anywhere:  wayleave demo

      Every option --some-name can also be set by WAYLEAVE_SOME_NAME; a typed
      option counts first. WAYLEAVE_HOME puts all files under one folder. Give
      secrets by a file, by standard input, or by WAYLEAVE_CLIENT_SECRET,
      WAYLEAVE_TOKEN_SECRET and WAYLEAVE_STORE_PASSPHRASE, never as an argument.

      Exit codes:
        0 done · 1 another failure · 2 denied or cancelled · 3 network
        4 sign-in needed · 5 the provider refused · 6 store · 7 the agent refused
        8 a check failed · 9 timed out · 64 wrong usage · 130 interrupted
      """,
    version: ProgramVersion.ofBuild.text,
    subcommands: [
      DemoCommand.self, LoginCommand.self, TokenCommand.self, RequestCommand.self, MCPCommand.self, StatusCommand.self,
      LogoutCommand.self, GitCredentialCommand.self, DockerCredentialCommand.self,
      KubeCredentialCommand.self, AccountsCommand.self, ExportCommand.self, ImportCommand.self, StoreCommand.self,
      InspectCommand.self,
      VerifyCommand.self,
      ProvidersCommand.self, ClientsCommand.self, SchemeCommand.self, AgentCommand.self, PlaygroundCommand.self,
      CompletionCommand.self,
      VersionCommand.self, DoctorCommand.self, TraceCommand.self,
    ])
}
