/// The files by which systemd starts the agent when the first program asks.
package struct AgentUnits: Sendable {
  package static let socketName = "wayleave-agent.socket"
  package static let serviceName = "wayleave-agent.service"

  /// The absolute path of the program `wayleave`.
  private let program: String
  /// `WAYLEAVE_HOME`; nil for the usual folders.
  private let home: String?
  private let lockAfterMinutes: Int?

  package init(program: String, home: String?, lockAfterMinutes: Int?) {
    (self.program, self.home, self.lockAfterMinutes) = (program, home, lockAfterMinutes)
  }

  package var socket: String {
    """
    [Unit]
    Description=Socket of the Wayleave agent

    [Socket]
    ListenStream=\(home.map { "\(Self.escaped($0))/run" } ?? "%t/wayleave")/agent.sock
    SocketMode=0600
    DirectoryMode=0700
    # The first request comes before the agent runs, and its sender must be known.
    PassCredentials=yes

    [Install]
    WantedBy=sockets.target

    """
  }

  package var service: String {
    let lock = lockAfterMinutes.map { " --lock-after \($0)" } ?? ""
    let environment = home.map { "\nEnvironment=\(Self.quoted("WAYLEAVE_HOME=\($0)"))" } ?? ""
    return """
      [Unit]
      Description=Wayleave agent: gives programs the accounts that you allowed
      Requires=\(Self.socketName)

      [Service]
      ExecStart=\(Self.quoted(program.replacing("$", with: "$$"))) agent run\(lock)\(environment)
      LimitCORE=0
      # Without a limit the agent keeps its memory out of the swap area. The system's own limit for users may refuse it.
      LimitMEMLOCK=infinity
      NoNewPrivileges=yes

      """
  }

  /// A word with spaces and quotation marks, as systemd.syntax(7) has it.
  private static func quoted(_ word: String) -> String {
    "\"\(escaped(word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")))\""
  }

  /// `%` begins a specifier: systemd.unit(5).
  private static func escaped(_ word: String) -> String { word.replacing("%", with: "%%") }
}
