import WayleaveWire

/// Names a grant of one ledger: what one consent gave, so that all tokens that come of it live and die together.
struct GrantID: Hashable, Sendable {
  fileprivate let number: Int
}

/// What one provider has issued: codes, the grants that they became, and the tokens of each grant.
///
/// RFC 6749 §4.1.2, §6 and §10.5; RFC 9700 §4.14. What a provider knows of a code, a grant and a token beyond that is its own:
/// the three types.
struct Ledger<Code: Sendable, Grant: Sendable, Token: Sendable>: Sendable {
  /// What is known of a code that a client shows.
  struct ShownCode: Sendable {
    enum Standing: Sendable {
      case good
      /// Its time is over.
      case expired
      /// It was used before, for this grant.
      case used(for: GrantID)
    }

    let content: Code
    let standing: Standing
  }

  /// What is known of a token that a client shows.
  struct ShownToken: Sendable {
    let content: Token
    let grant: Grant
    let grantID: GrantID
    let isRefresh: Bool
    let expiry: Instant
    /// Whether it is a refresh token that was used.
    let isSpent: Bool
    /// Why it is no longer good before its time; nil for one that is.
    let ending: TokenEnding?

    func isGood(at now: Instant) -> Bool { ending == nil && expiry > now }
  }

  private struct StoredCode: Sendable {
    let content: Code
    let expiry: Instant
    /// What it became; nil for one that was not used.
    var grant: GrantID?
  }

  private struct StoredGrant: Sendable {
    let content: Grant
    let expiry: Instant
    var ending: TokenEnding?
  }

  private struct StoredToken: Sendable {
    let content: Token
    let grant: GrantID
    let expiry: Instant
    /// The access token that came with a refresh token.
    let partner: Secret?
    var isSpent = false
  }

  /// Whether the second use of a code ends the tokens of the first: "SHOULD revoke (when possible) all tokens previously
  /// issued based on that authorization code", RFC 6749 §4.1.2. The same goes for a refresh token.
  private let revokesAfterReuse: Bool
  private let capacity: Int
  private var codes: ExpiringTable<StoredCode>
  private var grants: [Int: StoredGrant] = [:]
  private var oldestGrant = 0
  private var nextGrant = 0
  private var accessTokens: ExpiringTable<StoredToken>
  private var refreshTokens: ExpiringTable<StoredToken>

  init(revokesAfterReuse: Bool, capacity: Int = IssuingLimits.capacity) {
    self.revokesAfterReuse = revokesAfterReuse
    self.capacity = capacity
    codes = ExpiringTable(capacity: capacity)
    accessTokens = ExpiringTable(capacity: capacity)
    refreshTokens = ExpiringTable(capacity: capacity)
  }
}

extension Instant {
  /// The end of what has none.
  static let never = Instant(secondsSinceEpoch: .max)
}

/// Codes.
extension Ledger {
  mutating func save(
    _ code: Code, as text: Secret, for lifetime: Duration = IssuingLimits.codeLifetime, at now: Instant
  ) {
    codes.insertDroppingOldest(
      StoredCode(content: code, expiry: now + lifetime), for: text, until: now + IssuingLimits.codeMemory, at: now)
  }

  /// The code behind a text; nil for one that was never issued, or is not remembered any more.
  func code(_ text: Secret, at now: Instant) -> ShownCode? {
    codes.value(for: text, at: now).map { code in
      let standing = code.grant.map { .used(for: $0) } ?? (code.expiry > now ? ShownCode.Standing.good : .expired)
      return ShownCode(content: code.content, standing: standing)
    }
  }

  /// Uses a code up, for the grant that it becomes.
  mutating func spendCode(_ text: Secret, for grant: GrantID) { codes.update(text) { $0.grant = grant } }

  /// Ends the grant of a code or a refresh token that was used twice, where the provider does that; nil where nothing ends.
  mutating func endAfterReuse(_ grant: GrantID, at now: Instant) -> Grant? {
    revokesAfterReuse ? end(grant, at: now) : nil
  }
}

/// Grants.
extension Ledger {
  mutating func begin(_ grant: Grant, until expiry: Instant = .never) -> GrantID {
    while grants.count >= capacity {
      grants[oldestGrant] = nil
      oldestGrant += 1
    }
    grants[nextGrant] = StoredGrant(content: grant, expiry: expiry)
    nextGrant += 1
    return GrantID(number: nextGrant - 1)
  }

  /// A grant that is still good; nil for any other.
  func grant(_ id: GrantID, at now: Instant) -> Grant? {
    grants[id.number].flatMap { $0.ending == nil && $0.expiry > now ? $0.content : nil }
  }

  /// Ends a grant, and with it every token that came of it; nil when it had ended before.
  mutating func end(_ id: GrantID, at now: Instant) -> Grant? {
    guard let ended = grant(id, at: now) else { return nil }
    grants[id.number]?.ending = .appRemoved
    return ended
  }

  /// Ends grants, all where no others are meant, and remembers why; they are returned.
  @discardableResult
  mutating func end(_ reason: TokenEnding, where isMeant: (Grant) -> Bool = { _ in true }) -> [Grant] {
    var ended: [Grant] = []
    for (number, grant) in grants where grant.ending == nil && isMeant(grant.content) {
      grants[number]?.ending = reason
      ended.append(grant.content)
    }
    return ended
  }
}

/// Tokens.
extension Ledger {
  mutating func saveAccessToken(
    _ token: Token, as text: Secret, of grant: GrantID, until expiry: Instant = .never, at now: Instant
  ) {
    accessTokens.insertDroppingOldest(
      StoredToken(content: token, grant: grant, expiry: expiry, partner: nil), for: text, until: .never, at: now)
  }

  /// Saves a refresh token, with the access token that came with it where both end together.
  mutating func saveRefreshToken(
    _ token: Token, as text: Secret, of grant: GrantID, until expiry: Instant = .never, with partner: Secret? = nil,
    at now: Instant
  ) {
    refreshTokens.insertDroppingOldest(
      StoredToken(content: token, grant: grant, expiry: expiry, partner: partner), for: text, until: .never, at: now)
  }

  /// The token behind a text, of either kind, whether or not it is still good.
  func token(_ text: Secret, at now: Instant) -> ShownToken? {
    let access = accessTokens.value(for: text, at: now)
    guard let token = access ?? refreshTokens.value(for: text, at: now), let grant = grants[token.grant.number],
      grant.expiry > now
    else { return nil }
    return ShownToken(
      content: token.content, grant: grant.content, grantID: token.grant, isRefresh: access == nil,
      expiry: token.expiry, isSpent: token.isSpent, ending: grant.ending)
  }

  /// A token that is still good; nil for any other.
  func goodToken(_ text: Secret, at now: Instant) -> ShownToken? {
    token(text, at: now).flatMap { $0.isGood(at: now) ? $0 : nil }
  }

  /// Remembers that a refresh token was used, so that its second use is seen: RFC 9700 §4.14.2. Where a second use ends
  /// nothing, the token is forgotten.
  mutating func spendRefreshToken(_ text: Secret, at now: Instant) {
    if revokesAfterReuse { refreshTokens.update(text) { $0.isSpent = true } } else { take(text, at: now) }
  }

  /// Takes a token out; nil for one that is no longer good.
  @discardableResult
  mutating func take(_ text: Secret, at now: Instant) -> ShownToken? {
    let token = goodToken(text, at: now)
    _ = accessTokens.take(text, at: now) ?? refreshTokens.take(text, at: now)
    return token
  }

  /// Takes out a refresh token, and the access token that came with it; nil for one that is no longer good.
  mutating func takeRefreshToken(_ text: Secret, at now: Instant) -> ShownToken? {
    guard goodToken(text, at: now)?.isRefresh ?? false else { return nil }
    if let partner = refreshTokens.value(for: text, at: now)?.partner { _ = accessTokens.take(partner, at: now) }
    return take(text, at: now)
  }

  /// Takes out an access token, and the refresh token that came with it.
  mutating func revoke(_ text: Secret, at now: Instant) {
    take(text, at: now)
    refreshTokens.removeAll { $0.partner == text }
  }
}
