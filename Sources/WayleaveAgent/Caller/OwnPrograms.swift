import WayleaveSystem

/// Our own programs, as they were when the agent began.
///
/// Another file that stands at one of the paths later is not ours: who can write there must not manage the agent.
struct OwnPrograms: Sendable {
  private let files: [ProgramFile]

  /// Looks at the programs at these paths.
  init(paths: [String]) { files = paths.compactMap { try? ProgramFile.at($0) } }

  /// Whether a file is that of one of ours.
  func contains(_ file: ProgramFile) -> Bool { files.contains { file.isUntouched(since: $0) } }

  /// Whether a file has the path of one of ours, and is another one: after an update, for example.
  func isReplaced(_ file: ProgramFile) -> Bool {
    !contains(file) && files.contains { $0.path.utf8.elementsEqual(file.path.utf8) }
  }
}
