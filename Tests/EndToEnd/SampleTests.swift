import Foundation
import Testing
import WayleaveProgramRunning

@Suite("The samples do what they show, at the playground", .serialized)
struct SampleTests {
  let home: FreshHome

  init() throws { home = try FreshHome() }

  @Test("the command-line sample signs in, prints the reply, and signs in no second time")
  func commandLine() async throws {
    try await EmulatedProviders.during { place in
      let sample = try Program.sample("CommandLineSample")
      var environment = ["ISSUER": "\(place.base)/tollgate"]
      environment["BROWSER"] = PlainBrowser.command(Person.ada.orders(.allow))
      let first = try await sample.run(in: home, environment: environment)
      #expect(first.exit == .code(0), "\(first.errors)")
      #expect(first.output.contains("Welcome, Ada Fenwick") && first.output.contains(#""sub":"73001""#))
      #expect(first.errors == "")
      environment["BROWSER"] = "false"
      let second = try await sample.run(in: home, environment: environment)
      #expect(second.exit == .code(0) && second.output.contains("73001") && !second.output.contains("Welcome"))
    }
  }

  @Test("the command-line sample says in one line that the user declined")
  func denied() async throws {
    try await EmulatedProviders.during { place in
      let run = try await Program.sample("CommandLineSample").run(
        in: home,
        environment: [
          "ISSUER": "\(place.base)/tollgate", "BROWSER": PlainBrowser.command(Person.ada.orders(.deny)),
        ])
      #expect(run.exit == .code(2) && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }
  }

  @Test("K1: without a display, the URL stands on standard error instead of silence")
  func withoutDisplay() async throws {
    try await EmulatedProviders.during { place in
      let running = try Program.sample("CommandLineSample").start(
        in: home, environment: ["ISSUER": "\(place.base)/tollgate"])
      let url = try await running.errorLine(containing: "\(place.base)/tollgate/")
      let browsed = try await Program(executable: URL(fileURLWithPath: "/usr/bin/env")).run(
        ["python3", PlainBrowser.script.path] + Person.ada.orders(.allow) + [url.trimmingCharacters(in: .whitespaces)],
        in: try FreshHome())
      #expect(browsed.exit == .code(0), "\(browsed.errors)")
      #expect(try await running.outcome().output.contains("73001"))
    }
  }

  @Test("the website greets who signs in, in that browser alone, until they sign out")
  func website() async throws {
    try await EmulatedProviders.during { place in
      let site = try await Site(at: place, in: home)
      let back = try await site.comeBack(.allow)
      #expect(back.hasPrefix("\(site.url)/callback?"))
      for stray in [back, "\(site.url)/callback", "\(site.url)/callback?code=A&state=B"] {
        #expect(try await site.curl("-w", "%{http_code}", "-o", "/dev/null", stray) == "400", "\(stray)")
      }
      #expect(try await site.visit("-L", back).contains("Hello, Ada Fenwick"))
      #expect(try await site.visit("\(site.url)/").contains("Hello, Ada"))
      #expect(try await site.curl("\(site.url)/").contains("You are not signed in"))
      let jar = try String(contentsOf: site.jar, encoding: .utf8)
      #expect(jar.contains("#HttpOnly_127.0.0.1"))
      for origin in ["https://evil.example", "null", ""] {
        let foreign = try await site.visit("-i", "-H", "Origin: \(origin)", "-d", "", "\(site.url)/sign-out")
        #expect(foreign.contains("403") && !foreign.contains("et-Cookie"), "\(foreign)")
      }
      let asked = try await site.visit("\(site.url)/sign-out")
      let token = try #require(asked.firstMatch(of: /name="token" value="([^"]+)"/)?.1)
      let out = try await site.visit("-i", "-H", "Origin: \(site.url)", "-d", "token=\(token)", "\(site.url)/sign-out")
      #expect(out.contains("SameSite=Lax"))
      #expect(try await site.visit("\(site.url)/").contains("You are not signed in"))
      #expect(place.count(of: "token.revoked") >= 1)
      try await site.stop()
    }
  }

  @Test(
    "each sample is a package of its own, over the products alone",
    arguments: ["AppBackend", "CommandLine", "MCPServer", "WebSignIn"])
  func manifest(name: String) async throws {
    let swift = Program(executable: URL(fileURLWithPath: "/usr/bin/env"))
    let run = try await swift.run(
      [
        "swift", "package", "--package-path", "\(ForeignProgram.repository.path)/Samples/\(name)", "--scratch-path",
        home.work.appendingPathComponent("scratch").path, "describe", "--type", "json",
      ], in: home)
    #expect(run.exit == .code(0), "\(run.errors)")
    let package = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let targets = try #require(package["targets"] as? [[String: Any]])
    #expect(targets.map { $0["name"] as? String } == ["\(name)Sample"])
    let products = try #require(targets.first?["product_dependencies"] as? [String])
    let ours = ["Wayleave", "WayleaveAsyncHTTPClient", "WayleaveHummingbird", "WayleaveResourceServer"]
    #expect(Set(products).isSubset(of: ours + ["Hummingbird"]))
  }

  @Test("C10: the MCP server says where to sign in, and lets in who has")
  func mcpServer() async throws {
    try await EmulatedProviders.during { place in
      let url = "http://127.0.0.1:\(try LoopbackPort().number)/mcp"
      let server = try Program.sample("MCPServerSample").start(
        in: home, environment: ["ISSUER": "\(place.base)/tollgate", "URL": url])
      let curl = Program(executable: URL(fileURLWithPath: "/usr/bin/env"))
      var refused = ""
      for _ in 0..<2400 where !refused.contains(" 401 ") {
        try await Task.sleep(for: .milliseconds(50))
        refused = try await curl.run(["curl", "-s", "-i", "-d", "{}", url], in: home).output
      }
      #expect(refused.contains(#"scope="tools""#) && refused.contains("/.well-known/oauth-protected-resource/mcp"))
      let login = try await Program.wayleave().run(
        ["login", url], in: home, environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))])
      #expect(login.exit == .code(0), "\(login.errors)")
      let call = ["-f", "jsonrpc=2.0", "-f", "id:=1", "-f", "method=tools/call", "-f", #"params:={"name":"whoami"}"#]
      let answer = try await Program.wayleave().run(["request"] + call + [url], in: home)
      #expect(answer.exit == .code(0) && answer.output.contains("You are 73001."), "\(answer)")
      server.send(SIGTERM)
      _ = try await server.outcome()
    }
  }

  // FS15
  @Test("the server of an app exchanges the code of the command-line sample, which never has the provider's tokens")
  func appBackend() async throws {
    try await EmulatedProviders.during { place in
      let server = try await AppServer(at: place, in: home)
      let app = try await Program.sample("CommandLineSample").run(
        in: try FreshHome(),
        environment: [
          "ISSUER": "\(place.base)/tollgate", "BACKEND": server.url,
          "BROWSER": PlainBrowser.command(Person.ada.orders(.allow)),
        ])
      #expect(app.exit == .code(0) && app.output.contains("Welcome, "), "\(app.output)\(app.errors)")
      // The user of the server, and not the one of Tollgate, who has the number 73001.
      #expect(app.output.contains(#""sub":""#) && !app.output.contains("73001"), "\(app.output)")
      try await server.stop()
    }
  }

  // FS15
  @Test("the server of an app takes a code once, of its own client, and with its verifier")
  func appCodes() async throws {
    try await EmulatedProviders.during { place in
      let server = try await AppServer(at: place, in: home)
      let verifier = String(repeating: "v", count: 43)
      func hand(_ code: String, _ verifier: String) async throws -> String {
        try await server.curl(
          "-d", "code=\(code)", "-d", "code_verifier=\(verifier)", "--data-urlencode",
          "redirect_uri=http://127.0.0.1:9/callback", "\(server.url)/app/sign-in/tollgate")
      }
      let foreign = try await server.code(of: "tollgate-native", at: place)
      #expect(try await hand(foreign, verifier).contains("invalid_grant"))
      let stolen = try await server.code(of: "tollgate-web", at: place)
      #expect(try await hand(stolen, String(repeating: "w", count: 43)).contains("invalid_grant"))
      let code = try await server.code(of: "tollgate-web", at: place)
      let token = try #require(try await hand(code, verifier).firstMatch(of: /"access_token":"(app_[^"]{43})"/)?.1)
      #expect(try await hand(code, verifier).contains("invalid_grant"))
      let bearer = "Authorization: Bearer \(token)"
      #expect(try await server.curl("-H", bearer, "\(server.url)/userinfo").contains("73001"))
      #expect(try await server.curl("-i", "\(server.url)/me").contains(" 401 "))
      _ = try await server.curl("-d", "token=\(token)", "\(server.url)/app/sign-out")
      #expect(try await server.curl("-i", "-H", bearer, "\(server.url)/me").contains(#"error="invalid_token""#))
      // The website keeps no accounts: what Tollgate issued is revoked with the session.
      #expect(place.count(of: "token.revoked") >= 1)
      try await server.stop()
    }
  }

  // EI19
  @Test("the server of an app takes an Echo of its own consumer, once, and a token with its secret")
  func appOfTwitter() async throws {
    let terminal = try Terminal()
    try await EmulatedProviders.during { place in
      let server = try await AppServer(at: place, in: home)
      try await place.signIn(to: .stile, at: terminal)
      let address = place.base + EmulatedProviders.Entry.stile.userPath
      let echo = try terminal.paper("echo", try await terminal.wayleave("token", "stile", "--echo", address).output)
      let path = "\(server.url)/app/sign-in/twitter"
      let sign = ["-X", "POST", "-H", "@\(echo)", path]
      let answer = try await server.curl(sign)
      let token = try #require(answer.firstMatch(of: /"access_token":"(app_[^"]{43})"/)?.1, "\(answer)")
      #expect(
        try await server.curl("-H", "Authorization: Bearer \(token)", "\(server.url)/me").contains("Ada Fenwick"))
      #expect(try await server.curl(sign).contains("invalid_grant"))
      let handed = try await terminal.wayleave("token", "stile", "--json").json()
      let secret = try #require(handed["oauth_token_secret"] as? String)
      terminal.secrets.append(secret)
      let form = "oauth_token=\(handed["oauth_token"] as? String ?? "")&oauth_token_secret="
      let good = try terminal.paper("token", form + secret)
      #expect(try await server.curl("-d", "@\(good)", path).contains(#""access_token":"app_"#))
      #expect(try await server.curl("-d", form + "wrong", path).contains("invalid_grant"))
      try await server.stop()
    }
  }

  @Test("the website says that the user declined, and signs no one in")
  func websiteDenied() async throws {
    try await EmulatedProviders.during { place in
      let site = try await Site(at: place, in: home)
      let page = try await site.visit("-i", try await site.comeBack(.deny))
      #expect(page.contains("403 Forbidden") && page.contains("You said no"))
      #expect(try await site.visit("\(site.url)/").contains("You are not signed in"))
      try await site.stop()
    }
  }
}

/// The web sample while it runs, and a browser that visits it.
private struct Site {
  let url: String
  let jar: URL
  private let running: RunningProgram
  private let home: FreshHome

  init(at place: EmulatedProviders, in home: FreshHome) async throws {
    self.home = home
    let port = try LoopbackPort().number
    url = "http://127.0.0.1:\(port)"
    jar = home.work.appendingPathComponent("cookies")
    running = try Program.sample("WebSignInSample").start(
      in: home, environment: ["ISSUER": "\(place.base)/tollgate", "PORT": "\(port)"])
    for _ in 0..<2400 {
      if try await curl("-w", "%{http_code}", "-o", "/dev/null", url + "/") == "200" { break }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  func stop() async throws {
    running.send(SIGTERM)
    _ = try await running.outcome()
  }

  /// Begins to sign in, decides at the provider, and gives the URL to which the provider sends the browser.
  func comeBack(_ decision: Person.Decision) async throws -> String {
    let provider = try await visit(
      "-w", "%{redirect_url}", "-o", "/dev/null", "-H", "Sec-Fetch-Site: none", "\(url)/sign-in/issuer")
    let browsed = try await Program(executable: URL(fileURLWithPath: "/usr/bin/env")).run(
      ["python3", PlainBrowser.script.path] + Person.ada.orders(decision) + ["--hold", provider], in: try FreshHome())
    #expect(browsed.exit == .code(0), "\(browsed.errors)")
    return browsed.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// A request with the cookies of the browser.
  func visit(_ arguments: String...) async throws -> String {
    try await curl(["-b", jar.path, "-c", jar.path] + arguments)
  }

  /// A request of another browser.
  func curl(_ arguments: String...) async throws -> String { try await curl(arguments) }

  private func curl(_ arguments: [String]) async throws -> String {
    try await Program(executable: URL(fileURLWithPath: "/usr/bin/env")).run(["curl", "-s"] + arguments, in: home).output
  }
}

/// The sample of an app's server while it runs.
private struct AppServer {
  let url: String
  private let running: RunningProgram
  private let home: FreshHome

  init(at place: EmulatedProviders, in home: FreshHome) async throws {
    self.home = home
    let port = try LoopbackPort().number
    url = "http://127.0.0.1:\(port)"
    running = try Program.sample("AppBackendSample").start(
      in: home, environment: ["PLAYGROUND": place.base, "PORT": "\(port)"])
    for _ in 0..<2400 {
      if try await curl("-i", url + "/me").contains(" 401 ") { break }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  func stop() async throws {
    running.send(SIGTERM)
    _ = try await running.outcome()
  }

  /// Signs Ada in at Tollgate as an app does, whose verifier is 43 times “v”, and gives the code that comes back.
  func code(of client: String, at place: EmulatedProviders) async throws -> String {
    let url = """
      \(place.base)/tollgate/authorize?response_type=code&client_id=\(client)&state=s&scope=openid%20profile&\
      redirect_uri=http%3A%2F%2F127.0.0.1%3A9%2Fcallback&code_challenge_method=S256&\
      code_challenge=7w_YNF9DSfIdPf_pRjSq646_kPr-2-o9NAl16JGghdM
      """
    let browsed = try await Program(executable: URL(fileURLWithPath: "/usr/bin/env")).run(
      ["python3", PlainBrowser.script.path] + Person.ada.orders(.allow) + ["--hold", url], in: try FreshHome())
    return String(try #require(browsed.output.firstMatch(of: /[?&]code=([^&\s]+)/)?.1, "\(browsed.errors)"))
  }

  func curl(_ arguments: String...) async throws -> String { try await curl(arguments) }

  func curl(_ arguments: [String]) async throws -> String {
    try await Program(executable: URL(fileURLWithPath: "/usr/bin/env")).run(["curl", "-s"] + arguments, in: home).output
  }
}
