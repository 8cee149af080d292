import WayleaveOAuth2
import WayleaveWire

extension Fault {
  /// The rule as it is read.
  var json: JSON.Object {
    var members = JSON.Object()
    members["path"] = path.map(JSON.string)
    members["client"] = client.map { .string($0.text) }
    if !fields.isEmpty {
      var wanted = JSON.Object()
      for field in fields {
        wanted[String(decoding: field.name, as: UTF8.self)] = .string(String(decoding: field.value, as: UTF8.self))
      }
      members["where"] = .object(wanted)
    }
    switch occurrence {
    case .all: break
    case .nth(let number): members["nth"] = JSON(Int64(number))
    case .from(let number): members["from"] = JSON(Int64(number))
    case .every(let number): members["every"] = JSON(Int64(number))
    }
    members["effect"] = .string(effect.word)
    members["value"] = effect.value
    return members
  }
}
