/// What the words and numbers of a provider mean when it refuses: data, read from the top; the first row that fits counts.
public struct RefusalTable: Sendable, Equatable {
  /// What a word means, whatever it is called.
  public enum Meaning: String, Sendable, CaseIterable {
    /// The grant, the refresh token or the user's consent is gone for good: only a new sign-in helps.
    case grantGone = "grant_gone"
    /// The user must sign in or act at the provider first: the program cannot go on without, and the grant may be good.
    case userNeeded = "user_needed"
    /// The token that was sent is no longer valid: a fresh one may help.
    case tokenInvalid = "token_invalid"
    /// The user said no.
    case denied
    /// The user must agree, or agree to more.
    case consentNeeded = "consent_needed"
    /// The user must have signed in more recently, or in a better way.
    case stepUpNeeded = "step_up_needed"
    /// Too many requests.
    case rateLimited = "rate_limited"
    /// Trouble that passes.
    case unavailable
    /// The same request, made fresh, may pass at once: a nonce or a time was wrong.
    case retryNow = "retry_now"
    /// The provider has suspended the account of the user.
    case accountSuspended = "account_suspended"
    /// Nothing that a program could do.
    case final
  }

  /// A word and its meaning.
  public struct Row: Sendable, Equatable {
    /// The provider's word or number: ``ProviderRefusal/error``.
    public var word: String
    /// The finer number or word that must stand next to it; nil for any.
    public var subcode: String?
    /// The words that the description must have, in any case and order; empty for any description.
    public var describedBy: [String]
    /// The shape of error that the word belongs to, since numbers mean something else in each; nil for any.
    public var shape: ProviderRefusal.Shape?
    /// What it means.
    public var meaning: Meaning

    /// A row.
    public init(
      _ word: String, subcode: String? = nil, describedBy: [String] = [], in shape: ProviderRefusal.Shape? = nil,
      means meaning: Meaning
    ) {
      self.word = word
      self.subcode = subcode
      self.describedBy = describedBy
      self.shape = shape
      self.meaning = meaning
    }
  }

  /// The rows.
  public var rows: [Row]

  /// A table.
  public init(_ rows: [Row]) { self.rows = rows }

  /// These rows, and after them those of another table.
  package init(_ rows: [Row], before others: RefusalTable) { self.rows = rows + others.rows }

  /// What a refusal means; nil for a word that no row has.
  package func meaning(of refusal: ProviderRefusal) -> Meaning? {
    rows.first { $0.fits(refusal) }?.meaning
  }

  /// Whether a refusal is the user's no: by its word, or by the finer one next to it.
  package func isDenial(_ refusal: ProviderRefusal) -> Bool {
    meaning(of: refusal) == .denied
      || refusal.subcode.map { meaning(of: ProviderRefusal(error: $0, shape: refusal.shape)) == .denied } == true
  }

  /// The word as which a refusal is read that has it in another case or with spaces; nil where nothing is tolerated.
  ///
  /// RFC 6749 §5.2 has the words in one spelling.
  package func toleratedWord(in refusal: ProviderRefusal) -> String? {
    guard let row = rows.first(where: { $0.fits(refusal) }), !row.word.hasSameBytes(as: refusal.error) else {
      return nil
    }
    return row.word
  }

  /// What to do about a refusal; nil for a word that no row has.
  ///
  /// An answer that itself says when to try again is believed.
  package func action(for refusal: ProviderRefusal) -> RecommendedAction? {
    if let pause = refusal.retryAfter { return .wait(pause) }
    let demand = refusal.demand ?? AccessDemand()
    return switch meaning(of: refusal) {
    case .grantGone, .userNeeded: .signIn
    case .tokenInvalid: .refresh
    case .denied, .consentNeeded: .askConsent(demand)
    case .stepUpNeeded: .stepUp(demand)
    case .rateLimited: .wait(Self.pauseAtLimit)
    case .unavailable: .wait(Self.pauseInTrouble)
    case .retryNow: .retry
    case .accountSuspended, .final: .giveUp
    case nil: nil
    }
  }

  /// How long to leave a provider alone whose limit is reached and that does not say for how long.
  package static let pauseAtLimit: Duration = .seconds(60)
  /// How long to leave a provider alone that is in trouble and does not say for how long.
  package static let pauseInTrouble: Duration = .seconds(5)
}

extension RefusalTable.Row {
  func fits(_ refusal: ProviderRefusal) -> Bool {
    guard isWord(refusal.error), shape == nil || shape == refusal.shape else { return false }
    if let subcode, refusal.subcode?.hasSameBytes(as: subcode) != true { return false }
    guard !describedBy.isEmpty else { return true }
    let description = refusal.description.map { Array($0.utf8.map(\.lowercased)) } ?? []
    return describedBy.allSatisfy { description.firstRange(of: $0.utf8.map(\.lowercased)) != nil }
  }

  /// A word that ends a grant counts in any case and with spaces around it too: left unread, the dead grant would be sent
  /// again and again. So does one for the user's no: LINE writes `ACCESS_DENIED`.
  private func isWord(_ text: String) -> Bool {
    word.hasSameBytes(as: text) || ([.grantGone, .denied].contains(meaning) && word.utf8.elementsEqual(text.loosely))
  }
}

extension String {
  /// The text in lower case, without the spaces around it.
  fileprivate var loosely: [UInt8] {
    let text = utf8.drop { $0 == 0x20 }
    let end = text.lastIndex { $0 != 0x20 }.map(text.index(after:)) ?? text.startIndex
    return text[..<end].map(\.lowercased)
  }
}
