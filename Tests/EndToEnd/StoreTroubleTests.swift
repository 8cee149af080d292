import Foundation
import Testing
import WayleaveProgramRunning

@Suite("A store that is not as it was left", .serialized)
struct StoreTroubleTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  /// What somebody else did to the file of a credential, and what it is called.
  enum Mischief: CaseIterable {
    case cutShort
    case emptied
    case oneByteChanged
    case foreignOwner
    case wideMode
    case link

    var code: String {
      switch self {
      case .cutShort, .emptied, .oneByteChanged: "store.damaged"
      case .foreignOwner, .wideMode, .link: "store.exposed"
      }
    }

    func happen(to file: URL) throws {
      let bytes = try Data(contentsOf: file)
      switch self {
      case .cutShort: try rewrite(file, bytes.dropLast(bytes.count / 2))
      case .emptied: try rewrite(file, Data())
      case .oneByteChanged: try rewrite(file, bytes.dropLast() + [(bytes.last ?? 0) ^ 1])
      case .foreignOwner: try #require(chown(file.path, 65534, 65534) == 0)
      case .wideMode: try #require(chmod(file.path, 0o644) == 0)
      case .link:
        let elsewhere = file.appendingPathExtension("elsewhere")
        try FileManager.default.moveItem(at: file, to: elsewhere)
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: elsewhere)
      }
    }

    private func rewrite(_ file: URL, _ bytes: Data) throws {
      let handle = try FileHandle(forWritingTo: file)
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: bytes)
      try handle.close()
    }

    /// Only root can give a file away; elsewhere that one case cannot be made.
    static var possible: [Mischief] { allCases.filter { $0 != .foreignOwner || geteuid() == 0 } }
  }

  @Test(
    "a credential's file that was changed is refused with a remedy, and never overwritten; it ends no sign-in",
    arguments: Mischief.possible)
  func touched(mischief: Mischief) async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .lane, at: terminal)
      let file = try #require(terminal.kept(".credential").first)
      try mischief.happen(to: file)
      let (before, asked) = (try Data(contentsOf: file), place.count(of: "authorization.requested"))
      let browser = ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))]
      for arguments in [
        ["token"], ["token", "--force"], ["status"], ["logout"], ["request", place.base + "/"],
      ] {
        let run = try await terminal.outcome(of: terminal.start(arguments, environment: browser))
        #expect(run.exit == .code(6) && run.shownCode == mischief.code, "\(arguments): \(run.errors)")
        #expect(run.output.isEmpty && run.errors.contains(file.lastPathComponent))
        #expect(!run.errors.contains("is left out"), "the error says it, and once is enough: \(run.errors)")
      }
      #expect(try Data(contentsOf: file) == before)
      #expect(place.count(of: "authorization.requested") == asked)
      // The user signs in beside it; it is said, and stays as it is.
      let login = try await terminal.outcome(of: terminal.start(["login", "lane"], environment: browser))
      #expect(login.exit == .code(0), "\(login.errors)")
      #expect(login.errors.contains("is left out") && login.errors.contains(file.lastPathComponent), "\(login.errors)")
      #expect(try Data(contentsOf: file) == before)
      // By its name it is used; without one, the other may be meant, by whichever command.
      #expect(try await terminal.wayleave("token", "lane").exit == .code(0))
      for arguments in [["token"], ["request", place.base + "/v2/users/self"]] {
        let unnamed = try await terminal.outcome(of: terminal.start(arguments))
        #expect(unnamed.exit == .code(6) && unnamed.shownCode == mischief.code, "\(arguments): \(unnamed.errors)")
        #expect(unnamed.output.isEmpty && unnamed.errors.contains("`--account lane`"), "\(unnamed.errors)")
        #expect(!unnamed.errors.contains("is left out"), "\(unnamed.errors)")
      }
      // Away with it, and all is well.
      try FileManager.default.removeItem(at: file)
      let last = try await terminal.wayleave("token")
      #expect(last.exit == .code(0) && last.errors.isEmpty, "\(last.errors)")
    }
  }

  @Test("177: after an old backup was restored, one refresh says that its token was used, and no other is sent")
  func restored() async throws {
    try await EmulatedProviders.during { place in
      let browser = ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))]
      let login = ["login", place.base + "/tollgate", "--client-id", "tollgate-native", "--account", "work"]
      #expect(try await terminal.outcome(of: terminal.start(login, environment: browser)).exit == .code(0))
      let store = try #require(terminal.kept(".credential").first).deletingLastPathComponent()
      let backup = terminal.papers.appendingPathComponent("backup")
      try FileManager.default.copyItem(at: store, to: backup)
      #expect(try await terminal.wayleave("token", "--force").exit == .code(0))
      try FileManager.default.removeItem(at: store)
      try FileManager.default.moveItem(at: backup, to: store)
      for isFirst in [true, false] {
        let refused = try await terminal.wayleave("token", "--force", "--trace")
        #expect(refused.exit == .code(4) && refused.shownCode == "credential.sign_in_needed", "\(refused.errors)")
        #expect(refused.errors.contains("was used before") && refused.errors.contains("login --account work"))
        #expect(refused.errors.contains("request.sent") == isFirst && place.count(of: "token.refreshed") == 1)
      }
      // A check advises the same command as the list, in its row and in its error.
      let signIn = "`wayleave login --account work`"
      let checked = try await terminal.wayleave("status", "--check")
      #expect(checked.exit == .code(4) && checked.output.contains(signIn) && checked.errors.contains(signIn))
      let rows = try await terminal.wayleave("status", "--check", "--json").json()["accounts"] as? [[String: Any]]
      let remedy = (rows?.first?["error"] as? [String: Any])?["remedy"] as? String
      #expect(remedy?.contains(signIn) == true, "\(remedy ?? "")")
      #expect(try await terminal.outcome(of: terminal.start(login, environment: browser)).exit == .code(0))
      #expect(try await terminal.wayleave("token", "--force").exit == .code(0))
    }
  }

  @Test(
    "176: a store of a later version is exit 6 with one message, at the command and by the agent, and stays as it is",
    arguments: [false, true])
  func laterVersion(byAgent: Bool) async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .lane, at: terminal)
      let folder = try #require(terminal.kept(".credential").first).deletingLastPathComponent()
      for name in ["store", "store.copy"] {
        let header = folder.appendingPathComponent(name)
        var bytes = try Data(contentsOf: header)
        // The version stands behind the eight bytes by which the file is known.
        bytes[8] = 99
        try bytes.write(to: header)
      }
      func files() throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try Dictionary(
          uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: folder.appendingPathComponent($0))) })
      }
      let before = try files()
      let commands = byAgent ? [["token"], ["request", place.base + "/"]] : Self.commands(at: place)
      func refused() async throws {
        for arguments in commands {
          let run = try await terminal.outcome(of: terminal.start(arguments))
          #expect(run.exit == .code(6) && run.shownCode == "store.too_new", "\(arguments): \(run.errors)")
          #expect(run.errors.components(separatedBy: "a later version").count == 2, "\(arguments): \(run.errors)")
          #expect(run.errors.contains("Update this program"), "\(arguments): \(run.errors)")
        }
      }
      if byAgent { try await terminal.withAgent { _ in try await refused() } } else { try await refused() }
      #expect(try files() == before)
    }
  }

  private static func commands(at place: EmulatedProviders) -> [[String]] {
    [
      ["token"], ["token", "--force"], ["status"], ["accounts"], ["logout"], ["login", "lane"],
      ["request", place.base + "/"],
    ]
  }

  @Test("one damaged credential leaves the others usable, and is reported; asked for, it is exit 6")
  func others() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .lane, at: terminal)
      let damaged = try #require(terminal.kept(".credential").first)
      try await place.signIn(to: .stile, at: terminal)
      try Mischief.oneByteChanged.happen(to: damaged)
      let status = try await terminal.wayleave("status", "--json")
      #expect(status.exit == .code(0) && status.errors.contains(damaged.lastPathComponent), "\(status.errors)")
      let accounts = try status.json()["accounts"] as? [[String: Any]] ?? []
      #expect(accounts.map { $0["account"] as? String } == ["stile"])
      let records = try #require(try status.json()["damaged"] as? [[String: Any]])
      #expect(records.count == 1 && (records.first?["error"] as? [String: Any])?["code"] as? String == "store.damaged")
      #expect(status.errors.components(separatedBy: "is left out").count == 2, "\(status.errors)")
      #expect(try await terminal.wayleave("token", "stile").exit == .code(0))
      let asked = try await terminal.wayleave("token", "lane")
      #expect(asked.exit == .code(6) && asked.shownCode == "store.damaged", "\(asked.errors)")
    }
  }

  @Test("M10: one damaged registration stops no other command, and can be removed")
  func damagedRegistration() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .lane, at: terminal)
      let before = Set(terminal.kept(".client"))
      let add = ["clients", "add", "broken", "--provider", "twitter", "--client-id", "x"]
      #expect(try await terminal.outcome(of: terminal.start(add)).exit == .code(0))
      let damaged = try #require(Set(terminal.kept(".client")).subtracting(before).first)
      try Mischief.oneByteChanged.happen(to: damaged)
      // These two read no registration.
      for arguments in [["status"], ["token"]] {
        let run = try await terminal.outcome(of: terminal.start(arguments))
        #expect(run.exit == .code(0) && run.errors.isEmpty, "\(arguments): \(run.errors)")
      }
      for arguments in [["token", "--curl-config"], ["request", place.base + "/v2/users/self"], ["clients"]] {
        let run = try await terminal.outcome(of: terminal.start(arguments))
        #expect(run.exit == .code(0) && run.errors.contains(damaged.lastPathComponent), "\(arguments): \(run.errors)")
      }
      let again = try await terminal.outcome(of: terminal.start(add))
      #expect(again.exit == .code(6) && again.shownCode == "store.damaged", "what cannot be read is not replaced")
      let login = try await terminal.wayleave("login", "twitter")
      #expect(login.exit == .code(6) && login.shownCode == "store.damaged", "\(login.errors)")
      let removed = try await terminal.wayleave("clients", "remove", "broken", "--json")
      #expect(try removed.json()["registration"] as? String == "unknown")
      #expect(Set(terminal.kept(".client")) == before)
    }
  }

  @Test("a file with a foreign owner can be tried only as root", .enabled(if: geteuid() != 0))
  func foreignOwnerNeedsRoot() {
    withKnownIssue("The tests do not run as root: a credential's file with a foreign owner was not tried.") {
      Issue.record("not root")
    }
  }

  @Test("what is advised for a path with an apostrophe closes it, typed as it stands there")
  func apostrophe() async throws {
    let home = terminal.papers.appendingPathComponent("Ada's home").path
    terminal.environment["WAYLEAVE_HOME"] = home
    let add = ["clients", "add", "mine", "--provider", "foursquare", "--client-id", "c"]
    #expect(try await terminal.outcome(of: terminal.start(add)).exit == .code(0))
    #expect(chmod(home + "/state/clients", 0o755) == 0)
    let run = try await terminal.wayleave("clients", "list")
    #expect(run.exit == .code(6) && run.shownCode == "store.exposed", "\(run.errors)")
    let advice = try #require(run.errors.components(separatedBy: "`").first { $0.hasPrefix("chmod ") })
    #expect(try await terminal.shell(advice).exit == .code(0))
    #expect(try await terminal.wayleave("clients", "list").exit == .code(0))
  }

  @Test("the key file and the folder are looked at in the same way")
  func keyAndFolder() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .lane, at: terminal)
      let key = try #require(terminal.kept("store.key").first)
      let folder = try #require(terminal.kept(".credential").first).deletingLastPathComponent()
      for (path, good, wide) in [(key.path, 0o600, 0o640), (folder.path, 0o700, 0o755)] as [(String, mode_t, mode_t)] {
        #expect(chmod(path, wide) == 0)
        let run = try await terminal.wayleave("token")
        #expect(run.exit == .code(6) && run.shownCode == "store.exposed", "\(run.errors)")
        #expect(run.errors.contains("chmod") && run.errors.contains(path))
        #expect(chmod(path, good) == 0)
        #expect(try await terminal.wayleave("token").exit == .code(0))
      }
      try FileManager.default.removeItem(at: key)
      let lost = try await terminal.wayleave("token")
      #expect(lost.exit == .code(6) && lost.shownCode == "store.damaged", "\(lost.errors)")
      #expect(terminal.kept("store.key").isEmpty)
    }
  }

  @Test("a passphrase from a file opens what it closed; another one is exit 6, and an empty one is wrong usage")
  func passphrase() async throws {
    try await EmulatedProviders.during { place in
      let right = try terminal.paper("right", "over the stile and down the lane\n")
      let wrong = try terminal.paper("wrong", "round by the road\n")
      terminal.secrets += ["over the stile and down the lane", "round by the road"]
      terminal.environment = ["WAYLEAVE_STORE_PASSPHRASE_FILE": right]
      try await place.signIn(to: .lane, at: terminal)
      let token = try await terminal.wayleave("token")
      #expect(token.exit == .code(0) && terminal.kept("store.key").isEmpty)
      let before = try terminal.kept(".credential").map { try Data(contentsOf: $0) }
      let other = try await terminal.wayleave(
        "token", "--json", environment: ["WAYLEAVE_STORE_PASSPHRASE_FILE": wrong])
      #expect(other.exit == .code(6), "\(other.output)")
      #expect(try other.errorCode() == "store.damaged")
      for environment in [
        ["WAYLEAVE_STORE_PASSPHRASE_FILE": ""], ["WAYLEAVE_STORE_PASSPHRASE": ""],
      ] {
        let empty = try await terminal.wayleave("token", "--json", environment: environment)
        #expect(empty.exit == .code(64), "\(empty.output)")
        #expect(try empty.errorCode() == "configuration.invalid_value")
      }
      #expect(try terminal.kept(".credential").map { try Data(contentsOf: $0) } == before)
      #expect(try await terminal.wayleave("token").answer == token.answer)
    }
  }

  @Test("a short passphrase of a new store is warned of, once and for a new store alone")
  func shortPassphrase() async throws {
    func warns(_ name: String, _ passphrase: String, in terminal: Terminal) async throws -> Bool {
      let run = try await terminal.wayleave(
        "clients", "add", name, "--provider", "foursquare", "--client-id", "x",
        environment: ["WAYLEAVE_STORE_PASSPHRASE": passphrase])
      #expect(run.exit == .code(0), "\(run.errors)")
      return run.errors.contains("passphrase of this new store")
    }
    let (short, long) = (try Terminal(), try Terminal())
    #expect(try await warns("one", "one", in: short))
    #expect(try await !warns("two", "one", in: short))
    #expect(try await !warns("one", "four words are enough", in: long))
  }

  @Test("WAYLEAVE_HOME that is a file is wrong usage, and no permission is advised")
  func homeIsFile() async throws {
    let file = try terminal.paper("file", "x")
    for home in [file, "/dev/null"] {
      let run = try await terminal.wayleave("clients", environment: ["WAYLEAVE_HOME": home])
      #expect(run.exit == .code(64) && !run.errors.contains("chmod"), "\(run.errors)")
    }
  }
}
