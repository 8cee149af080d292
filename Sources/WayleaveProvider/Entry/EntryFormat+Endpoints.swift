package import WayleaveWire

extension EntryFormat {
  /// The URLs of endpoints and origins in an entry, each with the path of its key, such as `identity.endpoint`.
  ///
  /// What is no URL at all is among them.
  package static func endpoints(in entry: JSON) -> [(path: String, text: String)] {
    let spoken: [EntryKey] =
      switch entry["protocol"]?.string {
      case "oauth1": OAuth1Service.fields.map(\.documentation)
      case "oauth2": OAuth2Service.fields.map(\.documentation)
      case "openid": [EntryKey(key: "issuer", meaning: "", absent: nil, form: .endpoint)]
      default: []
      }
    return EntryKey.Form.section(spoken + Provider.fields.map(\.documentation)).endpoints(in: entry, at: "")
  }
}

extension EntryKey.Form {
  fileprivate func endpoints(in value: JSON, at path: String) -> [(path: String, text: String)] {
    switch self {
    case .endpoint: value.string.map { [(path, $0)] } ?? []
    case .list(let form):
      (value.array ?? []).enumerated().flatMap { form.endpoints(in: $1, at: "\(path)[\($0)]") }
    case .section(let keys):
      keys.flatMap { key in
        value[key.key].map { key.form.endpoints(in: $0, at: path.isEmpty ? key.key : "\(path).\(key.key)") } ?? []
      }
    case .text, .flag, .choice, .constant, .pairs: []
    }
  }
}
