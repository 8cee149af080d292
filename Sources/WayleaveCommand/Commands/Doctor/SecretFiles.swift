import WayleaveConsole
import WayleaveSystem

/// Who can read a file with a secret, as the system says it.
enum SecretFiles {
  static func readers(of path: String) -> SecretsCheck.Readers {
    guard let status = try? FileStatus.of(path, followingLink: true) else { return .unknown }
    // A pipe, as of `<(…)`, is no file that stays.
    guard status.kind == .file else { return .owner }
    return status.isForOwnerAlone ? .owner : .others
  }
}

extension PlaceCheck.State {
  /// What is at a path.
  init(at path: String, user: UInt32) {
    do throws(SystemError) {
      let status = try FileStatus.of(path, followingLink: true)
      self = .present(mode: status.mode, isOwn: status.owner == user)
    } catch { self = error.isAbsence || error.isNotFolder ? .absent : .unreadable(error.words) }
  }
}
