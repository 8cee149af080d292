import Foundation
import Testing
import WayleaveProgramRunning

/// `make stress` runs the long forms: `WAYLEAVE_STRESS=1`.
@Suite("160 to 163, 173: real processes that refresh, are killed, or have no room", .serialized)
struct RefreshProcessTests {
  let terminal: Terminal
  private static let isStress = ProcessInfo.processInfo.environment["WAYLEAVE_STRESS"] != nil

  init() throws { terminal = try Terminal() }

  private func atTollgate(
    faults: [String] = [], _ test: (EmulatedProviders, String) async throws -> Void
  ) async throws {
    try await EmulatedProviders.during(faults: faults) { place in
      try await terminal.signInAtTollgate(place.base + "/tollgate")
      try await test(place, place.base + "/tollgate")
    }
  }

  @Test(
    "160: of fifty processes that need one old token of a strict provider, one refreshes it, and all print the same")
  func fifty() async throws {
    // The new token is good for all, however late they come.
    let fault = "/tollgate/token?grant_type=authorization_code:expires-in=1,nth=1"
    try await atTollgate(faults: [fault]) { place, issuer in
      try await Task.sleep(for: .milliseconds(1100))
      let all = try (0..<50).map { _ in try terminal.start(["token"]) }
      var tokens: Set<String> = []
      for running in all {
        let outcome = try await terminal.outcome(of: running)
        #expect(outcome.exit == .code(0), "\(outcome.errors)")
        tokens.insert(outcome.answer)
      }
      #expect(tokens.count == 1)
      #expect(place.count(of: "token.refreshed") == 1 && place.count(of: "token.revoked") == 0)
      #expect(try await terminal.refreshesNext(at: issuer))
    }
  }

  @Test("161: kill -9 at any moment: a token that works, or the one honest message", arguments: 0..<(isStress ? 20 : 1))
  func killedAnywhere(part: Int) async throws {
    try await atTollgate { place, issuer in
      let whole = try await terminal.wayleave("token", "--force").took
      for _ in 0..<(Self.isStress ? 25 : 15) {
        let running = try terminal.start(["token", "--force"])
        try await Task.sleep(for: whole * Double.random(in: 0...1.1))
        running.send(SIGKILL)
        _ = try await terminal.outcome(of: running)
        _ = try await terminal.refreshesNext(at: issuer)
      }
    }
  }

  @Test(
    "161: kill -9 after each system call of a refresh: a token that works, or the one honest message",
    .enabled(if: Ability.canTrace))
  func killedAtCall() async throws {
    let calls = "flock,fsync,renameat,unlinkat,ftruncate,fallocate,connect" + (Self.isStress ? ",write,close" : "")
    var (number, spent, isKilled) = (0, 0, true)
    while isKilled {
      try await atTollgate { _, issuer in
        // A playground has its time: it serves so many.
        for _ in 0..<40 where isKilled {
          number += 1
          isKilled = try await self.isKilled(after: number, of: calls)
          spent += try await terminal.refreshesNext(at: issuer) ? 0 : 1
        }
        // The next playground is another issuer: with two accounts, a command without a name is refused.
        _ = try await terminal.wayleave("logout")
      }
    }
    // Steps before the request, after it, and between its answer and the store.
    #expect(number > 15 && spent > 0 && spent < number / 2, "\(spent) of \(number)")
  }

  /// Runs `token --force` until it has made so many of some system calls, and kills it then; false when it ended before.
  ///
  /// Each call is followed by a pause, in which the kill arrives.
  private func isKilled(after number: Int, of calls: String) async throws -> Bool {
    let killer = "n=0; while read -r id rest; do n=$((n + 1)); if [ $n = \(number) ]; then kill -9 $id; fi; done"
    let run = try await terminal.shell(
      "exec strace -f -qqq -o '|\(killer)' -e trace=\(calls) -e inject=\(calls):delay_exit=30000 \"$0\" token --force")
    #expect(run.exit == .signal(SIGKILL) || run.exit == .code(0), "call \(number): \(run.errors)")
    return run.exit != .code(0)
  }

  @Test(
    "163, 173: a file system without locks, without room or with errors: nothing is sent, and the account stays as it is",
    .enabled(if: Ability.canTrace),
    arguments: [("flock", "ENOLCK"), ("fallocate", "ENOSPC"), ("fsync", "EIO"), ("renameat", "EROFS")])
  func failingCall(call: String, error: String) async throws {
    try await atTollgate { place, issuer in
      let run = try await terminal.shell(
        "exec strace -f -qqq -o /dev/null -e trace=\(call) -e inject=\(call):error=\(error) \"$0\" token --force")
      let code = call == "flock" ? "store.no_locks" : "store.unwritable"
      #expect(run.exit == .code(6) && run.shownCode == code && run.output.isEmpty, "\(run.errors)")
      if call == "flock" { #expect(run.errors.contains("WAYLEAVE_HOME")) }
      #expect(place.count(of: "token.refreshed") == 0)
      #expect(try await terminal.refreshesNext(at: issuer))
    }
  }

  @Test("S6: with fewer open files than saving may need nothing is sent, the limit is named, and the account stays")
  func fewFiles() async throws {
    try await atTollgate { place, issuer in
      let run = try await terminal.shell("ulimit -n 28 && exec \"$0\" token --force")
      #expect(run.exit == .code(1) && run.shownCode == "configuration.unsupported", "\(run.errors)")
      #expect(run.errors.contains("32 files") && run.errors.contains("`ulimit -n 256`"), "\(run.errors)")
      #expect(place.count(of: "token.refreshed") == 0)
      #expect(try await terminal.refreshesNext(at: issuer))
    }
  }

  @Test(
    "the system's trust roots are read by no command that makes no encrypted connection",
    .enabled(if: Ability.canTrace),
    arguments: ["token", "token --force", "status"])
  func trustRoots(words: String) async throws {
    try await atTollgate { place, _ in
      let file = try terminal.paper("opened", "")
      let run = try await terminal.shell(
        "exec strace -f -qqq -o '\(file)' -e trace=open,openat \"$0\" \(words)")
      #expect(run.exit == .code(0) && !run.output.isEmpty, "\(run.errors)")
      let opened = try String(contentsOfFile: file, encoding: .utf8)
      #expect(opened.contains("store.key"))
      for place in ["/etc/ssl", "/etc/pki", "ca-certificates"] { #expect(!opened.contains(place)) }
      #expect(place.count(of: "token.refreshed") == (words.contains("force") ? 1 : 0))
    }
  }

  @Test("173: where no file may be as large as an answer, nothing is sent, and the account stays as it is")
  func fileSizeLimit() async throws {
    try await atTollgate { place, issuer in
      let run = try await terminal.shell("trap '' XFSZ; ulimit -f 64; exec \"$0\" token --force")
      #expect(run.exit == .code(6) && run.output.isEmpty, "\(run.errors)")
      #expect(place.count(of: "token.refreshed") == 0)
      #expect(try await terminal.refreshesNext(at: issuer))
    }
  }

  @Test(
    "173: in a folder that cannot be written nothing is sent, and the account stays as it is",
    .enabled(if: Ability.canMount))
  func readOnlyFolder() async throws {
    try await atTollgate { place, issuer in
      let mount = "mount --bind \"$WAYLEAVE_HOME\" \"$WAYLEAVE_HOME\" && mount -o remount,bind,ro \"$WAYLEAVE_HOME\""
      let run = try await terminal.shell("exec unshare -m sh -c '\(mount) && exec \"$0\" token --force' \"$0\"")
      #expect(run.exit == .code(6) && run.output.isEmpty, "\(run.errors)")
      #expect(place.count(of: "token.refreshed") == 0)
      #expect(try await terminal.refreshesNext(at: issuer))
    }
  }
}
