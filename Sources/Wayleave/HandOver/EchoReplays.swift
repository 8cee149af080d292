import WayleaveOAuth1
import WayleaveSignIn
import WayleaveWire

/// The memory of hand-overs as OAuth 1.0a asks it: a nonce is used once, and its time is near.
///
/// RFC 5849 §3.3.
struct EchoReplays: ReplayProtection {
  let seen: any SeenOnce
  /// Verifies the time, and remembers nothing.
  private let clock = NonceHistory()

  init(seen: any SeenOnce) { self.seen = seen }

  func requireNew(_ request: SignedRequest, at now: Instant) async throws(OAuthError) {
    try clock.requireNew(request, at: now)
    try await seen.requireNew(HandOverMark.ofEcho(request), at: now)
  }

  mutating func admit(_ request: SignedRequest, at now: Instant) async throws(OAuthError) {
    try clock.requireNew(request, at: now)
    // A timestamp may lie ahead by the window: it is remembered for as long as it would pass.
    let end = (request.stamp?.timestamp ?? now) + clock.window + .seconds(1)
    try await seen.take(HandOverMark.ofEcho(request), until: end, at: now)
  }
}
