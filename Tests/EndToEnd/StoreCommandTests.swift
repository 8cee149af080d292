import Foundation
import Testing
import WayleaveProgramRunning

@Suite("The store of the program and its key", .serialized)
struct StoreCommandTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  @Test func `store says where it is, how many accounts are in it and where its key is`() async throws {
    let empty = try await terminal.wayleave("store", "--json")
    #expect(try empty.exit == .code(0) && empty.json()["accounts"] as? Int == 0)
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .lane, at: terminal)
      let shown = try await terminal.wayleave("store", "status", "--json")
      #expect(try shown.json()["accounts"] as? Int == 1 && shown.json()["protection"] as? String == "key_file")
    }
  }

  @Test func `185: rotate-key changes the key, and every account goes on`() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .lane, at: terminal)
      let before = try terminal.kept(".credential").map { try Data(contentsOf: $0) }
      let token = try await terminal.wayleave("token").answer
      let rotated = try await terminal.wayleave("store", "rotate-key", "--json")
      #expect(try rotated.exit == .code(0) && rotated.json()["protection"] as? String == "key_file")
      #expect(try terminal.kept(".credential").map { try Data(contentsOf: $0) } != before)
      #expect(try await terminal.wayleave("token").answer == token)
    }
  }

  @Test func `a passphrase protects the store from now on, and is asked for by its variable`() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .lane, at: terminal)
      let token = try await terminal.wayleave("token").answer
      let file = try terminal.paper("passphrase", "four words are enough\n")
      let rotated = try await terminal.wayleave("store", "rotate-key", "--new-passphrase-file", file)
      #expect(rotated.exit == .code(0))
      #expect(try await terminal.wayleave("token").exit == .code(6))
      let opened = try await terminal.wayleave("token", environment: ["WAYLEAVE_STORE_PASSPHRASE_FILE": file])
      #expect(opened.answer == token)
    }
  }

  @Test func `store reset leaves no key and no account, whatever the environment says and the files are`() async throws
  {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .lane, at: terminal)
      #expect(!terminal.kept("store.key").isEmpty)
      for header in terminal.kept("/store") + terminal.kept("/store.copy") { try Data([7]).write(to: header) }
      #expect(try await terminal.wayleave("token").exit == .code(6))
      let reset = try await terminal.wayleave(
        "store", "reset", "--yes", "--json", environment: ["WAYLEAVE_STORE_PASSPHRASE": "four words are enough"])
      #expect(try reset.exit == .code(0) && reset.json()["protection"] is NSNull)
      #expect(terminal.kept("store.key").isEmpty && terminal.kept(".credential").isEmpty)
      #expect(try await terminal.wayleave("accounts").exit == .code(0))
    }
  }

  @Test func `187: a keyring that cannot be used is refused, and nothing is changed`() async throws {
    let refused = try await terminal.wayleave("store", "rotate-key", "--to", "keyring", "--json")
    #expect(try refused.exit == .code(6) && refused.errorCode() == "store.locked")
  }

  /// Runs commands in the session of a desktop with its own keyring, unlocked or not.
  private func onDesktop(isUnlocked: Bool, _ commands: String) async throws -> [String] {
    let secret = try terminal.paper("secret", "not a real secret\n")
    let folder = terminal.papers.path
    let unlock = "printf password | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1;"
    let inside = (isUnlocked ? unlock : "") + commands
    let line = """
      unset WAYLEAVE_HOME
      export HOME='\(folder)/desktop' XDG_RUNTIME_DIR='\(folder)/run' SECRET='\(secret)' WAYLEAVE_JSON=1
      mkdir -m 700 "$HOME" "$XDG_RUNTIME_DIR"
      exec dbus-run-session -- /bin/sh -c '\(inside)' "$0"
      """
    let outcome = try await terminal.shell(line)
    return outcome.output.split(separator: "\n").map(String.init)
  }

  private static let add =
    #""$0" clients add work --provider github --client-id reader --client-secret-file "$SECRET" >/dev/null; "#
  private static let isDesktopPossible = ["dbus-run-session", "gnome-keyring-daemon"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }

  @Test(.enabled(if: isDesktopPossible))
  func `189: a new store has its key in the keyring of the desktop, and can change to a file and back`() async throws {
    let lines = try await onDesktop(
      isUnlocked: true,
      Self.add
        + """
        "$0" store; "$0" store rotate-key --to key-file; "$0" clients
        "$0" store rotate-key --to keyring; cat "$HOME/.config/wayleave/store.key"; "$0" clients
        """)
    try #require(lines.count == 6, "\(lines)")
    #expect(lines[0].contains(#""protection":"keyring""#))
    #expect(lines[1].contains(#""protection":"key_file""#) && lines[3].contains(#""protection":"keyring""#))
    #expect(lines[2].contains(#""work""#) && lines[4] == "in the keyring" && lines[5] == lines[2])
  }

  @Test(.enabled(if: isDesktopPossible))
  func `189: a keyring that is locked is not used for a new store`() async throws {
    let lines = try await onDesktop(isUnlocked: false, Self.add + #""$0" store"#)
    #expect(lines.count == 1 && lines.last?.contains(#""protection":"key_file""#) == true, "\(lines)")
  }

  @Test(.enabled(if: isDesktopPossible))
  func `189: the key goes over the bus encrypted: the session is one by Diffie-Hellman`() async throws {
    let seen = terminal.papers.appendingPathComponent("seen").path
    let lines = try await onDesktop(
      isUnlocked: true,
      """
      \(Self.monitor("Service", "OpenSession", into: seen))
      \(Self.add)
      "$0" store
      \(Self.endMonitor("Service", "OpenSession", of: seen))
      """)
    #expect(lines.count == 1 && lines.last?.contains(#""protection":"keyring""#) == true, "\(lines)")
    let calls = try String(contentsOfFile: seen, encoding: .utf8)
    #expect(calls.contains(#"string "dh-ietf1024-sha256-aes128-cbc-pkcs7""#), "\(calls)")
    #expect(!calls.contains(#"string "plain""#), "\(calls)")
  }

  /// Writes down the calls of one kind; it has begun when the bus has taken its own name away.
  private static func monitor(_ interface: String, _ member: String, into file: String) -> String {
    """
    dbus-monitor --session interface=org.freedesktop.Secret.\(interface),member=\(member) >"\(file)" 2>/dev/null &
    monitor=$!
    for i in $(seq 3000); do grep -q NameLost "\(file)" && break; sleep 0.02; done
    """
  }

  /// Ends it after all that was sent before: a signal of the same kind comes behind that.
  private static func endMonitor(_ interface: String, _ member: String, of file: String) -> String {
    """
    dbus-send --session --dest=org.freedesktop.secrets / org.freedesktop.Secret.\(interface).\(member) string:the-end
    for i in $(seq 3000); do grep -q the-end "\(file)" && break; sleep 0.02; done
    kill $monitor
    """
  }

  /// Stops the owner of the name on the bus: it stays the owner, and never answers.
  private static let stopService = """
    service=$(dbus-send --session --print-reply --dest=org.freedesktop.DBus / \
      org.freedesktop.DBus.GetConnectionUnixProcessID string:org.freedesktop.secrets | sed -n "s/.*uint32 //p")
    kill -STOP $service
    """

  @Test(.enabled(if: isDesktopPossible))
  func `189: a service that never answers holds no command for long, and the place of the key is said`() async throws {
    let said = terminal.papers.appendingPathComponent("said").path
    let run = """
      for i in $(seq 30); do
        rm -rf "$HOME/.config/wayleave" "$HOME/.local/state"
        begin=$(date +%s%N)
        env -u WAYLEAVE_JSON "$0" clients add work --provider github --client-id reader >/dev/null 2>"\(said)"
        status=$?
        time=$((($(date +%s%N) - begin) / 1000000))
        echo $status $time
        [ $time -lt 1000 ] && break
      done
      """
    let lines = try await onDesktop(
      isUnlocked: true,
      // The first command has the service begin.
      ([Self.add, Self.stopService, run, #""$0" store"#, "kill -CONT $service"]).joined(separator: "\n"))
    try #require(lines.count > 1, "\(lines)")
    let runs = lines.dropLast().map { $0.split(separator: " ") }
    #expect(runs.allSatisfy { $0.first == "0" }, "\(lines)")
    // One question of 300 ms, and the start of a program that is not optimized. Until one is quick: others use the
    // processors, too.
    let quickest = runs.compactMap { $0.last.flatMap { Int($0) } }.min()
    #expect(quickest.map { (300..<1000).contains($0) } == true, "\(lines)")
    #expect(lines.last?.contains(#""protection":"key_file""#) == true, "\(lines)")
    let words = try String(contentsOfFile: said, encoding: .utf8)
    #expect(words.contains("does not answer") && words.contains("store.key"), "\(words)")
  }

  private static let lock = """
    dbus-send --session --dest=org.freedesktop.secrets --type=method_call --print-reply /org/freedesktop/secrets \
    org.freedesktop.Secret.Service.Lock array:objpath:/org/freedesktop/secrets/collection/login >/dev/null
    """

  /// Two vaults with keys in the keyring, which is then locked; then commands. Counts the questions to the user.
  private func afterLocking(_ commands: String) async throws -> [String] {
    let hosts = try terminal.paper("hosts.yml", "github.com:\n    oauth_token: gho_canary0123456789\n    user: ada\n")
    let seen = terminal.papers.appendingPathComponent("seen").path
    return try await onDesktop(
      isUnlocked: true,
      Self.add
        + """
        "$0" import gh "\(hosts)" --offline >/dev/null
        \(Self.monitor("Prompt", "Prompt", into: seen))
        \(Self.lock)
        \(commands)
        \(Self.endMonitor("Prompt", "Prompt", of: seen))
        grep -c "^method call.*member=Prompt" "\(seen)"
        """)
  }

  @Test(.enabled(if: isDesktopPossible), arguments: ["token", "clients", "store"])
  func `187: a keyring that is really locked asks its user once within one command, and closes the store`(
    command: String
  ) async throws {
    let lines = try await afterLocking(#""$0" \#(command); echo $?"#)
    try #require(lines.count == 3, "\(lines)")
    #expect(lines[0].contains("store.locked") && lines[1] == "6" && lines[2] == "1", "\(lines)")
  }

  @Test(.enabled(if: isDesktopPossible))
  func `187: a store whose keyring is gone is closed, and nothing takes its place`() async throws {
    let lines = try await onDesktop(
      isUnlocked: true,
      Self.add
        + #"DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere; "$0" clients; echo $?; cat "$HOME/.config/wayleave/store.key""#
    )
    #expect(lines.first?.contains("store.locked") == true && lines.dropFirst().first == "6", "\(lines)")
    #expect(lines.dropFirst(2) == ["in the keyring"], "\(lines)")
  }
}

@Suite(
  "A store whose key is in the kernel's keyring", .serialized,
  .enabled("the system lets programs use the keyring", KernelKeyringScene.isPossible))
struct KernelKeyringStoreTests {
  let terminal: Terminal
  let kernel: KernelKeyringScene

  init() throws {
    terminal = try Terminal()
    kernel = KernelKeyringScene(terminal: terminal)
  }

  @Test func `accounts work until the key is gone; then one sentence says why, and reset begins again`() async throws {
    try await EmulatedProviders.during { place in
      try await kernel.cleaning {
        try await place.signIn(to: .lane, at: terminal)
        let token = try await terminal.wayleave("token").answer
        let rotated = try await terminal.wayleave("store", "rotate-key", "--to", "kernel-keyring")
        #expect(rotated.exit == .code(0))
        #expect(rotated.output.contains("in the kernel keyring, until this machine restarts"))
        #expect(terminal.kept("store.key") == [])
        #expect(try await terminal.wayleave("token").answer == token)
        let shown = try await terminal.wayleave("store", "--json")
        #expect(try shown.json()["protection"] as? String == "kernel_keyring")

        // What a restart does.
        #expect(try await kernel.script(["unlink"] + kernel.keys()).contains("done"))
        for command in ["token", "store", "clients", "accounts"] {
          let closed = try await terminal.wayleave(command, "--json")
          #expect(try closed.exit == .code(6) && closed.errorCode() == "store.key_gone", "\(command)")
        }
        let told = try await terminal.wayleave("token")
        #expect(told.errors.contains("The store was for one session") && told.errors.contains("store reset --yes"))

        #expect(try await terminal.wayleave("store", "reset", environment: ["WAYLEAVE_YES": "1"]).exit == .code(64))
        let reset = try await terminal.wayleave("store", "reset", "--yes", "--json")
        #expect(try reset.exit == .code(0) && reset.json()["protection"] as? String == "kernel_keyring")
        // The client is gone too: with its entry it is registered again.
        for entry in terminal.kept("lane.yaml") { try FileManager.default.removeItem(at: entry) }
        try await place.signIn(to: .lane, at: terminal)
        #expect(try await terminal.wayleave("token").exit == .code(0))
        #expect(terminal.kept("store.key") == [])
      }
    }
  }

  @Test func `the agent opens it, and says the same once the key is gone and it was locked`() async throws {
    try await kernel.cleaning {
      #expect(try await terminal.wayleave("store", "rotate-key", "--to", "kernel-keyring").exit == .code(0))
      let agent = try terminal.start(["agent", "run"])
      let deadline = ContinuousClock.now + .seconds(120)
      while try await terminal.wayleave("agent", "status").exit != .code(0), .now < deadline {
        try await Task.sleep(for: .milliseconds(50))
      }
      #expect(try await terminal.wayleave("agent", "lock").exit == .code(0))
      #expect(try await terminal.wayleave("agent", "unlock").exit == .code(0))
      #expect(try await terminal.wayleave("agent", "lock").exit == .code(0))
      _ = try await kernel.script(["unlink"] + kernel.keys())
      #expect(try await terminal.wayleave("agent", "unlock", "--json").errorCode() == "store.key_gone")
      #expect(try await terminal.wayleave("store", "reset", "--yes").exit == .code(0))
      #expect(try await terminal.wayleave("agent", "unlock").exit == .code(0))
      agent.send(SIGTERM)
      _ = try await terminal.outcome(of: agent)
    }
  }

  @Test func `where there is no store one is made, and all that is stored later has its key there`() async throws {
    try await kernel.cleaning {
      #expect(try await terminal.wayleave("store", "rotate-key", "--to", "kernel-keyring").exit == .code(0))
      let secret = try terminal.paper("secret", "not a real secret\n")
      let added = try await terminal.wayleave(
        "clients", "add", "work", "--provider", "github", "--client-id", "reader", "--client-secret-file", secret)
      #expect(added.exit == .code(0))
      #expect(kernel.keys().count == 5 && terminal.kept("store.key") == [])
      let again = try await terminal.wayleave("store", "rotate-key", "--json")
      #expect(try again.json()["protection"] as? String == "kernel_keyring" && again.json()["records"] as? Int == 1)
      let back = try await terminal.wayleave("store", "rotate-key", "--to", "key-file", "--json")
      #expect(try back.json()["protection"] as? String == "key_file")
      #expect(kernel.keys() == [] && terminal.kept("store.key").count == 1)
      #expect(try await terminal.wayleave("clients").output.contains("work"))
    }
  }

  @Test func `189: another user cannot read the key, and each session of this one can`() async throws {
    try await kernel.cleaning {
      // A service of systemd has a session like this.
      let made = try await kernel.script(
        ["other-session", kernel.program, "store", "rotate-key", "--to", "kernel-keyring", "--json"])
      #expect(made.contains(#""protection":"kernel_keyring""#))
      let shown = try await kernel.script(["other-session", kernel.program, "store", "--json"])
      #expect(shown.contains(#""accounts":0"#))
      #expect(try await terminal.wayleave("store", "--json").json()["accounts"] as? Int == 0)
      if getuid() == 0, let key = kernel.keys().first {
        #expect(try await kernel.script(["as-other-user", key]).contains("EACCES"))
      }
    }
  }

  @Test(arguments: ["EPERM", "ENOSYS", "EDQUOT"])
  func `189: where the kernel refuses, the store stays as it is`(error: String) async throws {
    try await kernel.cleaning {
      let secret = try terminal.paper("secret", "not a real secret\n")
      let added = try await terminal.wayleave(
        "clients", "add", "work", "--provider", "github", "--client-id", "reader", "--client-secret-file", secret)
      #expect(added.exit == .code(0))
      let files = try terminal.kept("store").map { try Data(contentsOf: $0) }
      let refused = try await kernel.script(
        ["refusing", error, error == "EDQUOT" ? "add_key" : "both", kernel.program]
          + ["store", "rotate-key", "--to", "kernel-keyring", "--json"])
      #expect(refused.contains(error == "EDQUOT" ? "store.unwritable" : "store.locked"), "\(refused)")
      #expect(try terminal.kept("store").map { try Data(contentsOf: $0) } == files && kernel.keys() == [])
      #expect(try await terminal.wayleave("clients").output.contains("work"))
    }
  }

  @Test(arguments: [("EPERM", "store.locked"), ("EKEYEXPIRED", "store.key_gone"), ("EKEYREVOKED", "store.key_gone")])
  func `187: a key that cannot be read closes the store, and nothing takes its place`(
    error: String, code: String
  ) async throws {
    try await kernel.cleaning {
      #expect(try await terminal.wayleave("store", "rotate-key", "--to", "kernel-keyring").exit == .code(0))
      let closed = try await kernel.script(["refusing", error, "keyctl", kernel.program, "clients", "--json"])
      #expect(closed.contains(code), "\(closed)")
      #expect(try await terminal.wayleave("clients").exit == .code(0))
    }
  }
}

/// The kernel's keyring, and the keys that the store of a terminal has in it.
struct KernelKeyringScene {
  let terminal: Terminal

  /// Whether this system lets a process use the keyring: it looks for a key that is not there.
  @Sendable static func isPossible() async throws -> Bool {
    try await KernelKeyringScene(terminal: Terminal()).script(["unlink", "wayleave:none"]).contains("ENOKEY")
  }

  /// The program, as a script starts it.
  var program: String { (try? Program.wayleave().executable.path) ?? "wayleave" }

  /// The descriptions of the keys, by the headers of the vaults.
  func keys() -> [String] {
    terminal.kept("/store").compactMap { file in
      guard let header = try? Data(contentsOf: file), header.count > 27, header[10] == 3 else { return nil }
      return "wayleave:" + header[11..<27].map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
  }

  /// What the script, or a program, says on both streams.
  func script(_ arguments: [String]) async throws -> String {
    let outcome = try await terminal.outcome(of: try terminal.start(script: "kernel_keyring.py", arguments))
    return outcome.output + outcome.errors
  }

  /// Runs a test, and removes the keys of its store.
  func cleaning(_ body: () async throws -> Void) async throws {
    let result: Result<Void, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    _ = try await script(["unlink"] + keys())
    try result.get()
  }
}
