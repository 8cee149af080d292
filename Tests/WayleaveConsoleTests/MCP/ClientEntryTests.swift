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
      home: home)
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
