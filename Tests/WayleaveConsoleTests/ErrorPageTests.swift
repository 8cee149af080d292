import Foundation
import Testing
import WayleaveConsole
import WayleaveWire

@Suite("Documentation/errors.md lists every error")
struct ErrorPageTests {
  /// The variable with which the test writes the page.
  private static let variable = "WAYLEAVE_WRITE_ERRORS_PAGE"

  private var file: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Documentation/errors.md")
  }

  private func row(_ code: OAuthError.Code) -> String {
    let error = OAuthError(code, rule: .wayleave("r"), expected: "…", received: .described("…"), remedy: "r")
    let sentence = error.message.replacing("….", with: "…")
    return "| `\(code.rawValue)` | \(sentence) | \(error.fault.rawValue) | \(ExitStatus.status(for: error)) |"
  }

  private var page: String {
    """
    # Errors

    Each error has a code that never changes: `error.code.rawValue` in Swift, `error.code` in the
    answer with `--json`, and the last line of a message on the terminal. The sentence is the general
    one; “…” stands for a value. Where an error knows more, such as the name of an account or a file,
    its own sentence says it. Decide by the code, never by the words.

    Fault says who has to change something. The exit status is that of the program `wayleave`. What is
    wrong in a document or an answer of the provider has its fault `provider`, and the status 5, also
    where the table has another.

    A test compares this page with the code. After a change, write it again:

    ```
    \(Self.variable)=1 swift test --filter ErrorPageTests
    ```

    | Code | What it means | Fault | Exit status |
    | --- | --- | --- | --- |
    \(OAuthError.Code.allCases.map(row).joined(separator: "\n"))

    """
  }

  @Test("the page has a row for every code, with what it means, whose fault it is and the exit status")
  func current() throws {
    if ProcessInfo.processInfo.environment[Self.variable] != nil {
      try page.write(to: file, atomically: true, encoding: .utf8)
    }
    let written = try? String(contentsOf: file, encoding: .utf8)
    #expect(written == page, "Write it again: \(Self.variable)=1 swift test --filter ErrorPageTests")
  }
}
