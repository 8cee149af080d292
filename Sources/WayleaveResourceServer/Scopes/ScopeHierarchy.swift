/// Which scopes include others, such as the right to write that of reading.
///
/// RFC 6749 §3.3 leaves the meaning of scopes to the server. Scopes are compared by their bytes.
public struct ScopeHierarchy: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// A scope, and every scope that it includes, itself among them.
  private let closures: [(scope: String, included: [String])]

  /// Takes for each scope those that it includes; what these include counts as well.
  public init(_ table: [String: [String]]) { self.init(pairs: table.map { ($0.key, $0.value) }) }

  /// Takes the same table as a literal.
  public init(dictionaryLiteral elements: (String, [String])...) { self.init(pairs: elements) }

  private init(pairs: [(String, [String])]) {
    closures = pairs.map { scope, _ in
      var included = [scope]
      var index = 0
      // A circle ends by itself: what is there is not added again.
      while index < included.count {
        for (broader, narrower) in pairs where broader.hasSameBytes(as: included[index]) {
          included += narrower.filter { new in !included.contains { $0.hasSameBytes(as: new) } }
        }
        index += 1
      }
      return (scope, included)
    }
  }

  /// Whether what was granted covers all that is needed.
  public func covers(_ needed: [String], by granted: [String]) -> Bool {
    needed.allSatisfy { scope in
      granted.contains { grants($0, scope) }
    }
  }

  private func grants(_ granted: String, _ needed: String) -> Bool {
    if granted.hasSameBytes(as: needed) { return true }
    return closures.contains { closure in
      closure.scope.hasSameBytes(as: granted) && closure.included.contains { $0.hasSameBytes(as: needed) }
    }
  }

  public static func == (left: ScopeHierarchy, right: ScopeHierarchy) -> Bool {
    left.closures.elementsEqual(right.closures) { $0.scope.hasSameBytes(as: $1.scope) && $0.included == $1.included }
  }
}
