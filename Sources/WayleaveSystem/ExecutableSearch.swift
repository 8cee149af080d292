#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds the program that a word names.
package enum ExecutableSearch {
  /// The absolute path of a program, by an absolute path or a name in one of the folders; nil when there is none.
  ///
  /// A relative path, in the word or in the list, depends on the current folder: it is not followed.
  package static func path(of word: String, in folders: String) -> String? {
    let candidates =
      word.contains("/")
      ? [word] : folders.split(separator: ":").map { "\($0)/\(word)" }
    return candidates.first { candidate in
      candidate.hasPrefix("/") && (try? FileStatus.of(candidate, followingLink: true))?.kind == .file
        && access(candidate, X_OK) == 0
    }
  }
}
