import Testing
import WayleaveConsole
import WayleaveSystem

@Suite("doctor: locks that other machines do not see")
struct SharedFolderTests {
  static let mounts = """
    /dev/sda1 / ext4 rw,relatime 0 0
    server:/home /home nfs4 rw,vers=4.2,local_lock=none 0 0
    server:/old /home/ada nfs rw,nolock,vers=3,local_lock=all 0 0
    server:/flock /home/a\\040b nfs rw,local_lock=flock 0 0
    server:/posix /home/posix nfs rw,local_lock=posix 0 0
    //server/share /mnt cifs rw,nobrl 0 0
    /dev/sdb1 /mnt ext4 rw 0 0
    //server/share /smb smb3 rw,nobrl 0 0
    broken

    """

  @Test(
    "the innermost file system of a path counts, and of one place what was mounted last",
    arguments: [
      ("/", "ext4", false), ("/homes", "ext4", false), ("/home", "nfs4", false), ("/home/adam", "nfs4", false),
      ("/home/ada", "nfs", true), ("/home/ada/.local/state", "nfs", true), ("/home/a b/x", "nfs", true),
      ("/home/posix", "nfs", false), ("/mnt/x", "ext4", false), ("/smb", "smb3", true),
    ])
  func found(path: String, kind: String, isLocal: Bool) throws {
    let system = try #require(FileSystem(of: path, in: Self.mounts))
    #expect(system.kind == kind && system.locksOnThisMachineAlone == isLocal)
    let finding = SharedFolderCheck.finding(at: path, on: system)
    #expect((finding != nil) == isLocal)
    if let finding {
      #expect(finding.check == .folders && finding.verdict == .warning)
      #expect(finding.message.contains("(\(kind))") && finding.remedy?.contains("WAYLEAVE_HOME") == true)
    }
  }

  @Test("where nothing is known, nothing is said")
  func unknown() {
    #expect(FileSystem(of: "/home", in: "") == nil)
    #expect(SharedFolderCheck.finding(at: "/home", on: nil) == nil)
  }

  @Test("the file system of a folder that is there has a kind")
  func here() { #expect(FileSystem(of: "/tmp")?.kind.isEmpty == false) }
}
