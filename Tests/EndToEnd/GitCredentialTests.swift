import Foundation
import Testing
import WayleaveProgramRunning

/// The real git, at a server on this machine that asks the playground whether a token is good.
@Suite("wayleave git-credential", .serialized)
struct GitCredentialTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  private static let github = "playground-github"
  private static let gitlab = "playground-gitlab"
  private static let githubUser = "/entries/github/api.github.com/user"
  private static let gitlabUser = "/entries/gitlab/gitlab.com/api/v4/user"

  /// A server of a repository, and the user's git.
  private struct GitScene {
    let terminal: Terminal
    let address: String
    let folder: URL
    let server: RunningProgram

    /// Runs git with our helper alone; `$0` in `options` is the program.
    func git(
      _ words: String, helper options: String = "", environment: [String: String] = [:]
    ) async throws -> ProgramOutcome {
      try await terminal.shell(
        "git -c credential.helper= -c \"credential.helper=!'$0' git-credential\(options)\" \(words)",
        environment: [
          "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_CONFIG_GLOBAL": "/dev/null",
        ].merging(environment) { $1 })
    }

    func clone(
      to name: String, at host: String? = nil, helper options: String = "", environment: [String: String] = [:]
    ) async throws -> ProgramOutcome {
      let url = "\(host ?? address)/gate.git"
      return try await git(
        "clone --quiet \(url) '\(folder.path)/\(name)'", helper: options, environment: environment)
    }

    func hasCloned(_ name: String) -> Bool {
      (try? String(contentsOf: folder.appendingPathComponent("\(name)/README"), encoding: .utf8)) == "A gate.\n"
    }

    func refuse(_ token: String) throws {
      try Data(token.utf8).write(to: folder.appendingPathComponent("refused"))
    }

    func signIn(to account: String, allowing isAllowed: Bool = true) async throws {
      let options = isAllowed ? ["--allow-origin", address] : []
      let login = try await terminal.outcome(
        of: terminal.start(
          ["login", account] + options,
          environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))]))
      #expect(login.exit == .code(0), "\(login.errors)")
    }
  }

  /// Runs a test with a playground and a git server that accepts what the playground does at a path.
  private func withGit(
    _ check: String, user: String? = nil, _ test: (GitScene) async throws -> Void
  ) async throws {
    try await terminal.withAccounts([]) { _ in
      try await withServer(asking: try terminal.playgroundAddress() + check, user: user, test)
    }
  }

  /// Runs a test with a git server that accepts what a URL does.
  private func withServer(
    asking check: String, user: String? = nil, _ test: (GitScene) async throws -> Void
  ) async throws {
    let folder = terminal.papers.appendingPathComponent("git")
    let server = try terminal.start(script: "git_server.py", [folder.path, check] + [user].compactMap(\.self))
    defer { server.send(SIGTERM) }
    let address = try await server.outputLine(containing: "http://")
    try await test(GitScene(terminal: terminal, address: address, folder: folder, server: server))
  }

  private func question(_ scene: GitScene, _ more: String = "") -> String {
    "protocol=http\nhost=\(scene.address.dropFirst("http://".count))\n\(more)\n"
  }

  @Test("git clones and pushes with the token of GitHub, and the user name that GitHub wants")
  func clone() async throws {
    try await withGit(Self.githubUser, user: "x-access-token") { scene in
      try await scene.signIn(to: Self.github)
      let clone = try await scene.clone(to: "clone")
      #expect(clone.exit == .code(0) && scene.hasCloned("clone"), "\(clone.errors)")
      let push = try await scene.git("-C '\(scene.folder.path)/clone' push --quiet origin HEAD:refs/heads/other")
      #expect(push.exit == .code(0), "\(push.errors)")
      // git stored nothing, and the token is that of the account.
      let token = try await terminal.wayleave("token", Self.github).answer
      let get = try await terminal.wayleave("git-credential", "get", input: question(scene))
      #expect(get.answer == "username=x-access-token\npassword=\(token)" && get.exit == .code(0))
    }
  }

  @Test("a server that no account's token may go to gets none: no output, exit 0, and git goes on")
  func foreign() async throws {
    try await withGit(Self.githubUser) { scene in
      for isSignedIn in [false, true] {
        if isSignedIn { try await scene.signIn(to: Self.github, allowing: false) }
        for host in ["protocol=https\nhost=github.example\n\n", question(scene), "protocol=http\nhost=github.com\n\n"] {
          let get = try await terminal.wayleave("git-credential", "get", input: host)
          #expect(get.exit == .code(0) && get.output.isEmpty && get.errors.isEmpty, "\(get)")
        }
      }
      let clone = try await scene.clone(to: "clone")
      #expect(clone.exit != .code(0) && !scene.hasCloned("clone"))
      // Where the account is named, the user learns why.
      let named = try await scene.clone(to: "named", helper: " --account \(Self.github)")
      #expect(named.errors.contains("may not go to \(scene.address)"), "\(named.errors)")
      #expect(!named.errors.contains("--allow-origin"), "a repository can name any server")
      // A name of another user is another user's.
      try await scene.signIn(to: Self.github)
      let bob = try await terminal.wayleave("git-credential", "get", input: question(scene, "username=bob\n"))
      #expect(bob.exit == .code(0) && bob.output.isEmpty)
      let ada = try await terminal.wayleave("git-credential", "get", input: question(scene, "username=adafenwick\n"))
      #expect(ada.output.contains("password="), "\(ada)")
    }
  }

  @Test("a token that has expired is renewed before git gets it, and its end is said")
  func expired() async throws {
    // The first token alone is said to end so soon.
    let fault = "/oauth2/access_token:expires-in=1,nth=1"
    try await EmulatedProviders.during(tokenLifetime: 3600, faults: [fault]) { place in
      try await place.register(.lane, at: terminal)
      // This provider takes a token in the query alone.
      let check = place.base + "/v2/users/self?oauth_token={token}&v=20260101"
      try await withServer(asking: check, user: "oauth2") { scene in
        try await scene.signIn(to: "lane")
        try await Task.sleep(for: .milliseconds(1100))
        let clone = try await scene.clone(to: "clone")
        #expect(clone.exit == .code(0) && scene.hasCloned("clone"), "\(clone.errors)")
        #expect(place.count(of: "token.refreshed") == 1)
        let renewed = try await terminal.wayleave("token", "--no-refresh").answer
        let get = try await terminal.wayleave("git-credential", "get", input: question(scene))
        #expect(!renewed.isEmpty && get.output.contains("password=\(renewed)\n"), "\(get)")
        #expect(get.output.contains("\npassword_expiry_utc="), "\(get)")
      }
    }
  }

  @Test("git says that a token was refused: erase renews it, and the next clone works; the sign-in stays")
  func erase() async throws {
    try await withGit(Self.gitlabUser) { scene in
      try await scene.signIn(to: Self.gitlab)
      let first = try await terminal.wayleave("token").answer
      try scene.refuse(first)
      let refused = try await scene.clone(to: "first")
      #expect(refused.exit != .code(0) && refused.errors.contains("so it was renewed"), "\(refused.errors)")
      let again = try await scene.clone(to: "again")
      #expect(again.exit == .code(0) && scene.hasCloned("again"), "\(again.errors)")
      let second = try await terminal.wayleave("token").answer
      #expect(second != first)
      // A token that was replaced before, a foreign one and none change nothing; nor does store.
      for password in ["password=\(first)\n", "password=canary-x\n", ""] {
        let erase = try await terminal.wayleave("git-credential", "erase", input: question(scene, password))
        #expect(erase.exit == .code(0) && erase.output.isEmpty && erase.errors.isEmpty, "\(erase)")
      }
      // For a server that gets no token, the right one changes nothing either.
      let elsewhere = try await terminal.wayleave(
        "git-credential", "erase", input: "protocol=https\nhost=git.example\nusername=oauth2\npassword=\(second)\n\n")
      #expect(elsewhere.exit == .code(0) && elsewhere.output.isEmpty && elsewhere.errors.isEmpty, "\(elsewhere)")
      for action in ["store", "something-new"] {
        let done = try await terminal.wayleave(
          "git-credential", action, input: question(scene, "username=oauth2\npassword=\(second)\n"))
        #expect(done.exit == .code(0) && done.output.isEmpty && done.errors.isEmpty, "\(done)")
      }
      #expect(try await terminal.wayleave("token").answer == second)
    }
  }

  @Test("erase of a sign-in that has ended says nothing, and asks no server")
  func eraseEnded() async throws {
    let fault = "/entries/gitlab/gitlab.com/oauth/token?grant_type=refresh_token:error=invalid_grant"
    try await terminal.withAccounts([Self.gitlab], playground: ["--fault", fault]) { _ in
      let token = try await terminal.wayleave("token", Self.gitlab).answer
      let host = try terminal.playgroundAddress().dropFirst("http://".count)
      let question = "protocol=http\nhost=\(host)\nusername=oauth2\npassword=\(token)\n\n"
      let first = try await terminal.wayleave("git-credential", "erase", input: question)
      #expect(first.exit == .code(4), "\(first)")
      let again = try await terminal.wayleave("git-credential", "erase", input: question)
      #expect(again.exit == .code(0) && again.output.isEmpty && again.errors.isEmpty, "\(again)")
    }
  }

  @Test("of two accounts for one server, the one that is named is used; without a name nothing is given")
  func several() async throws {
    try await withGit(Self.githubUser) { scene in
      try await scene.signIn(to: Self.github)
      try await scene.signIn(to: Self.gitlab)
      let both = try await terminal.wayleave("git-credential", "get", input: question(scene))
      #expect(both.exit == .code(64) && both.output.isEmpty)
      #expect(both.shownCode == "configuration.ambiguous_account", "\(both.errors)")
      let named = try await scene.clone(to: "clone", helper: " --account \(Self.github)")
      #expect(named.exit == .code(0) && scene.hasCloned("clone"), "\(named.errors)")
    }
  }

  @Test("CVE-2020-5260: a request with a carriage return or a NUL is refused, and nothing is given")
  func control() async throws {
    for host in ["github.com\r\nhost=evil.example", "github.com\u{0}"] {
      let get = try await terminal.wayleave("git-credential", "get", input: "protocol=https\nhost=\(host)\n\n")
      #expect(get.exit == .code(64) && get.output.isEmpty && get.shownCode == "configuration.invalid_value", "\(get)")
    }
  }

  @Test("git finds the helper by the name of a link")
  func link() async throws {
    try await withGit(Self.githubUser) { scene in
      try await scene.signIn(to: Self.github)
      let links = terminal.papers.appendingPathComponent("links")
      try FileManager.default.createDirectory(at: links, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        at: links.appendingPathComponent("git-credential-wayleave"),
        withDestinationURL: Program.wayleave().executable)
      let path = "\(links.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
      let clone = try await terminal.shell(
        "git -c credential.helper= -c credential.helper=wayleave clone --quiet \(scene.address)/gate.git "
          + "'\(scene.folder.path)/clone'",
        environment: ["PATH": path, "GIT_TERMINAL_PROMPT": "0", "GIT_CONFIG_NOSYSTEM": "1"])
      #expect(clone.exit == .code(0) && scene.hasCloned("clone"), "\(clone.errors)")
    }
  }

  @Test("with an agent, git's shell needs a grant for tokens, and the store's key is not needed")
  func agent() async throws {
    try await withGit(Self.githubUser) { scene in
      try await scene.signIn(to: Self.github)
      try await terminal.withAgent { _ in
        let input = "printf 'protocol=http\\nhost=\(scene.address.dropFirst("http://".count))\\n\\n' | "
        let get = "\(input)\"$0\" git-credential get"
        let refused = try await terminal.askingShell(get)
        #expect(refused.exit == .code(7) && refused.output.isEmpty, "\(refused)")
        let allowed = try await terminal.atTerminal(
          " agent grants allow /bin/sh --account \(Self.github) --scope token", answer: "yes")
        #expect(allowed.exit == .code(0), "\(allowed.output)\(allowed.errors)")
        try await terminal.withoutKey {
          let given = try await terminal.askingShell(get)
          #expect(given.output.hasPrefix("username=x-access-token\npassword="), "\(given.errors)")
          let foreign = try await terminal.askingShell(
            "printf 'protocol=https\\nhost=evil.example\\n\\n' | \"$0\" git-credential get")
          #expect(foreign.exit == .code(0) && foreign.output.isEmpty && foreign.errors.isEmpty, "\(foreign)")
        }
      }
    }
  }
}
