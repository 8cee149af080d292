package import WayleaveWire

extension EntryFormat {
  /// The URLs of endpoints and origins in an entry, each with the path of its key, such as `identity.endpoint`.
  ///
  /// What is no URL at all is among them.
  package static func endpoints(in entry: JSON) -> [(path: String, text: String)] {
    texts(in: entry).compactMap { (text, form, path) in if case .endpoint = form { (path, text) } else { nil } }
  }

  /// Every text under a key of the format, with the path of the key.
  static func texts(in entry: JSON) -> [(text: String, form: EntryKey.Form, path: String)] {
    var texts: [(text: String, form: EntryKey.Form, path: String)] = []
    _ = mapTexts(in: entry) { (text, form, path) in
      texts.append((text, form, path))
      return text
    }
    return texts
  }

  /// An entry with another text in the place of each; what stands under no key of the format stays.
  static func mapTexts(in entry: JSON, _ change: (String, EntryKey.Form, String) -> String) -> JSON {
    let spoken: [EntryKey] =
      switch entry["protocol"]?.string {
      case "oauth1": OAuth1Service.fields.map(\.documentation)
      case "oauth2": OAuth2Service.fields.map(\.documentation)
      case "openid":
        [EntryKey(key: "issuer", meaning: "", absent: nil, form: .endpoint())]
          + IDTokenRules.fields.map(\.documentation)
      default: []
      }
    let whole = EntryKey.Form.section(spoken + Provider.fields.map(\.documentation))
    return whole.mapTexts(in: entry, at: "", of: whole, change)
  }
}

extension EntryKey.Form {
  fileprivate func mapTexts(
    in value: JSON, at path: String, of whole: Self, _ change: (String, Self, String) -> String
  ) -> JSON {
    switch (self, value) {
    case (.list(let form), .array(let elements)):
      return .array(elements.enumerated().map { form.mapTexts(in: $1, at: "\(path)[\($0)]", of: whole, change) })
    case (.section(let keys), .object(var object)):
      for key in keys {
        guard let value = object[key.key] else { continue }
        let place = path.isEmpty ? key.key : "\(path).\(key.key)"
        object[key.key] = key.form.mapTexts(in: value, at: place, of: whole, change)
      }
      return .object(object)
    case (.exceptions, .object(var object)):
      for member in object.members {
        object[member.name] = whole.mapTexts(in: member.value, at: "\(path).\(member.name)", of: whole, change)
      }
      return .object(object)
    case (.pairs, .object(var object)):
      for (name, value) in object.members.map({ ($0.name, $0.value) }) {
        object[name] = EntryKey.Form.text.mapTexts(in: value, at: "\(path).\(name)", of: whole, change)
      }
      return .object(object)
    case (.text, .string(let text)), (.shaped, .string(let text)), (.endpoint, .string(let text)):
      return .string(change(text, self, path))
    default: return value
    }
  }
}
