import WayleaveSystem

/// When files and folders changed last: a cheap look that says whether anything in them has changed.
struct StoreStamp: Sendable, Equatable {
  private struct Place: Sendable, Equatable {
    let path: String
    let identity: [UInt64]
    // Not when its names were changed last: a store with an index sets that time.
    let changed: FileTime
  }

  private let paths: [String]
  private let places: [Place]

  /// The stamp of places now. A missing one is part of it.
  init(of paths: [String]) {
    self.paths = paths
    places = paths.compactMap { path in
      // No link is followed: it can lead to where an answer takes long.
      guard let status = try? FileStatus.of(path, followingLink: false) else { return nil }
      return Place(path: path, identity: status.identity, changed: status.changed)
    }
  }

  /// Whether it would be the same now. Only the places themselves are looked at: a folder changes with the names in it.
  var isUnchanged: Bool { StoreStamp(of: paths) == self }

  /// Whether a later change is sure to give another stamp: file systems write the time in steps.
  ///
  /// A time in the future, after the clock was set back, is not sure.
  func isSettled(at secondsSinceEpoch: Int64) -> Bool {
    places.allSatisfy { $0.changed.seconds < secondsSinceEpoch - 1 }
  }
}
