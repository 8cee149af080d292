/// What pairs are added to, one after the other: a ``Form``, or a query that is written at once.
package protocol PairList {
  /// Adds a pair of text.
  mutating func append(_ name: String, _ value: String)
  /// Adds a pair whose value is secret.
  mutating func append(_ name: String, _ value: Secret)
  /// Adds a pair whose value is a list of texts in one.
  mutating func append(_ name: String, _ values: [String], separator: String)
}

extension Form: PairList {}
