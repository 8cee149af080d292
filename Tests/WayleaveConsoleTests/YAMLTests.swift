import Foundation
import Testing
import WayleaveConsole
import WayleaveWire
import Yams

@Suite("wayleave providers show: YAML that is read back as what it was")
struct YAMLTests {
  /// What a YAML reader makes of a text; nil for null.
  private func read(_ yaml: String) throws -> Any? {
    let value = try Yams.load(yaml: yaml)
    return value is NSNull ? nil : value
  }

  @Test(
    "YAML 1.1 §10.3: a text that looks like something else stays a text",
    arguments: [
      "true", "True", "TRUE", "false", "False", "yes", "Yes", "YES", "no", "No", "NO", "on", "On", "ON", "off", "Off",
      "OFF", "null", "Null", "NULL", "y", "Y", "n", "N", "~", "", " ", "1", "1.5", "0x1F", "1e3", ".inf", ".nan", "-",
      "- a", "a: b", "a:", "a #b", "#a", "&a", "*a", "!a", "%a", "@a", "`a", "'a'", "\"a\"", "[a]", "{a}", "|", ">",
      "2026-01-01", "12:30:45", "a\nb", "a\tb", "\u{E9}", "\u{1F600}", "=", "<<", "plain", "https://a.example/b",
      "urn:a:b", "trueish", "a_b-c.d~e",
    ])
  func texts(text: String) throws {
    #expect(try read("name: \(JSON.string(text).yaml())").flatMap { $0 as? [String: String] } == ["name": text])
    #expect(try read("\(JSON.string(text).yaml()): name").flatMap { $0 as? [String: String] } == [text: "name"])
  }

  @Test(
    "a word that YAML takes for a value stands in quotes, and one that only begins like it does not",
    arguments: [
      ("true", #""true""#), ("No", #""No""#), ("ON", #""ON""#), ("Null", #""Null""#), ("y", #""y""#), ("none", "none"),
      ("once", "once"), ("a", "a"), ("https://a.example/", "https://a.example/"), ("a:", #""a:""#), ("1a", #""1a""#),
    ])
  func quotes(text: String, yaml: String) { #expect(JSON.string(text).yaml() == yaml) }

  @Test("objects, lists and values at every depth are read back, empty ones too")
  func structure() throws {
    let json: JSON = [
      "name": "shop", "on": true, "count": 5, "nothing": .null, "empty": [:], "list": ["a", "no", "b: c"],
      "none": [], "deep": ["a": ["b": ["c": "d"], "e": [:]], "objects": [["x": "1", "y": "2"], ["z": ["w"]]]],
    ]
    let read = try #require(try Yams.load(yaml: json.yaml()) as? [String: Any])
    #expect(read["name"] as? String == "shop" && read["on"] as? Bool == true && read["count"] as? Int == 5)
    #expect(read["list"] as? [String] == ["a", "no", "b: c"])
    #expect((read["empty"] as? [String: Any])?.isEmpty == true && (read["none"] as? [Any])?.isEmpty == true)
    let deep = try #require(read["deep"] as? [String: Any])
    let inner = try #require(deep["a"] as? [String: Any])
    #expect(inner["b"] as? [String: String] == ["c": "d"] && (inner["e"] as? [String: Any])?.isEmpty == true)
    let objects = try #require(deep["objects"] as? [[String: Any]])
    #expect(objects.count == 2 && objects[0] as? [String: String] == ["x": "1", "y": "2"])
    #expect(objects[1]["z"] as? [String] == ["w"])
  }
}
