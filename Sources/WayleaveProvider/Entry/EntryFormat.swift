package import WayleaveWire

/// The format of an entry, as its readers have it: what the documentation and the schema are made of.
package enum EntryFormat {
  /// A table of the documentation.
  package struct Table: Sendable {
    /// What the page calls it.
    package let name: String
    /// Its keys; those of a section within are written with a point, such as `dialect.pkce`.
    package let rows: [(path: String, key: EntryKey)]
  }

  /// The tables in the order of the page.
  package static var tables: [Table] {
    [
      table("every protocol", head + Provider.fields.map(\.documentation)),
      table("openid", [issuer] + IDTokenRules.fields.map(\.documentation)),
      table("oauth2", OAuth2Service.fields.map(\.documentation)),
      table("oauth1", OAuth1Service.fields.map(\.documentation)),
      table("identity", IdentityRule.fields.map(\.documentation), under: "identity."),
      table("variables", ProviderVariable.fields.map(\.documentation), under: "variables."),
      table("requests", IdentityRequest.fields.map(\.documentation), under: "identity.requests."),
      table("refusals", RefusalTable.Row.fields.map(\.documentation), under: "dialect.refusals."),
    ]
  }

  /// The schema of an entry: JSON Schema, draft 2020-12.
  package static var schema: JSON {
    var object = JSON.Object()
    object["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    object["title"] = "An entry of Wayleave's catalogue"
    object["oneOf"] = .array([
      schema(of: "openid", [issuer] + IDTokenRules.fields.map(\.documentation)),
      schema(of: "oauth2", OAuth2Service.fields.map(\.documentation)),
      schema(of: "oauth1", OAuth1Service.fields.map(\.documentation)),
    ])
    return .object(object)
  }

  private static let head = [
    EntryKey(key: "format", meaning: "the version of this format", absent: "`1`", form: .constant(1)),
    EntryKey(key: "name", meaning: ProviderName.catalogueForm, absent: nil, form: .shaped(.name)),
    EntryKey(
      key: "protocol", meaning: "what the provider speaks; `openid` finds its endpoints by the issuer", absent: nil,
      form: .choice(["oauth1", "oauth2", "openid"])),
  ]

  private static let issuer = EntryKey(
    key: "issuer", meaning: "the issuer, byte for byte as the provider writes it", absent: nil, form: .endpoint())

  /// The keys of sections within follow their section, but for those that have a table of their own.
  private static func table(_ name: String, _ keys: [EntryKey], under path: String = "") -> Table {
    func rows(_ keys: [EntryKey], under path: String) -> [(path: String, key: EntryKey)] {
      keys.flatMap { key -> [(path: String, key: EntryKey)] in
        guard case .section(let inner) = key.form, key.key != "identity", key.key != "mtls_endpoint_aliases" else {
          return [(path + key.key, key)]
        }
        return rows(inner, under: "\(path)\(key.key).")
      }
    }
    return Table(name: name, rows: rows(keys, under: path))
  }

  private static func schema(of spoken: String, _ keys: [EntryKey]) -> JSON {
    let own = head.map { $0.key == "protocol" ? $0.with(form: .constant(.string(spoken))) : $0 }
    return EntryKey.Form.section(own + Provider.fields.map(\.documentation) + keys).schema
  }
}

extension EntryKey {
  fileprivate func with(form: Form) -> EntryKey { EntryKey(key: key, meaning: meaning, absent: absent, form: form) }
}

extension EntryKey.Form {
  fileprivate var schema: JSON {
    switch self {
    case .text: ["type": ["string", "number"]]
    case .shaped(let shape): Self.schema(of: shape)
    case .endpoint: ["type": "string", "pattern": .string(Self.endpointPattern)]
    case .flag: ["type": "boolean"]
    case .flagOr(let words): ["enum": .array([true, false] + words.map(JSON.string))]
    case .choice(let words): ["enum": JSON(words)]
    case .constant(let value): ["const": value]
    case .pairs: ["type": "object", "additionalProperties": ["type": ["string", "number"]]]
    case .list(let form): ["type": "array", "items": form.schema]
    case .section(let keys): Self.schema(ofSection: keys)
    // What a value makes of the entry has to be an entry, which no schema can say.
    case .exceptions: ["type": "object", "additionalProperties": ["type": "object", "additionalProperties": true]]
    }
  }

  /// https, or http on this machine; with places for variables.
  private static let endpointPattern =
    #"^(https://[^\s#/]|http://(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|/|\?|$))[^\s#]*$"#

  private static func schema(of shape: EntryTextShape) -> JSON {
    var schema = JSON.Object()
    schema["type"] = ["string", "number"]
    schema["pattern"] = .string(shape.pattern)
    schema["not"] = shape.forbiddenPattern.map { ["type": "string", "pattern": .string($0)] }
    return .object(schema)
  }

  private static func schema(ofSection keys: [EntryKey]) -> JSON {
    var properties = JSON.Object()
    for key in keys {
      var property = key.form.schema.object ?? JSON.Object()
      property["description"] = .string(key.meaning)
      properties[key.key] = .object(property)
    }
    return [
      "type": "object", "properties": .object(properties), "additionalProperties": false,
      "required": JSON(keys.filter { $0.absent == nil }.map(\.key)),
    ]
  }
}
