import WayleaveWire

extension RefusalTable.Row: EntrySection {
  static let common = RefusalTable.Row("missing", means: .final)

  static let fields: [EntryField<Self>] = [
    EntryField(needed: "word", \.word, .nonEmptyText, "the provider's word or number"),
    EntryField(
      "subcode", \.subcode, .text, "the finer number or word that must stand next to it", absent: "any"),
    EntryField(
      "described_by", \.describedBy, .texts, "words that the description must have", absent: "any description"
    ),
    EntryField("shape", \.shape, .choice, "the form of the answer", absent: "any"),
    EntryField(needed: "means", \.meaning, .choice, "what it means"),
  ]
}
