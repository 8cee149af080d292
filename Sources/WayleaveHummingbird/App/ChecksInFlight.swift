import WayleaveBackport

/// What providers are asked about at this moment, for apps.
///
/// A provider that is asked about one code twice may end what the code has brought (RFC 6749 §4.1.2): so the second
/// request is refused here. And anyone can send codes that are none: without a bound they would wait in memory, and in
/// the line for the provider.
final class ChecksInFlight: Sendable {
  private struct State {
    var codes: Set<String> = []
    var counts: [String: Int] = [:]
    var shares: [Share: Int] = [:]
  }

  /// What one client has at a provider.
  private struct Share: Hashable {
    let provider: String
    let client: String
  }

  private let state = Lock(State())

  /// The most at one provider.
  static let maximum = 64
  /// The most of one client there, where clients are known.
  static let share = 16

  enum Beginning {
    /// It can be asked.
    case free
    /// The code is being asked about.
    case twice
    /// As many are as can be.
    case tooMany
  }

  /// Begins one; what is free is ended by ``end(_:at:for:)``. `code` is the mark of a code, nil for what is none.
  func begin(_ code: String?, at provider: String, for client: String? = nil) -> Beginning {
    let share = client.map { Share(provider: provider, client: $0) }
    return state.withLock { state in
      if let code, state.codes.contains(code) { return .twice }
      guard state.counts[provider, default: 0] < Self.maximum else { return .tooMany }
      if let share {
        guard state.shares[share, default: 0] < Self.share else { return .tooMany }
        state.shares[share, default: 0] += 1
      }
      state.counts[provider, default: 0] += 1
      if let code { state.codes.insert(code) }
      return .free
    }
  }

  func end(_ code: String?, at provider: String, for client: String? = nil) {
    let share = client.map { Share(provider: provider, client: $0) }
    state.withLock { state in
      if let code { state.codes.remove(code) }
      state.counts[provider, default: 1] -= 1
      if let share, let count = state.shares[share] { state.shares[share] = count > 1 ? count - 1 : nil }
    }
  }
}
