public import WayleaveWire

/// What came back from the user: the URL of a callback, or a number that was typed.
public struct Callback: Sendable {
  /// It, as it came: nothing of it is verified.
  public let text: String
  /// The URL of a callback, where its source has read it.
  private let read: AbsoluteURL?
  private var accepted: @Sendable () async -> Void
  private let answered: @Sendable (CallbackAnswer) async -> Void

  /// Something that came; `answered` tells the one who sent it what became of it, once.
  public init(_ text: String, answered: @escaping @Sendable (CallbackAnswer) async -> Void = { _ in }) {
    self.init(text, accepted: {}, answered: answered)
  }

  /// The same; `accepted` is called before that when it answers the sign-in, which is about to be completed: no other
  /// callback is looked at any more.
  public init(
    _ text: String, accepted: @escaping @Sendable () async -> Void,
    answered: @escaping @Sendable (CallbackAnswer) async -> Void
  ) {
    (self.text, read, self.accepted, self.answered) = (text, nil, accepted, answered)
  }

  /// A callback whose URL was read already.
  init(_ url: AbsoluteURL, answered: @escaping @Sendable (CallbackAnswer) async -> Void) {
    (text, read, accepted, self.answered) = (url.text, url, {}, answered)
  }

  /// The URL of a callback; throws `url.malformed` for a text that is none.
  var url: AbsoluteURL {
    get throws(OAuthError) {
      if let read { return read }
      return try AbsoluteURL(arriving: text)
    }
  }

  /// Says that it answers the sign-in, which is about to be completed.
  public func accept() async { await accepted() }

  /// Tells the one who sent it what became of it.
  public func answer(_ answer: CallbackAnswer) async { await answered(answer) }

  /// The same, with something to do in addition when it answers the sign-in.
  fileprivate func whenAccepted(_ body: @escaping @Sendable () async -> Void) -> Callback {
    var callback = self
    callback.accepted = {
      await accept()
      await body()
    }
    return callback
  }
}

/// What comes back, in its order. It ends without an error where nothing more can come, and throws `sign_in.timed_out`
/// at the deadline.
public typealias Callbacks = AsyncThrowingStream<Callback, any Error>

extension Callbacks {
  /// The same, with something to do when one of them answers the sign-in, before that is completed.
  package func whenAccepted(_ body: @escaping @Sendable () async -> Void) -> Callbacks {
    Callbacks { continuation in
      let task = Task {
        do {
          for try await callback in self { continuation.yield(callback.whenAccepted(body)) }
          continuation.finish()
        } catch { continuation.finish(throwing: error) }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

/// What became of a callback.
public enum CallbackAnswer: Sendable {
  /// It answered the sign-in, which is done: the credential is stored.
  case completed(SignedIn)
  /// It answered the sign-in: the user, or the provider, said no.
  case denied(OAuthError)
  /// It answered the sign-in, which failed.
  case failed(OAuthError)
  /// It answers nothing that waits here; the sign-in goes on waiting.
  case ignored
}
