import WayleaveBackport

/// Two ways of one sign-in, a page and a code for another device: the end of one stops the other, unless that has an
/// answer already.
///
/// What a provider has issued cannot be taken back by not reading it: a poll that is sent is read, and a callback that is
/// accepted is completed.
final class SignInRace: Sendable {
  /// Whether the page was answered.
  let mark = AnswerMark()
  /// Whether the user was shown the page.
  let hasPage = Lock(false)
  private let polling = Lock<(isStopped: Bool, pause: Task<Void, any Error>?)>((false, nil))

  /// Waits between two polls; throws when no other is to be sent.
  func pausing(_ body: @escaping @Sendable () async throws -> Void) async throws {
    let pause = Task { try await body() }
    let isStopped = polling.withLock { polling in
      polling.pause = pause
      return polling.isStopped
    }
    if isStopped { pause.cancel() }
    try await withTaskCancellationHandler {
      try await pause.value
    } onCancel: {
      pause.cancel()
    }
    // It may have ended by itself at the same moment.
    if polling.withLock(\.isStopped) { throw CancellationError() }
  }

  /// Ends the polling, after the answer to the poll that is sent.
  func stopPolling() {
    polling.withLock { polling in
      polling.isStopped = true
      return polling.pause
    }?.cancel()
  }
}

/// Whether a callback has answered the sign-in, so that it is completed whatever the time; or whether it came too late.
final class AnswerMark: Sendable {
  private enum State { case open, answered, stopped }

  private let state = Lock(State.open)

  var isSet: Bool { state.withLock { $0 == .answered } }

  /// A callback answers the sign-in; false where no callback counts any more.
  func set() -> Bool { change(to: .answered) }

  /// No callback counts any more; false where one has answered already.
  func stop() -> Bool { change(to: .stopped) }

  private func change(to next: State) -> Bool {
    state.withLock { state in
      if state == .open { state = next }
      return state == next
    }
  }
}
