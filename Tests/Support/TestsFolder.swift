package import Foundation

/// Where the tests and what they read lie.
package enum TestsFolder {
  /// The folder `Tests` of this checkout.
  package static let url = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The Python of the programs that other people wrote, which `Scripts/prepare.sh test` installs.
  package static let python = url.deletingLastPathComponent().appending(path: ".build/peers/bin/python3")

  /// Whether it is there. Where it is not, tests are left out, but never in CI: RequiredProgramTests.
  package static let hasPeers = FileManager.default.isExecutableFile(atPath: python.path)
}
