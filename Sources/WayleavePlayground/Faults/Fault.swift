public import WayleaveOAuth2
public import WayleaveWire

/// One rule of what goes wrong: with which requests, and how.
public struct Fault: Sendable, Equatable {
  /// Which of the requests that the rule is about go wrong, counted from 1.
  public enum Occurrence: Sendable, Equatable {
    /// Every one.
    case all
    /// The n-th alone.
    case nth(Int)
    /// The n-th and all that follow.
    case from(Int)
    /// Each n-th: the n-th, the 2n-th, and so on.
    case every(Int)

    /// Whether the request of this number goes wrong.
    func contains(_ number: Int) -> Bool {
      switch self {
      case .all: true
      case .nth(let wanted): number == wanted
      case .from(let first): number >= first
      case .every(let step): number.isMultiple(of: step)
      }
    }
  }

  /// The path within the tenant, such as `/tollgate/token`; nil for every path.
  package let path: String?
  /// The client id or consumer key that the request must name; nil for any.
  public let client: ClientID?
  /// Pairs that the form of the request must contain, such as `grant_type=refresh_token`.
  public let fields: [Form.Field]
  /// Which of these requests go wrong.
  public let occurrence: Occurrence
  /// How they go wrong.
  public let effect: Effect

  /// A rule whose parts are checked already.
  init(path: String?, fields: [Form.Field], client: ClientID?, occurrence: Occurrence, effect: Effect) {
    self.path = path
    self.fields = fields
    self.client = client
    self.occurrence = occurrence
    self.effect = effect
  }

  /// Whether a request is one that the rule is about.
  func concerns(_ request: RequestMessage, at path: String) -> Bool {
    guard self.path.map({ $0.hasSameBytes(as: path) || PathPattern.matches(path, $0) }) ?? true else { return false }
    guard client.map({ $0 == request.namedClient }) ?? true else { return false }
    guard !fields.isEmpty else { return true }
    let form = (try? request.bodyForm) ?? Form()
    return fields.allSatisfy(form.fields.contains)
  }
}

extension Fault.Occurrence {
  /// An occurrence by its name and number; nil for another name.
  init?(_ name: String, _ number: Int?) {
    switch (name, number) {
    case ("once", nil): self = .nth(1)
    case ("nth", let number?): self = .nth(number)
    case ("from", let number?): self = .from(number)
    case ("every", let number?): self = .every(number)
    default: return nil
    }
  }
}

extension Fault.Occurrence {
  /// The word for it in a rule; empty for every request.
  var word: String {
    switch self {
    case .all: ""
    case .nth: "nth"
    case .from: "from"
    case .every: "every"
    }
  }

  /// The number behind the word; nil for every request.
  var number: Int? {
    switch self {
    case .all: nil
    case .nth(let number), .from(let number), .every(let number): number
    }
  }
}
