import WayleaveSystem

/// When the folder of the credentials changed last: a cheap look that says whether anything in it has changed.
struct StoreStamp: Sendable, Equatable {
  private let identity: [UInt64]
  // Not when its names were changed last: a store with an index sets that time.
  private let changed: FileTime

  /// The stamp of a folder now; nil where there is none.
  init?(of folder: String) {
    guard let status = try? FileStatus.of(folder, followingLink: false) else { return nil }
    (identity, changed) = (status.identity, status.changed)
  }

  /// Whether a later change is sure to give another stamp: file systems write the time in steps.
  ///
  /// A time in the future, after the clock was set back, is not sure.
  func isSettled(at secondsSinceEpoch: Int64) -> Bool { changed.seconds < secondsSinceEpoch - 1 }
}
