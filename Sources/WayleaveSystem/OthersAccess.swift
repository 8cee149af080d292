/// What the permission bits of a file or a folder let others do: its group, and everyone else.
package enum OthersAccess: UInt32, Sendable {
  /// Anything: reading, writing, or entering.
  case any = 0o077
  case writing = 0o022

  /// Whether permission bits give it.
  package func isGiven(by mode: UInt32) -> Bool { mode & rawValue != 0 }
}
