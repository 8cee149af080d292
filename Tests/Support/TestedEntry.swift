import Foundation

/// Which entries of the catalogue are tested: all, or the one that `make check-provider NAME=…` names.
package enum TestedEntry {
  private static let name = ProcessInfo.processInfo.environment["TESTED_ENTRY"]

  /// Whether the entry of a name is tested.
  package static func includes(_ entry: String) -> Bool { name == nil || name == entry }
}
