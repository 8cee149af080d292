import Foundation
import Testing
import WayleaveProgramRunning

/// What a test can need of the machine. A test that it is missing for is left out, but never in CI: RequiredProgramTests.
enum Ability: String, CaseIterable {
  /// To follow a program through its system calls.
  case tracing = "strace -o /dev/null true"
  /// To mount something where only the test sees it.
  case mounting = "unshare -m mount -t tmpfs none /mnt"
  /// To have hosts of its own, which no one else sees.
  case separateHosts = "unshare -m -n ip link add one type veth peer name other"
  /// To run a program as another user.
  case anotherUser = "setpriv --reuid=54321 --clear-groups true"

  static let present = Set(allCases.filter { succeeds($0.rawValue) })

  static let canTrace = present.contains(.tracing)
  static let canMount = present.contains(.mounting)
  static let canSeparateHosts = present.contains(.separateHosts)
  /// Root can become another user. What another user is can be tested as it is.
  static let canBeOrdinary = getuid() != 0 || present.contains(.anotherUser)

  private static func succeeds(_ line: String) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}

extension Terminal {
  /// What stands in front of a program that must not be one of root.
  ///
  /// The files of a process that hides its memory belong to root: of a process of root that says nothing.
  static var asOrdinaryUser: String { getuid() == 0 ? "setpriv --reuid=54321 --clear-groups" : "" }

  /// Moves `WAYLEAVE_HOME` to a folder of the user of ``asOrdinaryUser``.
  func giveHomeToOrdinaryUser() async throws {
    guard getuid() == 0 else { return }
    let folder = papers.appendingPathComponent("home-of-another").path
    let moved = try await shell(
      "cp -a \"$WAYLEAVE_HOME\" '\(folder)' 2>/dev/null || mkdir -m 700 '\(folder)'; exec chown -R 54321 '\(folder)'")
    guard moved.exit == .code(0) else { throw CocoaError(.fileWriteNoPermission) }
    environment["WAYLEAVE_HOME"] = folder
  }
}
