import Testing
import WayleaveConsole
import WayleaveTestSupport
import WayleaveWire

@Suite("wayleave mcp install: what the configuration of an MCP client says")
struct ClientEntryTests {
  private func entry(
    _ name: String? = nil, _ url: String = "https://mcp.example.com/mcp", account: String? = nil,
    trustRoots: String? = nil, home: String? = nil
  ) throws -> ClientEntry {
    try ClientEntry(
      name: name, for: AbsoluteURL(url), command: "/opt/my tools/wayleave", account: account, trustRoots: trustRoots,
      variables: home.map { [("WAYLEAVE_HOME", $0)] } ?? [])
  }

  private func text(_ client: String, of entry: ClientEntry) throws -> String {
    try #require(entry.texts.first { $0.client.hasPrefix(client) }).text
  }

  @Test("each client gets its own form, with the program, the URL and the account")
  func forms() throws {
    let entry = try entry("notes", account: "work", home: "/tmp/w")
    let arguments: JSON = ["mcp", "https://mcp.example.com/mcp", "--account", "work"]
    let server: JSON = [
      "command": "/opt/my tools/wayleave", "args": arguments, "env": ["WAYLEAVE_HOME": "/tmp/w"],
    ]
    #expect(try JSON(decoding: Array(text("Claude Desktop", of: entry).utf8)) == ["mcpServers": ["notes": server]])
    let typed = JSON.Object(members: [.init(name: "type", value: "stdio")] + (server.object?.members ?? []))
    #expect(try JSON(decoding: Array(text("VS Code", of: entry).utf8)) == ["servers": ["notes": .object(typed)]])
    #expect(
      try text("Codex", of: entry) == """
        [mcp_servers.notes]
        command = "/opt/my tools/wayleave"
        args = ["mcp", "https://mcp.example.com/mcp", "--account", "work"]
        env = { WAYLEAVE_HOME = "/tmp/w" }
        """)
    #expect(
      try text("Claude Code", of: entry)
        == "claude mcp add notes --env WAYLEAVE_HOME=/tmp/w -- '/opt/my tools/wayleave' mcp "
        + "https://mcp.example.com/mcp --account work")
    #expect(try !text("Codex", of: self.entry("notes")).contains("env"))
    // The file of a private CA.
    let trusting = try self.entry(account: "work", trustRoots: "/etc/our ca.pem").arguments
    #expect(trusting == ["mcp", "https://mcp.example.com/mcp", "--account", "work", "--ca-file", "/etc/our ca.pem"])
  }

  @Test(
    "the variables are those without which the program would look elsewhere, and none with a secret",
    arguments: [
      ([:], false, [:]), (["PATH": "/bin", "WAYLEAVE_STORE_PASSPHRASE": "four words", "DISPLAY": ":0"], false, [:]),
      (
        ["XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s", "XDG_RUNTIME_DIR": "/run/user/7", "SSL_CERT_FILE": "a.pem"],
        false, ["XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s", "SSL_CERT_FILE": "/here/a.pem"]
      ),
      (["XDG_RUNTIME_DIR": "/elsewhere"], false, ["XDG_RUNTIME_DIR": "/elsewhere"]),
      (
        ["WAYLEAVE_HOME": "/w", "XDG_STATE_HOME": "/s", "WAYLEAVE_STORE_PASSPHRASE_FILE": "p"], false,
        ["WAYLEAVE_HOME": "/w", "WAYLEAVE_STORE_PASSPHRASE_FILE": "/here/p"]
      ),
      (["HTTPS_PROXY": "http://u:p@proxy", "NO_PROXY": "a.example"], false, ["NO_PROXY": "a.example"]),
      (
        ["DISPLAY": ":0", "BROWSER": "x", "WAYLAND_DISPLAY": "w", "XDG_RUNTIME_DIR": "/run/user/7"], true,
        ["DISPLAY": ":0", "BROWSER": "x", "WAYLAND_DISPLAY": "w", "XDG_RUNTIME_DIR": "/run/user/7"]
      ),
    ] as [([String: String], Bool, [String: String])])
  func variables(set: [String: String], signingIn: Bool, expected: [String: String]) {
    func names(hasTrustRoots: Bool) -> [String: String] {
      let all = ClientEntry.variables(
        { set[$0] }, signingIn: signingIn, hasTrustRoots: hasTrustRoots, runtimeFolder: "/run/user/7",
        absolute: { "/here/\($0)" })
      return Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.value) })
    }
    #expect(names(hasTrustRoots: false) == expected)
    #expect(names(hasTrustRoots: true) == expected.filter { $0.key != "SSL_CERT_FILE" })
  }

  @Test(
    "the name is that of the host, or one that no client has to quote",
    arguments: [
      (nil, "https://mcp.example.com/mcp", "mcp-example-com"), (nil, "http://127.0.0.1:8080/mcp", "127-0-0-1"),
      ("My_notes-2", "https://a.example/", "My_notes-2"),
      ("", "https://a.example/", nil), ("a b", "https://a.example/", nil), ("a.b", "https://a.example/", nil),
      ("größe", "https://a.example/", nil), (String(repeating: "x", count: 65), "https://a.example/", nil),
    ] as [(String?, String, String?)])
  func names(name: String?, url: String, expected: String?) throws {
    if let expected {
      #expect(try entry(name, url).name == expected)
    } else {
      #expect(try refusal { try entry(name, url) } == .invalidValue)
    }
  }
}
