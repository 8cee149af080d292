import Foundation
import Testing
import Wayleave
import WayleaveOAuth1
import WayleaveWire

@testable import WayleaveConsole

/// What a shell prints that runs a script.
private func shell(_ script: String) throws -> String {
  let (process, output) = (Process(), Pipe())
  process.executableURL = URL(filePath: "/bin/sh")
  process.arguments = ["-c", script]
  process.environment = ["HOME": "/home-of-nobody", "PATH": ""]
  process.standardOutput = output
  try process.run()
  let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  #expect(process.terminationStatus == 0)
  return String(decoding: bytes, as: UTF8.self)
}

private let hostile = [
  "", " ", "a b", "'", "''", "a'b'c", "\"", "$HOME", "`id`", "$(id)", "\\", "\\'", "a\\", "~", "~root", "*", "?", "[a]",
  "#a", "a;id", "a|b", "a&b", "<a", ">a", "!!", "{a,b}", "%s", "-n", "--", "=ls", "a=b", "\u{E9}", "\u{1F600}",
]

/// A suggestion stands between backticks, so nothing with one is suggested.
private let typeable = hostile.filter { !$0.contains("`") }

@Suite("POSIX Shell Command Language §2.2: a real shell reads what is written for it as one word")
struct ShellWordTests {
  @Test("wayleave token --env: each value arrives whole, also with line breaks and tabs")
  func lines() throws {
    let token = hostile.joined(separator: "\n") + "\t\r\n'"
    let lines = ShellLines(
      .oauth2(.init(accessToken: Secret(token), tokenType: "Bearer'\"$(id)", expiresAt: Instant(secondsSinceEpoch: 12)))
    )
    let shown = try shell(
      lines.text + "\nprintf '%s\\0%s\\0%s\\0%s\\0%s' \"$WAYLEAVE_ACCESS_TOKEN\" \"$WAYLEAVE_TOKEN_TYPE\" "
        + "\"$WAYLEAVE_OAUTH_TOKEN\" \"$WAYLEAVE_OAUTH_TOKEN_SECRET\" \"$WAYLEAVE_EXPIRES_AT\"")
    #expect(shown == [token, "Bearer'\"$(id)", "", "", "12"].joined(separator: "\0"))
  }

  @Test("no value ends its apostrophes in fish, where a backslash means something between them")
  func fish() {
    for value in [#"\';echo pwned;#"#, "'\u{301};echo pwned", #"a\b"#] {
      let lines = ShellLines(.oauth2(.init(accessToken: Secret(value), tokenType: "Bearer")))
      let line = lines.text.unicodeScalars.split(separator: "\n").map(String.init).first ?? ""
      let quoted = line.dropFirst("export WAYLEAVE_ACCESS_TOKEN=".count)
      // As fish reads it: within apostrophes \\ and \' are escapes, outside \ escapes the next character.
      var (isInside, read, rest) = (false, String.UnicodeScalarView(), quoted.unicodeScalars[...])
      while let scalar = rest.popFirst() {
        if scalar == "'" { isInside.toggle(); continue }
        let isEscape = scalar == "\\" && (!isInside || rest.first == "'" || rest.first == "\\")
        read.append(isEscape ? rest.popFirst() ?? scalar : scalar)
        #expect(isInside || isEscape, "“\(scalar)” is outside")
      }
      #expect(String(read).utf8.elementsEqual(value.utf8) && !isInside)
    }
  }

  @Test("a token of OAuth 1.0a sets its own variables, and empties those of an earlier token")
  func signed() throws {
    let lines = ShellLines(.oauth1(TokenCredential(token: Secret("t'1"), secret: Secret("s'2"))))
    let shown = try shell(
      "WAYLEAVE_ACCESS_TOKEN=old WAYLEAVE_EXPIRES_AT=9\n\(lines.text)\nprintf '%s' "
        + "\"$WAYLEAVE_ACCESS_TOKEN|$WAYLEAVE_TOKEN_TYPE|$WAYLEAVE_OAUTH_TOKEN|$WAYLEAVE_OAUTH_TOKEN_SECRET|$WAYLEAVE_EXPIRES_AT\""
    )
    #expect(shown == "||t'1|s'2|")
    #expect(lines.text.split(separator: "\n").allSatisfy { $0.hasPrefix("export WAYLEAVE_") })
  }

  @Test("a command that is suggested: each option carries the value that was meant")
  func options() throws {
    let words = typeable.compactMap { Remedy.option("--scope", $0) }
    #expect(words.count == typeable.count)
    let shown = try shell("printf '%s\\0' " + words.joined(separator: " "))
    let expected = typeable.flatMap { $0.hasPrefix("-") ? ["--scope=\($0)"] : ["--scope", $0] }
    #expect(shown == expected.map { $0 + "\0" }.joined())
  }

  @Test("an argument without an option is refused where it would be taken for one")
  func arguments() throws {
    #expect(["-", "-a", "--all"].allSatisfy { Remedy.argument($0) == nil })
    let texts = typeable.filter { !$0.hasPrefix("-") }
    let shown = try shell("printf '%s\\0' " + texts.compactMap(Remedy.argument).joined(separator: " "))
    #expect(shown == texts.map { $0 + "\0" }.joined())
  }

  @Test(
    "a server cannot end the command that is suggested, and have its own stand behind it",
    arguments: [
      .askForScopes(["read", "x`id`"]), .signIn(provider: "`id`"), .signInAgain(account: "`id`"),
      .freeName("a`id`"), .registerClient(provider: "`id`"), .saveClientAgain(name: "a", provider: "`id`"),
      .useUnrenewed(account: "`id`"),
      .signInOnTerms(AccessDemand(authenticationContextClasses: ["`id`"]), account: "ada"),
    ] as [Remedy])
  func endOfCommand(remedy: Remedy) {
    let commands = remedy.inCommands.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
    #expect(!commands.contains("id"), "\(remedy.inCommands)")
  }
}
