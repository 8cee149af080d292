import WayleaveAgentProtocol
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire

/// Values with names that the agent gives, for people and as JSON.
struct AgentFields {
  private let pairs: [AgentPair]

  init(_ pairs: [AgentPair]) { self.pairs = pairs }

  /// What is a text also where it has digits alone.
  private static let texts: Set<String> = ["id", "program", "account", "scope", "socket", "state"]

  /// Numbers, and yes or no, are what they are in JSON.
  var json: JSON {
    var object = JSON.Object()
    for pair in pairs {
      object[pair.name] = Self.texts.contains(pair.name) ? .string(pair.value) : Self.value(pair.value)
    }
    return .object(object)
  }

  var values: [(name: String, value: String)] { pairs.map { ($0.name, $0.value) } }

  private static func value(_ text: String) -> JSON {
    switch text {
    case "": .null
    case "true", "yes": true
    case "false", "no": false
    default: Int64(text).map { JSON($0) } ?? .string(text)
    }
  }
}

extension OutputOptions {
  /// Says that something was done: as JSON, or in a sentence, which `--quiet` leaves out.
  func report(_ sentence: String, json: JSON) {
    if isJSON { Console.answer(json) } else if !isQuiet { Console.answer(sentence) }
  }
}
