import Foundation
import Testing
import WayleaveProgramRunning

@Suite("A sign-in whose halves are in two processes", .serialized)
struct SignInByHandTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  @Test("FS25: --step authorize prints the URL and ends; --step exchange takes the one that came back, once")
  func halves() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let begun = try await terminal.wayleave("login", "lane", "--step", "authorize")
      #expect(begun.exit == .code(0) && terminal.kept(".sign-in").count == 1, "\(begun.errors)")
      let answer = try await terminal.browse(begun.answer, Person.ada.orders(.allow) + ["--hold"])
      let exchange = "printf '%s\\n' '\(answer)' | \"$0\" login --step exchange --json"
      let finished = try await terminal.shell(exchange)
      #expect(finished.exit == .code(0), "\(finished.errors)")
      #expect(try finished.json()["name"] as? String == "Ada Fenwick")
      #expect(try await terminal.shell(exchange).exit == .code(1))
      let forPrograms = try await terminal.wayleave("login", "lane", "--step", "authorize", "--json")
      let json = try forPrograms.json()
      #expect((json["authorization_url"] as? String)?.contains("/authorize?") == true)
      #expect((json["redirect_uri"] as? String)?.hasPrefix("http://127.0.0.1") == true)
      #expect((json["expires_at"] as? Int).map { $0 > Int(Date().timeIntervalSince1970) + 3000 } == true)
      #expect(json["authorization_url_expires_at"] is NSNull)
    }
  }

  @Test("TU1: --flow implicit warns once, also with --quiet, and takes the token from the fragment; no other flow does")
  func implicit() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let begun = try await terminal.wayleave("login", "lane", "--flow", "implicit", "--step", "authorize", "--quiet")
      #expect(begun.exit == .code(0) && begun.answer.contains("response_type=token"), "\(begun.errors)")
      #expect(begun.errors.components(separatedBy: "Warning: ").count == 2, "\(begun.errors)")
      let answer = try await terminal.browse(begun.answer, Person.ada.orders(.allow) + ["--hold"])
      #expect(answer.contains("#access_token=") && !answer.contains("code="))
      let exchange = "printf '%s\\n' '\(answer)' | \"$0\" login --step exchange --json"
      let finished = try await terminal.shell(exchange)
      #expect(finished.exit == .code(0), "\(finished.errors)")
      #expect(try finished.json()["name"] as? String == "Ada Fenwick")
      #expect(try await terminal.wayleave("request", place.base + "/v2/users/self").exit == .code(0))
      #expect(try await terminal.shell(exchange).exit == .code(1))
      let usual = try await terminal.wayleave("login", "lane", "--step", "authorize")
      #expect(usual.answer.contains("response_type=code") && !usual.errors.contains("Warning: "))
      let other = try await terminal.wayleave("login", "github", "--flow", "implicit")
      #expect(other.exit == .code(1) && other.shownCode == "configuration.unsupported", "\(other.errors)")
    }
  }

  @Test("RFC 9126 §2.2: where the request is pushed, --step authorize says how long its URL works")
  func lifeOfURL() async throws {
    try await EmulatedProviders.during { place in
      let words = ["login", place.base + "/tollgate", "--client-id", "tollgate-native", "--step", "authorize"]
      let begun = try await terminal.outcome(of: terminal.start(words))
      #expect(begun.errors.contains("Open the URL within 60 seconds"), "\(begun.errors)")
      let json = try await terminal.outcome(of: terminal.start(words + ["--json"])).json()
      let now = Int(Date().timeIntervalSince1970)
      #expect((json["authorization_url_expires_at"] as? Int).map { (now + 50...now + 60).contains($0) } == true)
    }
  }

  @Test("over SSH, --flow browser says how a browser at home reaches the listener, and the page where it is here too")
  func forwarded() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let login = try await WaitingSignIn.begin(
        at: terminal, to: .lane, ["--flow", "browser"],
        environment: ["SSH_CONNECTION": "10.0.0.1 50000 10.0.0.2 2222", "USER": "ada"])
      let page = try #require(URLComponents(string: login.authorizationURL))
      let redirect = page.queryItems?.first { $0.name == "redirect_uri" }?.value
      let (port, pagePort) = (try #require(redirect.flatMap(URL.init)?.port), try #require(page.port))
      #expect(
        try await login.running.errorLine(containing: "ssh -L").trimmingCharacters(in: .whitespaces)
          == "ssh -L \(port):127.0.0.1:\(port) -L \(pagePort):127.0.0.1:\(pagePort) -p 2222 ada@10.0.0.2")
      login.running.send(SIGINT)
      _ = try await terminal.outcome(of: login.running)
    }
  }

  @Test("a login that waits ends with the account, when another process finishes it with --resume")
  func resumedElsewhere() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let waiting = try await WaitingSignIn.begin(at: terminal, to: .lane, ["--json"])
      let answer = try await terminal.browse(waiting.authorizationURL, Person.ada.orders(.allow) + ["--hold"])
      let resumed = try await terminal.shell("printf '%s\\n' '\(answer)' | \"$0\" login --resume --json")
      #expect(resumed.exit == .code(0), "\(resumed.errors)")
      let told = try await terminal.outcome(of: waiting.running)
      #expect(told.exit == .code(0), "\(told.errors)")
      #expect(try told.json()["subject"] as? String == resumed.json()["subject"] as? String)
      #expect(terminal.kept(".credential").count == 1 && terminal.kept(".sign-in").isEmpty)
    }
  }
}
