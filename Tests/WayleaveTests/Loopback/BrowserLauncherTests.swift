import Foundation
import Testing
import WayleaveBackport
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples
import WayleaveSystem

@Suite("BROWSER: a list of commands, taken apart without a shell")
struct BrowserCommandTests {
  static let rows: [(text: String, words: [String]?)] = [
    ("firefox", ["firefox", "U"]),
    ("firefox %s", ["firefox", "U"]),
    ("  firefox   --new-tab  ", ["firefox", "--new-tab", "U"]),
    ("open --url=%s --done", ["open", "--url=U", "--done"]),
    ("a 'b c' \"d e\" f\\ g", ["a", "b c", "d e", "f g", "U"]),
    ("a '%s' %%s", ["a", "U", "%s"]),
    ("a 100%", ["a", "100%", "U"]),
    ("a %d", ["a", "%d", "U"]),
    ("a ''", ["a", "", "U"]),
    ("a '\\' \"\\\"\"", ["a", "\\", "\"", "U"]),
    ("a; rm -rf $HOME `b` $(c) | d > e &", ["a;", "rm", "-rf", "$HOME", "`b`", "$(c)", "|", "d", ">", "e", "&", "U"]),
    ("", nil), ("   ", nil), ("''", nil), ("a 'b", nil), ("a \"b", nil), ("a \\", nil),
  ]

  @Test(arguments: rows.indices)
  func `74: words are parted by spaces and kept together by quotes, and mean nothing more`(index: Int) throws {
    let row = Self.rows[index]
    let url = try AbsoluteURL("https://u.example/")
    #expect(
      BrowserCommand(row.text)?.words(showing: url)
        == row.words?.map { $0.replacingOccurrences(of: "U", with: url.text) })
  }

  @Test func `commands are parted by colons, and those that are none are left out`() {
    #expect(BrowserCommand.list("a b::'c").map(\.words) == [["a", "b"]])
    #expect(BrowserCommand.list("a:b").map(\.words) == [["a"], ["b"]])
  }
}

@Suite("8252-1: starting the user's own browser")
struct BrowserLauncherTests {
  let folder = TemporaryFolder()

  // TU2
  @Test func `191: the program gets the address as one word, a cleaned environment, a session of its own and no input`()
    async throws
  {
    let tool = try script(
      "show",
      "printf '%s\\n' \"$@\" > \"$OUT.new\"; env >> \"$OUT.new\"; cat >> \"$OUT.new\"; "
        + "cut -d' ' -f1,6 /proc/$$/stat >> \"$OUT.new\"; mv \"$OUT.new\" \"$OUT\"")
    let output = "\(folder.path)/out"
    let url = "https://p.example/authorize?a=b&c=$(touch%20x)&d=';e"
    launcher("\(tool) --tab", ["OUT": output, "WAYLEAVE_PASSPHRASE": "canary"]).launch(try AbsoluteURL(url)) { _ in }
    let lines = try await content(of: output).split(separator: "\n").map(String.init)
    #expect(Array(lines.prefix(2)) == ["--tab", url])
    #expect(lines.contains("OUT=\(output)"))
    #expect(!lines.contains { $0.contains("canary") })
    #if os(Linux)
      let numbers = try #require(lines.last).split(separator: " ")
      #expect(numbers.first == numbers.last)
    #endif
  }

  #if os(Linux)
    // L1
    @Test("the program inherits no descriptor but its own three", arguments: InheritedDescriptors.possible)
    func descriptors(closing: InheritedDescriptors) async throws {
      let file = "\(folder.path)/inherited-file"
      #expect(FileManager.default.createFile(atPath: file, contents: Data()))
      // As a library opens it that does not think of children.
      let number = open(file, O_RDONLY)
      defer { close(number) }
      let tool = try script("list", "ls -l /proc/$$/fd > \"$OUT.new\"; mv \"$OUT.new\" \"$OUT\"")
      let output = "\(folder.path)/out"
      let child = try ChildProcess(
        starting: "/bin/sh", words: ["sh", tool], environment: ["OUT": output, "PATH": "/usr/bin:/bin"],
        closing: closing)
      #expect(child.waitForEnd() == 0)
      let listed = try await content(of: output)
      #expect(listed.contains("/dev/null"))
      #expect(!listed.contains("inherited-file") && !listed.contains("socket:") && !listed.contains("pipe:"))
    }
  #endif

  @Test func `73: when a command fails the next is tried, and only a failure of all is reported`() async throws {
    let bad = try script("bad", "exit 3")
    let good = try script("good", "echo \"$1\" > \"$OUT.new\"; mv \"$OUT.new\" \"$OUT\"")
    let output = "\(folder.path)/out"
    launcher("\(bad):no-such-program:relative/path:\(good)", ["OUT": output])
      .launch(try AbsoluteURL("https://p.example/")) { Issue.record("\($0)") }
    #expect(try await content(of: output) == "https://p.example/\n")
    let reason = await reason(of: launcher("\(bad):no-such-program", [:]), "https://p.example/")
    #expect(reason.contains(bad) && reason.contains("no-such-program"))
  }

  @Test func `74: a program of a folder that is not absolute is not started`() async throws {
    _ = try script("browse", "exit 0")
    let launcher = BrowserLauncher(environment: ["BROWSER": "browse", "PATH": ".::\(folder.path)/none"])
    #expect(await reason(of: launcher, "https://p.example/").contains("browse"))
  }

  @Test(arguments: ["com.example.app:/x", "ftp://p.example/", "mailto:a"])
  func `an address of another scheme is not shown`(url: String) async throws {
    let tool = try script("show", "exit 0")
    #expect(await reason(of: launcher(tool, [:]), url).isEmpty == false)
  }

  @Test func `a sign-in goes on without a browser, and the program hears of it`() async throws {
    let waiting = try await WaitingSignIn(browser: BrowserLauncher(environment: ["BROWSER": "/no/such/program"]))
    for _ in 0..<500 {
      if waiting.notices.contains(where: { if case .browserFailed = $0 { true } else { false } }) { break }
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(waiting.notices.contains { if case .browserFailed = $0 { true } else { false } })
    try await waiting.finish()
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")))
  func `a browser that comes back by itself finishes the sign-in`() async throws {
    let tool = try script(
      "browser",
      """
      page=$(/usr/bin/curl -s -o /dev/null -w '%{redirect_url}' "$1")
      exec /usr/bin/curl -s -o "$OUT" "${page#*back=}?code=A&state=S"
      """)
    let waiting = try await WaitingSignIn(
      browser: launcher(tool, ["OUT": "\(folder.path)/page"]), url: "https://p.example/authorize?back={redirect}")
    #expect(await waiting.outcome.value == nil)
    #expect(try await content(of: "\(folder.path)/page") == LoopbackPage.accepted.html)
    await waiting.session.close()
  }

  // L14, attack 190
  @Test func `the browser gets an address of ours without the state, which leads to the page once`() async throws {
    let tool = try script("browser", "printf '%s' \"$1\" > \"$OUT.new\"; mv \"$OUT.new\" \"$OUT\"")
    let page = "https://provider.example/authorize?state=S"
    let waiting = try await WaitingSignIn(browser: launcher(tool, ["OUT": "\(folder.path)/url"]), url: page)
    let url = try AbsoluteURL(try await content(of: "\(folder.path)/url"))
    #expect(url.query == nil && url.authority == waiting.authority && url.path.utf8.count == 23)
    let foreign = "GET \(url.path) HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Mode: no-cors\r\n\r\n"
    #expect(try await waiting.exchange(foreign)?.status == 403)
    #expect(try await waiting.exchange("HEAD \(url.path) HTTP/1.1\r\nHost: {host}\r\n\r\n")?.status == 200)
    #expect(try await waiting.exchange("POST \(url.path) HTTP/1.1\r\nHost: {host}\r\n\r\n")?.status == 405)
    #expect(try await waiting.get(url.path + "x")?.status == 404)
    let first = try #require(try await waiting.get(url.path))
    #expect(first.status == 303 && first.field("Location") == page && first.field("Cache-Control") == "no-store")
    #expect(try await waiting.get(url.path)?.status == 410)
    #expect(waiting.asked.isEmpty)
    try await waiting.finish()
  }

  // Attack 190
  @Test(.enabled(if: getuid() == 0, "only root can be another user"))
  func `another user of the machine does not get to the page by the browser's address`() async throws {
    let look = "curl -s -o /dev/null -w '%{http_code} '"
    let other = "setpriv --reuid=54321 --clear-groups \(look)"
    // The same address by a socket of IPv6 is in another table of the system.
    let tool = try script(
      "browser",
      """
      host=${1#http://}; host=${host%%/*}; port=${host#*:}; path=${1#http://*/}
      (\(other) "$1"; \(other) -g -H "Host: $host" "http://[::ffff:127.0.0.1]:$port/$path"; \(look) "$1") > "$OUT.new"
      mv "$OUT.new" "$OUT"
      """)
    let waiting = try await WaitingSignIn(
      browser: launcher(tool, ["OUT": "\(folder.path)/seen"]), url: "https://provider.example/authorize?state=S")
    #expect(try await content(of: "\(folder.path)/seen") == "404 404 303 ")
    try await waiting.finish()
  }

  private func launcher(_ browser: String, _ more: [String: String]) -> BrowserLauncher {
    BrowserLauncher(environment: more.merging(["BROWSER": browser, "PATH": "/usr/bin:/bin"]) { first, _ in first })
  }

  private func script(_ name: String, _ text: String) throws -> String {
    let path = "\(folder.path)/\(name)"
    try "#!/bin/sh\n\(text)\n".write(toFile: path, atomically: true, encoding: .utf8)
    try folder.setMode(0o700, of: name)
    return path
  }

  /// The reason why a launch failed.
  private func reason(of launcher: BrowserLauncher, _ url: String) async -> String {
    guard let url = try? AbsoluteURL(url) else { return "" }
    return await withCheckedContinuation { continuation in
      launcher.launch(url) { continuation.resume(returning: $0) }
    }
  }

  /// What a program has written, once it has written it whole.
  private func content(of path: String) async throws -> String {
    for _ in 0..<1000 {
      if let data = FileManager.default.contents(atPath: path), !data.isEmpty {
        return String(decoding: data, as: UTF8.self)
      }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw CocoaError(.fileNoSuchFile)
  }
}
