#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#elseif canImport(Darwin)
  package import Darwin
#endif

/// What the system says about a file or a folder.
package struct FileStatus: Sendable {
  /// What has a name.
  package enum Kind: Sendable { case file, folder, symbolicLink, other }

  package let kind: Kind
  package let owner: UInt32
  /// The permission bits, the sticky bit among them.
  package let mode: UInt32
  package let linkCount: Int
  package let size: Int
  private let device: UInt64
  private let inode: UInt64
  /// When its contents were changed last: of a folder, the names in it. Any owner can set it.
  package let modified: FileTime
  /// When the system changed anything of it last. No one can set it.
  package let changed: FileTime

  package init(_ status: stat) {
    switch UInt32(status.st_mode) & UInt32(S_IFMT) {
    case UInt32(S_IFREG): kind = .file
    case UInt32(S_IFDIR): kind = .folder
    case UInt32(S_IFLNK): kind = .symbolicLink
    default: kind = .other
    }
    owner = status.st_uid
    mode = UInt32(status.st_mode) & 0o7777
    linkCount = Int(status.st_nlink)
    size = Int(status.st_size)
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(status.st_ino)
    #if canImport(Darwin)
      (modified, changed) = (FileTime(status.st_mtimespec), FileTime(status.st_ctimespec))
    #else
      (modified, changed) = (FileTime(status.st_mtim), FileTime(status.st_ctim))
    #endif
  }

  /// Device and inode: what distinguishes one file from another of the same name.
  package var identity: [UInt64] { [device, inode] }

  /// The status of a path; a symbolic link at its end is followed only on request.
  package static func of(_ path: String, followingLink: Bool) throws(SystemError) -> FileStatus {
    var status = stat()
    try SystemError.check("stat") { followingLink ? stat(path, &status) : lstat(path, &status) }
    return FileStatus(status)
  }

  /// Whether only the user of this process can reach it.
  package var isPrivate: Bool { owner == geteuid() && isForOwnerAlone }

  /// Whether its permissions give no one but its owner anything.
  package var isForOwnerAlone: Bool { !OthersAccess.any.isGiven(by: mode) }

  /// Whether only the user of this process, or root, can have written it.
  package var isWrittenByOwnerAlone: Bool { isOfUserOrRoot && !OthersAccess.writing.isGiven(by: mode) }

  /// Whether only this user and root can rename what is in this folder.
  ///
  /// The rule is that of OpenSSH for the folders above its files (sshd_config(5), StrictModes): the owner is this user or
  /// root, and neither the group nor all may write, also where the group has one member today. In a folder with the
  /// sticky bit, such as /tmp, only the owner of a file can rename it.
  package var isRuledByUser: Bool {
    isOfUserOrRoot && (!OthersAccess.writing.isGiven(by: mode) || mode & 0o1000 != 0)
  }

  private var isOfUserOrRoot: Bool { owner == geteuid() || owner == 0 }
}
