import Foundation
import Testing

/// A test that needs a program which is not there is left out. On the machine of CI nothing may be missing.
@Suite("With WAYLEAVE_REQUIRE_TOOLS no test is left out for want of a program")
struct RequiredProgramTests {
  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["WAYLEAVE_REQUIRE_TOOLS"] == "1"),
    arguments: [
      "Xvfb", "curl", "dbus-run-session", "dunst", "flock", "git", "gio", "gnome-keyring-daemon", "kubectl",
      "notify-send",
      "strace", "systemd-analyze", "systemd-socket-activate", "tmux", "xdg-mime",
    ])
  func `each program that a test can do without is installed`(name: String) {
    let folders = ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin"]
    #expect(folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") })
  }
}
