import Foundation
import Testing
import WayleaveConsole
import WayleaveWire

@Suite("wayleave doctor: the chain of checks")
struct DoctorChainTests {
  @Test("what a check rests on stands before it in the chain")
  func order() throws {
    for (index, check) in Checkpoint.allCases.enumerated() {
      for needed in check.needs {
        #expect(try #require(Checkpoint.allCases.firstIndex(of: needed)) < index, "\(check) needs \(needed)")
      }
    }
  }

  @Test("what rests on a failed check, also by others, is not looked at, and says why")
  func skipped() async {
    var examination = Examination()
    examination.add(Finding(.folders, .failed, "Other users can write there."))
    for check in [Checkpoint.store, .records, .space, .client] {
      await examination.look(at: check) {
        Issue.record("\(check) was looked at")
        return []
      }
    }
    #expect(examination.rootCause?.check == .folders)
    #expect(examination.findings.dropFirst().allSatisfy { $0.verdict == .skipped(because: .folders) })
    #expect(examination.json["findings"]?.array?.last?["because"] == "folders")
  }

  @Test("a warning, and what there was no reason to look at, stop nothing")
  func unharmed() async {
    var examination = Examination()
    examination.add([Finding(.folders, .warning, "x"), Finding(.trust, .skipped(because: nil), "x")])
    #expect(examination.obstacle(to: .store) == nil && examination.obstacle(to: .network) == nil)
    await examination.look(at: .store) { [Finding(.store, .good, "x")] }
    #expect(examination.findings.last?.verdict == .good && examination.rootCause == nil)
    #expect(examination.json["healthy"] == true && examination.json["root_cause"] == .null)
  }

  @Test("what fails at one provider says nothing of another one")
  func subjects() {
    var examination = Examination()
    examination.add(Finding(.connection, of: "a", .failed, "Connection refused."))
    examination.add(Finding(.answer, of: "a", .good, "It answers."))
    examination.add(Finding(.answer, of: "b", .good, "It answers."))
    #expect(examination.findings.map(\.verdict) == [.failed, .skipped(because: .connection), .good])
    #expect(examination.json["healthy"] == false)
  }

  @Test("the JSON of a finding has every key, and nothing that could move a terminal's cursor")
  func json() {
    let json = Finding(.redirectURI, of: "a\u{1B}[2J", .failed, "b\u{202E}", remedy: "c\u{7}", code: .portInUse).json
    let names = json.object?.members.map(\.name)
    #expect(names == ["check", "subject", "result", "because", "message", "remedy", "code"])
    #expect(json["check"] == "redirect_uri" && json["code"]?.string == OAuthError.Code.portInUse.rawValue)
    #expect(!json.encodedText().contains("\\u001b") && !json.encodedText().contains("\u{202E}"))
  }

  @Test(
    "the text has lines that fit, the verdicts as words, and the cause with its remedy at the end", arguments: [40, 80])
  func text(width: Int) {
    var examination = Examination()
    examination.add(
      Finding(.store, .good, "The store opens. Its key is the file /home/ada/.config/wayleave/store.key."))
    examination.add(
      Finding(.connection, of: "shop", .failed, "Cannot reach shop.example: connection refused.", remedy: "Is it up?"))
    examination.skip(.answer, of: "shop", because: .connection)
    let text = examination.text(in: TextLayout(width: width))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= width }, "\(text)")
    for word in ["ok  ", "FAIL", "skip"] { #expect(lines.contains { $0.hasPrefix(word) }, "\(text)") }
    let end = text.components(separatedBy: "1 check fails.").last ?? ""
    #expect(end.contains("Begin with: connection of shop.") && end.hasSuffix("→ Is it up?"), "\(text)")
  }

  @Test("quietly, only what fails or warns is shown")
  func quiet() {
    var examination = Examination()
    examination.add(Finding(.store, .good, "x"))
    #expect(examination.text(in: TextLayout(width: 80), isQuiet: true) == "")
    examination.add(Finding(.space, .warning, "The disk is nearly full."))
    let text = examination.text(in: TextLayout(width: 80), isQuiet: true)
    #expect(text.hasPrefix("WARN  space  The disk") && text.hasSuffix("Nothing fails. 1 warning."))
  }
}
