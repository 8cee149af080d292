/// A step of the way to a value that has no key of its own: the place in a list.
struct JSONPathStep: CodingKey {
  let stringValue: String
  let intValue: Int?

  /// Where the standard library looks for the members of a superclass.
  static let ofSuperclass = JSONPathStep(stringValue: "super")

  init(index: Int) {
    stringValue = String(index)
    intValue = index
  }

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init?(intValue: Int) { self.init(index: intValue) }
}
