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
        "$0" store rotate-key --to keyring; ls "$HOME/.config/wayleave/store.key" 2>/dev/null; "$0" clients
        """)
    try #require(lines.count == 5, "\(lines)")
    #expect(lines[0].contains(#""protection":"keyring""#))
    #expect(lines[1].contains(#""protection":"key_file""#) && lines[3].contains(#""protection":"keyring""#))
    #expect(lines[2].contains(#""work""#) && lines[4] == lines[2])
  }

  @Test(.enabled(if: isDesktopPossible))
  func `189: a keyring that is locked is not used for a new store`() async throws {
    let lines = try await onDesktop(isUnlocked: false, Self.add + #""$0" store"#)
    #expect(lines.count == 1 && lines.last?.contains(#""protection":"key_file""#) == true, "\(lines)")
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
        dbus-monitor --session interface=org.freedesktop.Secret.Prompt,member=Prompt >"\(seen)" 2>/dev/null &
        monitor=$!
        sleep 0.5
        \(Self.lock)
        \(commands)
        sleep 0.5
        kill $monitor
        grep -c member=Prompt "\(seen)"
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
      Self.add + #"DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere; "$0" clients; echo $?; ls "$HOME/.config""#)
    #expect(lines.first?.contains("store.locked") == true && lines.dropFirst().first == "6", "\(lines)")
    #expect(lines.count == 2)
  }
}
