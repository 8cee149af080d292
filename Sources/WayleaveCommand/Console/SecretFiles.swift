import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// Who can read a file with a secret, as the system says it.
enum SecretFiles {
  static func readers(of path: String) -> SecretsCheck.Readers {
    guard let status = try? FileStatus.of(path, followingLink: true) else { return .unknown }
    // A pipe, as of `<(…)`, is no file that stays.
    guard status.kind == .file else { return .owner }
    return status.isForOwnerAlone ? .owner : .others
  }

  /// Says that others can read or change a file with a secret: it is used, and the user can correct that.
  ///
  /// What root has put there for this program, as containers have their secrets, is as it is meant to be.
  static func warn(of path: String, by output: OutputOptions) {
    guard path != "-", let status = try? FileStatus.of(path, followingLink: true), status.kind == .file,
      !status.isPrivate, status.owner != 0 || ThisProcess.user == 0 || !status.isWrittenByOwnerAlone
    else { return }
    let what = status.isWrittenByOwnerAlone ? "read" : "change"
    let isOwn = status.owner == ThisProcess.user
    let command = isOwn ? Remedy.argument(path).map { ": `chmod 600 \($0)`" } ?? "" : ""
    output.say("Warning: other users can \(what) “\(DisplayText.clean(path, limit: 300))”\(command).")
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
