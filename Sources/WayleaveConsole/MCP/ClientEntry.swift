package import WayleaveWire

/// What the configuration of an MCP client says to have it start this program for a server.
package struct ClientEntry: Sendable {
  /// How the client calls the server.
  package let name: String
  /// The program, by a path: a client that the desktop starts has another `PATH` than a shell.
  package let command: String
  package let arguments: [String]
  /// The variables that the program needs; a client hands on few of its own.
  package let environment: [Variable]

  /// A variable and its value.
  package typealias Variable = (name: String, value: String)

  /// - Parameters:
  ///   - name: nil for one that is made of the server's host.
  ///   - trustRoots: a PEM file of more certificates to trust, by a path that means it in every folder.
  ///   - signsIn: whether the program opens the browser.
  ///   - variables: see ``variables(_:signingIn:hasTrustRoots:runtimeFolder:absolute:)``.
  package init(
    name: String?, for server: AbsoluteURL, command: String, account: String?, trustRoots: String?,
    signsIn: Bool = false, variables: [Variable] = []
  ) throws(OAuthError) {
    self.name = name ?? Self.name(of: server)
    guard Self.isName(self.name) else { throw .unusableName() }
    self.command = command
    arguments =
      ["mcp", server.text] + (account.map { ["--account", $0] } ?? []) + (trustRoots.map { ["--ca-file", $0] } ?? [])
      + (signsIn ? ["--sign-in"] : [])
    environment = variables
  }

  /// The variables without which the program would find another store, agent, proxy or browser than this one.
  ///
  /// None holds a secret: the passphrase itself is never among them, nor a proxy with a password in its URL.
  ///
  /// - Parameters:
  ///   - variable: the value of a variable here; nil for one that is unset or empty.
  ///   - hasTrustRoots: whether a file of certificates is among the arguments.
  ///   - runtimeFolder: the folder that the program finds by itself where `XDG_RUNTIME_DIR` is not set.
  ///   - absolute: a path that means the same file in every folder.
  package static func variables(
    _ variable: (String) -> String?, signingIn: Bool, hasTrustRoots: Bool, runtimeFolder: String?,
    absolute: (String) -> String
  ) -> [Variable] {
    var names = ["WAYLEAVE_HOME", "WAYLEAVE_STORE_PASSPHRASE_FILE"]
    if variable("WAYLEAVE_HOME") == nil { names += ["XDG_CONFIG_HOME", "XDG_STATE_HOME"] }
    let isElsewhere = variable("WAYLEAVE_HOME") == nil && variable("XDG_RUNTIME_DIR") != runtimeFolder
    if isElsewhere || signingIn { names.append("XDG_RUNTIME_DIR") }
    if !hasTrustRoots { names.append("SSL_CERT_FILE") }
    names += proxies.filter { variable($0)?.contains("@") == false }
    if signingIn { names += desktop }
    return names.compactMap { name in
      variable(name).map { (name, name.hasSuffix("_FILE") ? absolute($0) : $0) }
    }
  }

  private static let proxies = [
    "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
  ]
  /// What a browser needs to open on the user's screen.
  private static let desktop = [
    "BROWSER", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS",
  ]

  /// The entry for one client.
  package struct Text: Sendable {
    /// For people, what it is for.
    package let client: String
    /// Where it goes.
    package let place: String
    package let text: String
  }

  /// The entries, for each client that has another form or another place.
  package var texts: [Text] {
    let variables = environment.flatMap { ["--env", "\($0.name)=\($0.value)"] }
    let added = ["claude", "mcp", "add", name] + variables + ["--", command] + arguments
    return [
      Text(client: "Claude Code", place: "type in a shell", text: added.map(Self.word).joined(separator: " ")),
      Text(
        client: "Claude Desktop, Cursor, Windsurf and others",
        place: "claude_desktop_config.json, ~/.cursor/mcp.json, .mcp.json and their like",
        text: Self.indented(["mcpServers": entries([:])])),
      Text(
        client: "VS Code", place: ".vscode/mcp.json, or “MCP: Open User Configuration”",
        text: Self.indented(["servers": entries(["type": "stdio"])])),
      Text(client: "Codex", place: "~/.codex/config.toml", text: toml),
    ]
  }

  /// The whole as `--json` has it.
  package var json: JSON {
    [
      "name": .string(name), "command": .string(command), "args": JSON(arguments), "env": variables,
      "entries": .array(
        texts.map {
          ["client": .string($0.client), "place": .string($0.place), "text": .string($0.text)]
        }),
    ]
  }

  /// The entry under its name, behind what its client wants first.
  private func entries(_ first: JSON) -> JSON {
    var entry = first.object ?? JSON.Object()
    entry["command"] = .string(command)
    entry["args"] = JSON(arguments)
    if !environment.isEmpty { entry["env"] = variables }
    var entries = JSON.Object()
    entries[name] = .object(entry)
    return .object(entries)
  }

  private var variables: JSON {
    .object(JSON.Object(members: environment.map { .init(name: $0.name, value: .string($0.value)) }))
  }

  /// TOML 1.0, "String": a basic string has the escapes of JSON.
  private var toml: String {
    var lines = [
      "[mcp_servers.\(name)]", "command = \(Self.quoted(command))",
      "args = [\(arguments.map(Self.quoted).joined(separator: ", "))]",
    ]
    if !environment.isEmpty {
      lines.append("env = { \(environment.map { "\($0.name) = \(Self.quoted($0.value))" }.joined(separator: ", ")) }")
    }
    return lines.joined(separator: "\n")
  }

  private static func quoted(_ text: String) -> String { JSON.string(text).encodedText() }

  private static func indented(_ json: JSON) -> String { json.indented(upTo: .max) ?? json.encodedText() }

  /// A text as one word of a shell.
  private static func word(_ text: String) -> String {
    let isOption = text.hasPrefix("--") && text.utf8.allSatisfy(\.isUnreserved)
    return isOption ? text : Remedy.argument(text) ?? ShellWord.quoted(text)
  }

  /// What no client, and no key of TOML, has to quote.
  private static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isUnreserved && !".~".utf8.contains($0) }
  }

  private static func name(of server: AbsoluteURL) -> String {
    let host = (server.host ?? "").utf8.map { $0.isUnreserved && !".~".utf8.contains($0) ? $0 : UInt8(ascii: "-") }
    return String(String(decoding: host, as: UTF8.self).drop { $0 == "-" }.prefix(64))
  }
}

extension OAuthError {
  fileprivate static func unusableName() -> OAuthError {
    OAuthError(
      .invalidValue, message: "This cannot be the name of an MCP server.",
      rule: .wayleave("a name needs no quotes in any client"),
      expected: "1 to 64 letters of ASCII, digits, hyphens and underscores",
      remedy: "Use letters, digits, “-” and “_” alone: `--name notes`.")
  }
}
