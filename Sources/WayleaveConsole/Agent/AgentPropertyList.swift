/// The file by which launchd runs the agent while the user is signed in: launchd.plist(5).
///
/// The agent has run on no Mac yet. One that ends with a failure is not started again, since it would fail again every ten
/// seconds: `KeepAlive` is for crashes alone.
package struct AgentPropertyList: Sendable {
  package static let label = "wayleave.agent"

  private let words: [String]
  private let home: String?
  private let log: String

  /// `program` is the absolute path of `wayleave`; `home` is `WAYLEAVE_HOME`, nil for the usual folders; `log` is the file
  /// for what the agent says.
  package init(program: String, home: String?, log: String, lockAfterMinutes: Int?) {
    words = [program, "agent", "run"] + (lockAfterMinutes.map { ["--lock-after", "\($0)"] } ?? [])
    (self.home, self.log) = (home, log)
  }

  package var text: String {
    let variables = home.map {
      "\n  <key>EnvironmentVariables</key><dict><key>WAYLEAVE_HOME</key><string>\(Self.escaped($0))</string></dict>"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict>
        <key>Label</key><string>\(Self.label)</string>
        <key>ProgramArguments</key><array>\(words.map { "<string>\(Self.escaped($0))</string>" }.joined())</array>
        <key>RunAtLoad</key><true/>
        <key>KeepAlive</key><dict><key>Crashed</key><true/></dict>
        <key>StandardErrorPath</key><string>\(Self.escaped(log))</string>\(variables ?? "")
      </dict></plist>

      """
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
