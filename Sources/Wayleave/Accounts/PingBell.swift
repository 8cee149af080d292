import WayleaveBackport
import WayleaveWire
import WayleaveSignIn

/// Wakes a task that waits for the user's answer, when a ping comes.
final class PingBell: Sendable {
  private struct State {
    var ping: RequestMessage?
    var sleep: Task<Void, any Error>?
  }

  private let state = Lock(State())

  /// Wakes the task that sleeps, or will.
  func ring(_ ping: RequestMessage) {
    state.withLock { state in
      state.ping = ping
      state.sleep?.cancel()
    }
  }

  /// The ping that came; nil when none did.
  func takePing() -> RequestMessage? {
    state.withLock { state in
      defer { state.ping = nil }
      return state.ping
    }
  }

  /// Lets time pass, until it is over or a ping has come; whether one has. Throws when the caller is cancelled, at once.
  func sleep(
    _ time: Duration, by pause: @escaping @Sendable (Duration) async throws -> Void
  ) async throws -> Bool {
    let sleep = Task { try await pause(time) }
    state.withLock { state in
      state.sleep = sleep
      if state.ping != nil { sleep.cancel() }
    }
    let slept = await withTaskCancellationHandler {
      await sleep.result
    } onCancel: {
      sleep.cancel()
    }
    try Task.checkCancellation()
    guard !state.withLock({ $0.ping != nil }) else { return true }
    try slept.get()
    return false
  }
}

/// The bells of this process, each with the sign-in that a ping must be about.
final class PingBells: Sendable {
  private struct Entry {
    var signIn: SignIn
    let bell: PingBell
  }

  private let entries = Lock<[[UInt8]: Entry]>([:])

  /// A bell for a sign-in that awaits a ping; nil for one that only polls.
  func hang(for signIn: SignIn) -> PingBell? {
    guard signIn.awaitsPing, let key = signIn.key else { return nil }
    let bell = PingBell()
    entries.withLock { $0[key.bytes] = Entry(signIn: signIn, bell: bell) }
    return bell
  }

  func takeDown(_ key: SignIn.Key) { entries.withLock { $0[key.bytes] = nil } }

  /// Rings the bell of a key; false when none hangs. Throws for a ping that proves nothing, and for a second one.
  func ring(_ key: SignIn.Key, with ping: RequestMessage, at now: Instant) throws(OAuthError) -> Bool {
    try entries.withLock { (entries) throws(OAuthError) in
      guard var entry = entries[key.bytes] else { return false }
      try entry.signIn.receive(ping: ping, at: now)
      entries[key.bytes] = entry
      entry.bell.ring(ping)
      return true
    }
  }
}
