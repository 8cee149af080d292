import WayleaveSignIn
import WayleaveWire

extension SeenOnce {
  /// Throws `hand_over.replayed` for a mark that is remembered.
  func requireNew(_ mark: String, at now: Instant) async throws(OAuthError) {
    let isKnown: Bool
    do { isKnown = try await contains(mark, at: now) } catch { throw .memoryFailed(error) }
    guard !isKnown else { throw .replayedHandOver() }
  }

  /// Remembers a mark; throws `hand_over.replayed` when another call did so meanwhile.
  func take(_ mark: String, until end: Instant, at now: Instant) async throws(OAuthError) {
    let isNew: Bool
    do { isNew = try await remember(mark, until: end, at: now) } catch { throw .memoryFailed(error) }
    guard isNew else { throw .replayedHandOver() }
  }
}

extension OAuthError {
  fileprivate static func memoryFailed(_ error: any Error) -> OAuthError {
    if let error = error as? OAuthError { return error }
    if error is CancellationError { return .cancelled() }
    return OAuthError(
      .storeUnwritable, message: "The memory of hand-overs does not work: \(DisplayText.clean("\(error)")).",
      rule: .wayleave("what cannot be remembered is refused"), remedy: "No one is signed in. Check the memory.")
  }
}
