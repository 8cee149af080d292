/// How much each provider of the playground remembers, and for how long.
enum IssuingLimits {
  /// How long an authorization code is good: RFC 6749 §4.1.2 recommends ten minutes at most.
  static let codeLifetime: Duration = .seconds(60)
  /// How long a code is remembered, so that its second use is seen.
  static let codeMemory: Duration = .seconds(3600)
  /// How many codes, grants and tokens of each kind: beyond it the oldest is removed.
  static let capacity = 1000
}
