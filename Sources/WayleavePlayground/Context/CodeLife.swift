/// How long an authorization code of the playground lives, at any of its providers.
///
/// RFC 6749 §4.1.2 recommends ten minutes at most.
enum CodeLife {
  /// How long a code is good.
  static let lifetime: Duration = .seconds(60)
  /// How long a code is remembered, so that its second use is seen.
  static let memory: Duration = .seconds(3600)
}
