import WayleaveWire

extension [RefusalTable.Row] {
  /// The rows of a dialect, under `refusals`.
  init(_ section: inout ProviderReader) throws(OAuthError) {
    self = try section.objects("refusals").map { (row) throws(OAuthError) in
      var section = row
      return try RefusalTable.Row(&section)
    }
  }

  /// The rows as an entry has them; nil for none.
  var json: JSON? { isEmpty ? nil : .array(map(\.json)) }
}

extension RefusalTable.Row {
  fileprivate init(_ section: inout ProviderReader) throws(OAuthError) {
    let word = try section.required("word")
    let (subcode, describedBy) = (try section.text("subcode"), try section.texts("described_by"))
    let shape: ProviderRefusal.Shape? = try section.choice("shape")
    guard let meaning: RefusalTable.Meaning = try section.choice("means") else {
      let names = RefusalTable.Meaning.allCases.map(\.rawValue).joined(separator: ", ")
      throw .malformedProvider("refusals.means", "one of \(names)")
    }
    try section.finish()
    self.init(word, subcode: subcode, describedBy: describedBy, in: shape, means: meaning)
  }

  fileprivate var json: JSON {
    var object = JSON.Object()
    object["word"] = .string(word)
    object["subcode"] = subcode.map(JSON.string)
    object["described_by"] = describedBy.isEmpty ? nil : JSON(describedBy)
    object["shape"] = shape.map { .string($0.rawValue) }
    object["means"] = .string(meaning.rawValue)
    return .object(object)
  }
}
