import Foundation
import Testing
import WayleavePlain

@Suite("Where the programs of a user that run find each other")
struct RuntimeFolderTests {
  private static let system = "/run/user/7"

  /// The variables, the folders of sessions that are the user's own, the folder, and what is passed over.
  private static let places: [([String: String], Set<String>, String?, String?)] = [
    (["WAYLEAVE_HOME": "/h", "XDG_RUNTIME_DIR": "/r", "HOME": "/u"], ["/r", system], "/h/run", nil),
    (["WAYLEAVE_HOME": "/h", "XDG_RUNTIME_DIR": "/r"], [], "/h/run", nil),
    (["WAYLEAVE_HOME": "h", "XDG_RUNTIME_DIR": "/r", "HOME": "/u"], ["/r"], nil, nil),
    (["WAYLEAVE_HOME": "", "XDG_RUNTIME_DIR": "/r", "HOME": "/u"], ["/r"], "/r/wayleave", nil),
    (["XDG_RUNTIME_DIR": "/r"], ["/r", system], "/r/wayleave", nil),
    // Of another user, as `su` leaves it, or gone.
    (["XDG_RUNTIME_DIR": "/r", "HOME": "/u"], [system], "/run/user/7/wayleave", "/r"),
    (["XDG_RUNTIME_DIR": "/r", "HOME": "/u"], [], "/u/.local/state/wayleave/run", "/r"),
    (["XDG_RUNTIME_DIR": "r", "HOME": "/u"], ["r", system], "/run/user/7/wayleave", "r"),
    (["XDG_RUNTIME_DIR": "", "HOME": "/u"], ["", system], "/run/user/7/wayleave", nil),
    (["HOME": "/u"], [system], "/run/user/7/wayleave", nil),
    ([:], [system], "/run/user/7/wayleave", nil),
    (["HOME": "/u"], ["/run/user/8"], "/u/.local/state/wayleave/run", nil),
    (["HOME": "/u", "XDG_STATE_HOME": "/s"], [], "/s/wayleave/run", nil),
    (["HOME": "/u", "XDG_STATE_HOME": "s"], [], "/u/.local/state/wayleave/run", nil),
    (["XDG_STATE_HOME": "/s"], [], "/s/wayleave/run", nil),
    (["HOME": "u"], [], nil, nil), ([:], [], nil, nil),
  ]

  @Test("the folder is that of Wayleave's home, of the own session, of the system for the user, or that of states")
  func path() {
    for (variables, own, folder, passedOver) in Self.places {
      let value = { (name: String) in variables[name] }
      let found = RuntimeFolder.path(ofSystem: { Self.system }, variable: value, isOwn: own.contains)
      #expect(found == folder, "\(variables), \(own)")
      #expect(RuntimeFolder.passedOver(variable: value, isOwn: own.contains) == passedOver, "\(variables), \(own)")
    }
  }

  @Test("confstr(3): on a Mac it is the folder that the system has for the user, where that is the user's own")
  func mac() {
    let system = "/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T"
    let none = { (_: String) -> String? in nil }
    let home = { (name: String) -> String? in name == "HOME" ? "/Users/u" : nil }
    #expect(
      RuntimeFolder.path(ofSystem: { system }, variable: none, isOwn: { $0 == system }) == system + "/wayleave")
    #expect(
      RuntimeFolder.path(ofSystem: { system }, variable: home, isOwn: { _ in false })
        == "/Users/u/.local/state/wayleave/run")
    #expect(
      RuntimeFolder.path(ofSystem: { nil }, variable: home, isOwn: { _ in true })
        == "/Users/u/.local/state/wayleave/run")
    #expect(RuntimeFolder.path(ofSystem: { nil }, variable: none, isOwn: { _ in true }) == nil)
    // sun_path of Darwin takes 103 bytes and a zero.
    #expect((system + "/wayleave/agent.sock").utf8.count < 104)
  }

  @Test("XDG Base Directory Specification: the folder of a session is owned by the user, and no one else writes there")
  func own() throws {
    let manager = FileManager.default
    let folder = manager.temporaryDirectory.appendingPathComponent("runtime-\(UUID())").path
    try manager.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? manager.removeItem(atPath: folder) }
    for (mode, isOwn) in [(0o700, true), (0o755, true), (0o770, false), (0o702, false), (0o1777, false)] {
      try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: folder)
      #expect(RuntimeFolder.isOwn(folder) == isOwn, "\(String(mode, radix: 8))")
    }
    try manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
    #expect(!RuntimeFolder.isOwn(folder + "/missing"))
    try manager.createSymbolicLink(atPath: folder + "/link", withDestinationPath: folder)
    #expect(!RuntimeFolder.isOwn(folder + "/link"))
    #expect(manager.createFile(atPath: folder + "/file", contents: nil, attributes: [.posixPermissions: 0o600]))
    #expect(!RuntimeFolder.isOwn(folder + "/file"))
    // Of root, and of every user.
    #expect(!RuntimeFolder.isOwn("/tmp"))
  }
}
