import Foundation
import Testing
import WayleaveConsole
import WayleaveWire

@Suite("A property list in XML is read strictly")
struct PropertyListReaderTests {
  private func read(_ text: String) throws -> JSON { try PropertyListReader.value(of: Array(text.utf8)) }

  private func fault(of text: String) -> PropertyListFault? {
    do { _ = try read(text) } catch { return error as? PropertyListFault }
    return nil
  }

  @Test(
    "a value of each kind",
    arguments: [
      ("<string>a</string>", "a"), ("<string/>", ""), ("<string> a\n</string>", " a\n"), ("<true/>", true),
      ("<false></false>", false), ("<array/>", []), ("<dict></dict>", [:]), ("<integer>-7</integer>", -7),
      ("<integer>0x1F</integer>", 31), ("<real>1.5</real>", .number("1.5")), ("<real>+inf</real>", "+inf"),
      ("<date>2026-01-01T00:00:00Z</date>", "2026-01-01T00:00:00Z"), ("<data>AAEC</data>", "AAEC"),
      ("<array><true/>  <!-- a --><string>b</string></array>", [true, "b"]),
      ("<dict><key>a</key><dict><key>b</key><array/></dict></dict>", ["a": ["b": []]]),
      ("<string>a<!-- b -->c<![CDATA[<&>]]></string>", "ac<&>"),
      ("<string>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;</string>", "<>&\"'A😀"),
    ] as [(String, JSON)])
  func values(text: String, value: JSON) throws {
    for head in [
      "", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", "\u{FEFF}", "<!-- a -->\n<!DOCTYPE plist SYSTEM \"x.dtd\">",
    ] {
      #expect(try read("\(head)<plist version=\"1.0\">\(text)</plist>\n") == value)
    }
  }

  @Test("what Foundation writes is read as it was")
  func roundTrip() throws {
    let written: [String: Any] = ["a": [1, "b\u{1F600}<&>\"'"], "c": ["d": true, "e": ""]]
    let data = try PropertyListSerialization.data(fromPropertyList: written, format: .xml, options: 0)
    let json = try PropertyListReader.value(of: Array(data))
    #expect(json["a"] == [1, "b\u{1F600}<&>\"'"] && json["c"] == ["d": true, "e": ""])
  }

  @Test(
    "what is no property list is refused, with the line",
    arguments: [
      ("", 1, "ends too early"), ("<plist>", 1, "ends too early"), ("<plist/>", 1, "no <plist>"),
      ("<html></html>", 1, "no <plist>"), ("<plist></plist>", 1, "no property list"),
      ("<plist><true/></plist> x", 1, "goes on"), ("<plist>\n<true/><true/></plist>", 2, "</plist>"),
      ("<plist><dict>\n\n<key>a</key></dict></plist>", 3, "no value for the key “a”"),
      ("<plist><dict><string>a</string></dict></plist>", 1, "<string> where a <key>"),
      ("<plist><dict><key>a</key><true/><key>a</key><true/></dict></plist>", 1, "“a” twice"),
      ("<plist><string>a<b/></string></plist>", 1, "a tag inside <string>"),
      ("<plist><string>a</strong></plist>", 1, "</string> is expected"), ("<plist><string>a", 1, "before </string>"),
      ("<plist><array><true/>", 1, "ends too early"), ("<plist><set/></plist>", 1, "<set>"),
      ("<plist><true>x</true></plist>", 1, "text in <true>"), ("<plist>x</plist>", 1, "text where a tag"),
      ("<plist><integer>x</integer></plist>", 1, "no number"),
      ("<plist><integer>1.5</integer></plist>", 1, "no number"),
      ("<plist><string a=\"b\">x</string></plist>", 1, "attributes"),
      ("<plist><string>a&b</string></plist>", 1, "&amp;"),
      ("<plist><string>&x;</string></plist>", 1, "entity"), ("<plist><string>&#0;</string></plist>", 1, "entity"),
      ("<plist><string>&#xD800;</string></plist>", 1, "entity"), ("<plist><!-- x", 1, "ends inside <!--"),
      ("<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><true/></plist>", 1, "another encoding"),
      (
        "<!DOCTYPE plist [\n<!ENTITY a SYSTEM \"file:///etc/passwd\">]><plist><string>&a;</string></plist>", 2,
        "declares"
      ),
      ("<!DOCTYPE plist [<!ENTITY a \"aa\"><!ENTITY b \"&a;&a;\">]><plist><string>&b;</string></plist>", 1, "declares"),
      ("<?xml-stylesheet href=\"x\"?><plist><true/></plist>", 1, "no property list"),
    ])
  func refused(text: String, line: Int, words: String) throws {
    let found = fault(of: text)
    let fault = try #require(found, "it was read")
    #expect(fault.line == line && fault.reason.contains(words), "\(fault)")
  }

  @Test("a file that ends anywhere is refused, and so are bytes that are not UTF-8")
  func truncated() {
    let text = "<?xml version=\"1.0\"?><plist><dict><key>a</key><array><string>&lt;b</string></array></dict></plist>"
    for length in 0..<text.utf8.count { #expect(fault(of: String(text.prefix(length))) != nil, "\(length)") }
    #expect(throws: PropertyListFault.self) { try PropertyListReader.value(of: [0xFF, 0xFE, 0x3C, 0x00]) }
  }

  @Test("so many values in one another are read, and one more is not")
  func depth() throws {
    func nested(_ depth: Int) -> String {
      "<plist>\(String(repeating: "<array>", count: depth))\(String(repeating: "</array>", count: depth))</plist>"
    }
    _ = try read(nested(PropertyListReader.maximumDepth))
    #expect(fault(of: nested(PropertyListReader.maximumDepth + 1)) != nil)
    #expect(fault(of: nested(100_000)) != nil)
  }

  @Test("no fault shows a value")
  func redacted() {
    for text in ["<plist><integer>hunter2</integer></plist>", "<plist><string>hunter2<x/>", "<plist>hunter2"] {
      #expect(fault(of: text)?.reason.contains("hunter2") == false)
    }
  }
}
