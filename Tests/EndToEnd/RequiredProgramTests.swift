import Foundation
import Testing

/// A test that needs a program which is not there is left out. On the machine of CI nothing may be missing.
@Suite("With WAYLEAVE_REQUIRE_TOOLS no test is left out for want of a program")
struct RequiredProgramTests {
  private static let isRequired = ProcessInfo.processInfo.environment["WAYLEAVE_REQUIRE_TOOLS"] == "1"

  @Test(
    .enabled(if: isRequired),
    arguments: [
      "Xvfb", "age", "chromedriver", "chromium", "curl", "dbus-monitor", "dbus-run-session", "dunst", "flock", "gh",
      "git", "git-credential-oauth", "gio", "gnome-keyring-daemon", "kubectl", "mandoc", "notify-send", "oidc-gen",
      "rclone", "ruby", "setpriv", "strace", "systemd-analyze", "systemd-socket-activate", "tmux", "xdg-mime",
    ])
  func `each program that a test can do without is installed`(name: String) {
    #expect(ForeignProgram.isInstalled(name))
  }

  @Test(.enabled(if: isRequired))
  func `so are the programs of PyPI`() {
    #expect(ForeignProgram.arePeersInstalled && ForeignProgram.hasRubyOAuth)
  }

  @Test(.enabled(if: isRequired))
  func `the machine allows what a test can do without`() async throws {
    #expect(Ability.present == Set(Ability.allCases))
    #expect(try await KernelKeyringScene.isPossible())
  }
}
