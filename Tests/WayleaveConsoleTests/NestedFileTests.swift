import Foundation
import Testing
import WayleaveConsole
import WayleaveWire

/// YAML 1.2.2 §6.9.2, and every other way to nest: what a stranger's file holds is read, or refused, with a small stack.
@Suite("Files that nest without an end")
struct NestedFileTests {
  /// The readers of files that users are given by others, each by its name.
  private static let readers: [(name: String, read: @Sendable ([UInt8]) throws -> Void)] = [
    ("entry", { _ = try EntryText(String(decoding: $0, as: UTF8.self)) }),
    ("xurl", { _ = try XurlFile(reading: $0) }),
    ("twurl", { _ = try TwurlFile(reading: $0) }),
    ("gh", { _ = try GitHubHostsFile(reading: $0) }),
    ("oauth2l", { _ = try OAuth2LFile(reading: $0) }),
    ("oidc-agent", { _ = try OIDCAgentAccount(reading: $0) }),
    ("property list", { _ = try PropertyListReader.value(of: $0) }),
    ("JSON", { _ = try JSON(decoding: $0) }),
  ]

  /// What nests, as often as a description may be long.
  static let texts = [
    "name: " + String(repeating: "&a ", count: 20_000), "name: " + String(repeating: "&a\n  ", count: 12_000),
    "- " + String(repeating: "&a - ", count: 12_000), String(repeating: "- ", count: 30_000),
    "name: " + String(repeating: "[", count: 60_000), "name: " + String(repeating: "{a: ", count: 15_000),
    "name: " + String(repeating: "[&a ", count: 15_000), String(repeating: "[", count: 60_000),
    String(repeating: "{\"a\":", count: 12_000), "name: " + String(repeating: "*a ", count: 20_000),
    "<plist>" + String(repeating: "<array>", count: 9000),
  ]

  @Test("no reader goes deeper than its limit, and each refuses the file", arguments: texts)
  func refused(text: String) async {
    let bytes = Array(text.utf8)
    for reader in Self.readers {
      let isRefused = await Self.withSmallStack {
        do { try reader.read(bytes) } catch { return true }
        return false
      }
      // To YAML the tags are one plain text.
      let isText = reader.name == "entry" && text.hasPrefix("<")
      #expect(isRefused || isText, "\(reader.name): \(text.prefix(30))")
    }
  }

  /// Runs a function with the stack that Apple's systems give a thread, half a megabyte: an endless recursion ends the
  /// tests here.
  private static func withSmallStack(_ body: @escaping @Sendable () -> Bool) async -> Bool {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.stackSize = 512 * 1024
      thread.start()
    }
  }
}
