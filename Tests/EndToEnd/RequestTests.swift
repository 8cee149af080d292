import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave request", .serialized)
struct RequestTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  @Test("sends as the account whose provider the address belongs to, with head, and into a file")
  func answers() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .lane, at: terminal)
      try await place.signIn(to: .stile, as: .ravi, at: terminal)
      // Both accounts may go there: which one is meant has to be said.
      let address = place.base + "/1.1/account/verify_credentials.json?skip_status=true"
      let ambiguous = try await terminal.wayleave("request", address)
      #expect(ambiguous.exit == .code(64) && ambiguous.shownCode == "configuration.ambiguous_account")
      let reply = try await terminal.wayleave("request", "--account", "stile", "-i", address)
      #expect(reply.exit == .code(0), "\(reply.errors)")
      #expect(reply.output.hasPrefix("HTTP 200\n") && reply.output.contains("\n\n{"))
      #expect(reply.output.contains("ravioduya"))
      let file = terminal.papers.appendingPathComponent("answer.json").path
      let saved = try await terminal.wayleave(
        "request", "-X", "GET", "-o", file, place.base + "/v2/users/self", environment: ["WAYLEAVE_ACCOUNT": "lane"])
      #expect(saved.exit == .code(0) && saved.output.isEmpty)
      #expect(try String(contentsOfFile: file, encoding: .utf8).contains("\"Ada\""))
      for name in ["-", "/dev/stdout"] {
        let printed = try await terminal.wayleave(
          "request", "-i", "-o", name, place.base + "/v2/users/self", environment: ["WAYLEAVE_ACCOUNT": "lane"])
        #expect(printed.exit == .code(0) && printed.output.hasPrefix("HTTP 200\n"), "\(printed.errors)")
        #expect(printed.output.contains("\"Ada\""), "\(printed.output)")
      }
      let good = try Data(contentsOf: URL(fileURLWithPath: file))
      for path in ["/v2/nowhere", "/1.1/nowhere.json"] {
        let missing = try await terminal.wayleave("request", "-a", "lane", "-o", file, place.base + path)
        #expect(missing.exit == .code(5) && !missing.output.isEmpty, "\(missing.errors)")
        #expect(missing.errors.contains("Nothing was written to"), "\(missing.errors)")
        let json = try await terminal.wayleave("request", "-a", "lane", "-o", file, place.base + path, "--json").json()
        #expect(json["status"] as? Int == 404 && !(json["body"] is NSNull), "\(json)")
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == good)
      let new = terminal.papers.appendingPathComponent("new.json").path
      #expect(try await terminal.wayleave("request", "-a", "lane", "-o", new, place.base + "/v2/no").exit == .code(5))
      #expect(!FileManager.default.fileExists(atPath: new))
      // A device has nothing to lose.
      let dropped = try await terminal.wayleave("request", "-a", "lane", "-o", "/dev/null", place.base + "/v2/no")
      #expect(dropped.exit == .code(5) && dropped.output.isEmpty, "\(dropped.output)")
    }
  }

  @Test("where no account may send there, the sign-in at the provider of the API is named; nothing is sent")
  func noAccountForAPI() async throws {
    let api = "https://api.github.com/user"
    let none = try await terminal.wayleave("request", api)
    #expect(none.exit == .code(4) && none.errors.contains("`wayleave login github`"), "\(none.errors)")
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .lane, at: terminal)
      for count in 1...2 {
        let refused = try await terminal.wayleave("request", api)
        #expect(refused.exit == .code(64) && refused.shownCode == "request.foreign_origin", "\(refused.errors)")
        let sentence = count == 1 ? "“lane” must not send to" : "No account that can be used here may send to"
        #expect(refused.errors.contains("\(sentence) https://api.github.com."), "\(refused.errors)")
        #expect(refused.errors.contains("`wayleave login github`"), "\(count): \(refused.errors)")
        #expect(refused.errors.contains("--allow-origin https://api.github.com"), "\(count): \(refused.errors)")
        if count == 1 { try await place.signIn(to: .stile, as: .ravi, at: terminal) }
      }
      for (url, named) in [("/", ""), ("/mcp?key=x", "/mcp")] {
        let unknown = try await terminal.wayleave("request", "https://api.issuer.example\(url)")
        let login = "`wayleave login https://api.issuer.example\(named)`"
        #expect(unknown.errors.contains(login), "\(unknown.errors)")
      }
    }
  }

  @Test("a dry run shows what would be sent, sends nothing, and hides the token")
  func dryRunOAuth2() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .lane, at: terminal)
      terminal.secrets.append(try await terminal.wayleave("token").answer)
      let answered = place.count(of: "api.answered")
      let run = try await terminal.wayleave(
        "request", "--dry-run", "-X", "PUT", "-H", "X-Stile: up and over", "-d", "a=b", "-d", "c=d",
        place.base + "/v2/users/self?limit=3")
      #expect(run.exit == .code(0), "\(run.errors)")
      let lines = run.output.split(separator: "\n").map(String.init)
      #expect(lines.first == "PUT \(place.base)/v2/users/self?limit=3&oauth_token=…&v=…")
      #expect(lines.contains("X-Stile: up and over"))
      #expect(lines.contains("Content-Type: application/x-www-form-urlencoded"))
      #expect(run.output.hasSuffix("\n\na=b&c=d\n"))
      let json = try await terminal.wayleave("request", "--dry-run", "--json", place.base + "/v2/users/self").json()
      #expect(json["url"] as? String == "\(place.base)/v2/users/self?oauth_token=…&v=…")
      #expect(json["base_string"] is NSNull)
      #expect(place.count(of: "api.answered") == answered)
    }
  }

  @Test("a dry run by OAuth 1.0a shows base string and normalised parameters, the body's among them")
  func dryRunOAuth1() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .stile, at: terminal)
      let token = try await terminal.wayleave("token", "--json").json()
      terminal.secrets += ["oauth_token", "oauth_token_secret"].compactMap { token[$0] as? String }
      let run = try await terminal.wayleave(
        "request", "--dry-run", "--json", "-d", "status=mind+the+sheep%21", place.base + "/1.1/statuses/update.json?b=2"
      )
      let json = try run.json()
      let parameters = try #require(json["normalized_parameters"] as? String)
      let base = try #require(json["base_string"] as? String)
      #expect(json["method"] as? String == "POST")
      #expect(parameters.hasPrefix("b=2&oauth_consumer_key=wayleave-demo-consumer&"))
      #expect(parameters.hasSuffix("&status=mind%20the%20sheep%21"))
      #expect(base.hasPrefix("POST&http%3A%2F%2F127.0.0.1%3A"))
      #expect(base.contains("status%3Dmind%2520the%2520sheep%2521"))
      let forPeople = try await terminal.wayleave("request", "--dry-run", place.base + "/x")
      #expect(forPeople.errors.contains("Normalised parameters:\noauth_consumer_key="))
      #expect(forPeople.errors.contains("Signature base string:\nGET&"))
      #expect(forPeople.output.hasPrefix("GET ") && !forPeople.output.contains("base string"))
    }
  }

  @Test(
    "a header of the user never takes the credential's place, and is not shown",
    arguments: EmulatedProviders.Entry.allCases)
  func ownAuthorization(entry: EmulatedProviders.Entry) async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: entry, at: terminal)
      let run = try await terminal.wayleave(
        "request", "-H", "authorization: Bearer not-to-be-shown", place.base + entry.userPath)
      #expect(run.exit == .code(64) && !run.errors.contains("not-to-be-shown"), "\(run.errors)")
      #expect(try await terminal.wayleave("request", place.base + entry.userPath).exit == .code(0))
    }
  }

  @Test("a form, its file and a multipart body are sent as curl sends them")
  func bodies() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .stile, at: terminal)
      let file = try terminal.paper("picture.txt", "a picture")
      // Nobody takes a POST there: the playground refuses it after it has read it.
      for body in [["-d", "a=1", "-d", "@\(file)"], ["-F", "name=value", "-F", "picture=@\(file)"]] {
        let run = try await terminal.outcome(
          of: terminal.start(["request"] + body + [place.base + "/1.1/account/verify_credentials.json"]))
        #expect(run.exit == .code(5), "\(run.errors)")
      }
      let missing = try await terminal.wayleave("request", "-F", "picture=@/no/such/file", place.base + "/x")
      #expect(missing.exit == .code(64) && missing.errors.contains("/no/such/file"))
    }
  }

  @Test("the API of a built-in provider gets no account of an entry that the user added, unless it is named")
  func borrowedAPI() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let file = try #require(terminal.kept("lane.yaml").first)
      let entry = try String(contentsOf: file, encoding: .utf8)
      try entry.replacingOccurrences(of: "api_origins:\n", with: "api_origins:\n  - https://api.github.com\n")
        .write(to: file, atomically: true, encoding: .utf8)
      try await place.signIn(to: .lane, at: terminal)
      let url = "https://api.github.com/user"
      let unnamed = try await terminal.wayleave("request", "--dry-run", url)
      #expect(unnamed.exit == .code(64) && unnamed.shownCode == "request.foreign_origin", "\(unnamed.errors)")
      #expect(unnamed.errors.contains("`wayleave login github`") && unnamed.errors.contains("`--account lane`"))
      #expect(try await terminal.wayleave("request", "--dry-run", "--account", "lane", url).exit == .code(0))
      #expect(try await terminal.wayleave("request", place.base + "/v2/users/self").exit == .code(0))
    }
  }

  @Test("an origin that is not the provider's gets nothing, and an answer that is no success is exit 5")
  func refusals() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .lane, at: terminal)
      let token = try await terminal.wayleave("token").answer
      let port = try LoopbackPort()
      let foreign = try await terminal.wayleave("request", "http://127.0.0.1:\(port.number)/v2/users/self")
      #expect(foreign.exit == .code(64) && foreign.shownCode == "request.foreign_origin")
      let missing = try await terminal.wayleave("request", place.base + "/v2/nothing")
      #expect(missing.exit == .code(5) && missing.errors.contains("404"))
      #expect(foreign.leaks(of: [token]).isEmpty && missing.leaks(of: [token]).isEmpty)
      let notAnAddress = try await terminal.wayleave("request", "over there", "--json")
      #expect(notAnAddress.exit == .code(64))
      #expect(try notAnAddress.errorCode() == "configuration.invalid_value")
    }
  }

  /// Answers every request with 65 MiB.
  private static let large = """
    import http.server
    class Large(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "application/octet-stream")
            self.send_header("Content-Length", str(65 << 20))
            self.end_headers()
            try:
                for _ in range(65): self.wfile.write(b"x" * (1 << 20))
            except OSError: pass
        def log_message(self, *arguments): pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Large)
    print("port", server.server_address[1], flush=True)
    server.serve_forever()
    """

  @Test("H2, S8: a body too large for memory goes to a file or a pipe, not into JSON; an unread pipe is refused")
  func largeBody() async throws {
    try await EmulatedProviders.during { place in
      let server = try Program(executable: URL(fileURLWithPath: "/usr/bin/env"))
        .start(["python3", "-c", Self.large], in: FreshHome())
      let origin = "http://127.0.0.1:" + (try await server.outputLine(containing: "port").dropFirst("port ".count))
      try await place.register(.lane, at: terminal)
      let login = try await terminal.wayleave(
        "login", "lane", "--allow-origin", origin,
        environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))])
      #expect(login.exit == .code(0), "\(login.errors)")
      let (request, size) = (["request", origin + "/x", "--account", "lane"], 65 << 20)
      let file = terminal.papers.appendingPathComponent("large").path
      let saved = try await terminal.outcome(of: terminal.start(request + ["-o", file]))
      #expect(saved.exit == .code(0) && saved.output.isEmpty, "\(saved.errors)")
      #expect(try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int == size)
      let piped = try await terminal.shell("\"$0\" request --account lane \(origin)/x | wc -c")
      #expect(Int(piped.answer.trimmingCharacters(in: .whitespaces)) == size, "\(piped.output) \(piped.errors)")
      let json = try await terminal.outcome(of: terminal.start(request + ["--json"]))
      #expect(try json.exit == .code(5) && json.errorCode() == "answer.too_large", "\(json.exit)")
      let remedy = (try json.json()["error"] as? [String: Any])?["remedy"] as? String
      #expect(remedy?.contains("-o ") == true, "\(remedy ?? "")")
      server.send(SIGTERM)
      _ = try await server.outcome()

      let pipe = terminal.papers.appendingPathComponent("pipe").path
      #expect(mkfifo(pipe, 0o600) == 0)
      let unread = try await terminal.outcome(
        of: terminal.start(["request", place.base + "/v2/users/self", "--account", "lane", "-o", pipe]))
      #expect(unread.exit == .code(64) && unread.errors.contains("reads this pipe"), "\(unread.exit) \(unread.errors)")
    }
  }

  @Test("JSON is sent with -f and --json-body; two bodies are wrong usage; JSON as a form is sent with a warning")
  func jsonBodies() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .stile, at: terminal)
      func dry(_ options: String...) async throws -> ProgramOutcome { try await dry(options) }
      func dry(_ options: [String]) async throws -> ProgramOutcome {
        try await terminal.outcome(of: terminal.start(["request", "--dry-run"] + options + [place.base + "/x"]))
      }
      let fields = try await dry("-f", "title=Oak", "-f", "size:=12")
      #expect(fields.exit == .code(0) && fields.output.hasSuffix("\n\n{\"title\":\"Oak\",\"size\":12}\n"))
      #expect(fields.output.hasPrefix("POST ") && fields.output.contains("\nContent-Type: application/json\n"))
      let file = try terminal.paper("body.json", "{ \"a\": 1.0 }\n")
      let whole = try await dry("--json-body", file, "-H", "Content-Type: application/vnd.api+json")
      #expect(whole.output.hasSuffix("\n\n{ \"a\": 1.0 }\n\n") && whole.output.contains("application/vnd.api+json"))
      #expect(!whole.errors.contains("Warning"))
      let form = try await dry("-d", "{\"a\":1}")
      #expect(form.errors.contains("Warning: -d sends a form") && form.output.contains("x-www-form-urlencoded"))
      #expect(!(try await dry("-d", "{\"a\":1}", "-H", "Content-Type: application/json")).errors.contains("Warning"))
      for options in [["-d", "a=b"], ["-F", "a=b"], ["--json-body", file]] {
        let both = try await dry(["-f", "a=b"] + options)
        #expect(both.exit == .code(64) && both.errors.contains("one body"), "\(both.errors)")
      }
    }
  }

  @Test("-v shows the heads on standard error, without the token; the answer stays as it was received")
  func verbose() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .stile, at: terminal)
      let token = try await terminal.wayleave("token", "--json").json()
      terminal.secrets += ["oauth_token", "oauth_token_secret"].compactMap { token[$0] as? String }
      let address = place.base + "/1.1/account/verify_credentials.json"
      let run = try await terminal.wayleave("request", "-v", address)
      #expect(run.exit == .code(0) && run.errors.hasPrefix("> GET \(address)\n"))
      #expect(run.errors.contains("\n> Authorization: OAuth ") && run.errors.contains("\n< HTTP 200\n"))
      #expect(run.output.hasPrefix("{") && !run.output.hasSuffix("\n"))
    }
  }

  @Test("at a terminal the body is indented and ends with a newline")
  func terminalBody() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .stile, at: terminal)
      let request = [
        try Program.wayleave().executable.path, "request", place.base + "/1.1/account/verify_credentials.json",
      ]
      let run = try await terminal.outcome(
        of: try terminal.start(script: "keyboard.py", ["never", ""] + request))
      #expect(run.exit == .code(0) && run.output.hasPrefix("{\r\n  \""), "\(run.output.prefix(200))")
      #expect(run.output.contains("\r\n}\r\nwas never asked"))
    }
  }
}
