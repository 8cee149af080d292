import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import WayleavePlayground

@Suite("MCP 2025-11-25, Authorization: what opens the API with tools")
struct TollgateToolsAccessTests {
  @Test func `the challenge names the metadata and the scope, and the metadata names the API and the issuer`()
    async throws
  {
    try await TestPlayground.withTollgate { playground in
      let refused = try await playground.tools(TestPlayground.message("ping"))
      let challenge = try #require(ResourceChallenge(reading: refused))
      #expect(refused.status == 401 && challenge.failure == nil && challenge.scopes == ["tools"])
      let address = try #require(challenge.resourceMetadata)
      let metadata = try ProtectedResourceMetadata(
        reading: try await playground.visitor.open(address.text), for: playground.tollgate.toolsEndpoint.url)
      #expect(metadata.authorizationServers.map(\.text) == [playground.tollgate.issuer.text])
      #expect(metadata.scopes == ["tools"])
    }
  }

  @Test func `RFC 8707 §2: a token for another API opens nothing, and one that names the origin does`() async throws {
    try await TestPlayground.withTollgate { playground in
      let foreign = try await playground.toolToken(resource: playground.tollgate.notesEndpoint.url.text)
      let refused = try await playground.tools(TestPlayground.initialize("2025-11-25"), with: foreign)
      #expect(refused.status == 401 && refused.challengeError == "invalid_token")
      for name in [playground.base, playground.base + "/", playground.tollgate.toolsEndpoint.url.text] {
        let token = try await playground.toolToken(nil, resource: name)
        #expect(
          try await playground.tools(TestPlayground.initialize("2025-11-25"), with: token).status == 200, "\(name)")
        #expect(
          try await playground.ask(playground.tollgate.notesEndpoint, with: token).challengeError == "invalid_token")
      }
    }
  }

  @Test func `GET is 405, and a page of another site is turned away whatever it has`() async throws {
    try await TestPlayground.withTollgate { playground in
      let token = try await playground.toolToken()
      #expect(try await playground.ask(playground.tollgate.toolsEndpoint, with: token).status == 405)
      let page = try await playground.tools(
        TestPlayground.initialize("2025-11-25"), with: token, ["Origin": "https://evil.example"])
      #expect(page.status == 403)
    }
  }
}

@Suite("MCP, Transports, Streamable HTTP: the API with tools")
struct TollgateToolsTests {
  /// What is asked for, and what is answered: an unknown revision gets the newest that has sessions.
  static let versions = [
    ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"),
    ("2024-11-05", "2025-11-25"), ("2026-07-28", "2025-11-25"),
  ]

  @Test(arguments: versions)
  func `Lifecycle: a session is given, demanded, and ended`(asked: String, spoken: String) async throws {
    try await TestPlayground.withTollgate { playground in
      let token = try await playground.toolToken()
      let first = try await playground.tools(TestPlayground.initialize(asked), with: token)
      #expect(first.status == 200 && first.json?.value(at: "result.protocolVersion")?.string == spoken)
      #expect(first.json?.value(at: "result.capabilities.tools") == [:])
      let session = try #require(first.head.headerFields["Mcp-Session-Id"])
      let ping = TestPlayground.message("ping")
      #expect(try await playground.tools(ping, with: token).status == 400)
      #expect(try await playground.tools(ping, with: token, session: "another").status == 404)
      let done = TestPlayground.message("notifications/initialized", id: nil)
      let taken = try await playground.tools(done, with: token, session: session)
      #expect(taken.status == 202 && taken.body.isEmpty)
      let pong = try await playground.tools(ping, with: token, session: session, ["MCP-Protocol-Version": spoken])
      #expect(pong.status == 200 && pong.json == ["jsonrpc": "2.0", "id": 1, "result": [:]])

      var end = RequestMessage(.delete, to: playground.tollgate.toolsEndpoint.url)
      try end.authorize(with: token, dialect: OAuth2Dialect())
      #expect(try await playground.visitor.send(end).status == 400)
      end.head.headerFields["Mcp-Session-Id"] = session
      #expect(try await playground.visitor.send(end).status == 204)
      #expect(try await playground.tools(ping, with: token, session: session).status == 404)
    }
  }

  @Test func `a session serves the client that began it, and its revision alone`() async throws {
    try await TestPlayground.withTollgate { playground in
      let token = try await playground.toolToken()
      let session = try await playground.toolSession(token, version: "2025-06-18")
      let ping = TestPlayground.message("ping")
      let other = try await playground.toolToken("tools", .web)
      #expect(try await playground.tools(ping, with: other, session: session).status == 404)
      for version in ["2025-11-25", "2026-07-28", "1999-01-01"] {
        let refused = try await playground.tools(
          ping, with: token, session: session, ["MCP-Protocol-Version": version])
        #expect(refused.status == 400, "\(version)")
      }
      // A fresh token of the same user and client goes on with it.
      #expect(try await playground.tools(ping, with: try await playground.toolToken(), session: session).status == 200)
      playground.clock.advance(by: 3600)
      #expect(try await playground.tools(ping, with: try await playground.toolToken(), session: session).status == 404)
    }
  }

  @Test func `Tools: two are listed, and each is called`() async throws {
    try await TestPlayground.withTollgate { playground in
      let token = try await playground.toolToken()
      let session = try await playground.toolSession(token)
      func result(_ method: String, _ parameters: JSON) async throws -> JSON? {
        try await playground.tools(TestPlayground.message(method, parameters), with: token, session: session).json
      }
      let list = try await result("tools/list", [:])?.value(at: "result.tools")?.array
      #expect(list?.map { $0["name"]?.string } == ["echo", "count"])
      let echo = try await result("tools/call", ["name": "echo", "arguments": ["text": "a \"b\" ü"]])
      #expect(echo?.value(at: "result.content.0.text")?.string == "a \"b\" ü")
      let count = try await result("tools/call", ["name": "count", "arguments": ["to": 3]])
      #expect(count?.value(at: "result.content.0.text")?.string == "1 2 3")
      let wrong: [JSON] = [
        ["name": "echo"], ["name": "count", "arguments": ["to": 101]], ["name": "sing", "arguments": [:]],
      ]
      for parameters in wrong {
        #expect(try await result("tools/call", parameters)?.value(at: "error.code")?.integer == -32_602)
      }
      #expect(try await result("resources/list", [:])?.value(at: "error.code")?.integer == -32_601)
    }
  }

  @Test func `Progress: who gives a token for it gets a stream, each event in its order, the result last`()
    async throws
  {
    try await TestPlayground.withTollgate { playground in
      let token = try await playground.toolToken()
      let session = try await playground.toolSession(token)
      let call: JSON = ["name": "count", "arguments": ["to": 2], "_meta": ["progressToken": "p"]]
      let answer = try await playground.tools(
        TestPlayground.message("tools/call", call, id: "c"), with: token, session: session)
      #expect(answer.head.headerFields[.contentType] == "text/event-stream")
      let events = answer.text.split(separator: "\n\n").compactMap { event in
        event.split(separator: "\n").first { $0.hasPrefix("data: ") }
          .flatMap { try? JSON(decoding: Array($0.dropFirst(6).utf8)) }
      }
      #expect(events.map { $0.value(at: "params.progress")?.integer } == [1, 2, nil])
      #expect(events.prefix(2).allSatisfy { $0.value(at: "params.progressToken") == "p" })
      #expect(events.last?["id"] == "c" && events.last?.value(at: "result.content.0.text") == "1 2")
    }
  }

  /// What is sent in place of a sound ping, and the status.
  static let malformed: [(body: String, fields: [String: String?], status: Int)] = [
    ("{", [:], 400), ("{}", [:], 400), (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, [:], 400),
    (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, [:], 400), ("[]", [:], 400),
    (#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, ["Content-Type": "text/plain"], 415),
    (#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, ["Accept": "application/json"], 406),
    (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, [:], 400),
    (#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, [:], 200), (#"{"jsonrpc":"2.0","id":1,"result":{}}"#, [:], 202),
  ]

  @Test(arguments: malformed.indices)
  func `what is no message is refused, and next to it stand those that are taken`(index: Int) async throws {
    let (body, fields, status) = Self.malformed[index]
    try await TestPlayground.withTollgate { playground in
      let token = try await playground.toolToken()
      var request = RequestMessage(.post, to: playground.tollgate.toolsEndpoint.url)
      request.body = Array(body.utf8)
      let all: [String: String?] = [
        "Content-Type": "application/json", "Accept": "application/json, text/event-stream",
        "Mcp-Session-Id": try await playground.toolSession(token), "Authorization": "Bearer \(token.exposedText)",
      ]
      for (name, value) in all.merging(fields, uniquingKeysWith: { $1 }) { request.head.headerFields[name] = value }
      #expect(try await playground.visitor.send(request).head.status.code == status)
    }
  }

  @Test func `2025-03-26: several messages at once are answered at once`() async throws {
    try await TestPlayground.withTollgate { playground in
      let token = try await playground.toolToken()
      let session = try await playground.toolSession(token, version: "2025-03-26")
      let batch: JSON = [
        TestPlayground.message("ping", id: 1), TestPlayground.message("notifications/cancelled", id: nil),
        TestPlayground.message("ping", id: "two"),
      ]
      let answer = try await playground.tools(batch, with: token, session: session)
      #expect(answer.status == 200 && answer.json?.array?.map { $0["id"] } == [1, "two"])
    }
  }

  @Test func `2026-07-28: no session, and every request says which revision and method it is`() async throws {
    try await TestPlayground.withTollgate { playground in
      let token = try await playground.toolToken()
      func send(_ method: String, named: String? = nil, version: String = "2026-07-28") async throws -> ResponseMessage
      {
        let meta: JSON = [
          "io.modelcontextprotocol/protocolVersion": .string(version),
          "io.modelcontextprotocol/clientCapabilities": [:],
        ]
        return try await playground.tools(
          TestPlayground.message(method, ["_meta": meta, "name": "echo", "arguments": ["text": "x"]]), with: token,
          ["MCP-Protocol-Version": "2026-07-28", "Mcp-Method": named ?? method, "Mcp-Name": "echo"])
      }
      let found = try await send("server/discover")
      #expect(found.status == 200 && found.json?.value(at: "result.supportedVersions.0") == "2026-07-28")
      for method in ["tools/list", "tools/call"] {
        let answer = try await send(method)
        #expect(answer.status == 200 && answer.json?.value(at: "result.resultType") == "complete", "\(method)")
        #expect(answer.head.headerFields["Mcp-Session-Id"] == nil)
      }
      #expect(try await send("ping").status == 404)
      let noted = try await playground.journal("?path=/tollgate/mcp").last?["headers"]
      #expect(noted?["mcp-method"] == "ping" && noted?["mcp-protocol-version"] == "2026-07-28")
      let other = TestPlayground.message(
        "tools/call",
        ["name": "echo", "_meta": ["io.modelcontextprotocol/protocolVersion": "2026-07-28"]])
      let named = try await playground.tools(
        other, with: token,
        ["MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "count"])
      #expect(named.status == 400 && named.json?.value(at: "error.code")?.integer == -32_020)
      for refused in [try await send("tools/list", named: "ping"), try await send("tools/list", version: "2025-11-25")]
      {
        #expect(refused.status == 400 && refused.json?.value(at: "error.code")?.integer == -32_020)
      }
    }
  }
}
