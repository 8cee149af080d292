#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import WayleaveBackport
  import Wayleave
  import WayleaveOAuth2
  import WayleaveWire

  /// Where the URLs that open this app reach the sign-in that waits for one.
  final class AppCallbacks: Sendable {
    private typealias Waiter = CheckedContinuation<CallbackAnswer?, Never>

    private struct Place {
      let redirectURI: RedirectURI
      /// The state for an answer without one, of an app that gives none back; nil where it must be there.
      let omittedState: Secret?
      let give: @Sendable (Callback) -> Void
    }

    private struct State {
      var place: Place?
      var waiters: [Int: Waiter] = [:]
      var next = 0
    }

    private let state = Lock(State())

    /// Takes URLs for a sign-in from now on.
    func open(
      at redirectURI: RedirectURI, addingState omittedState: Secret?, give: @escaping @Sendable (Callback) -> Void
    ) {
      state.withLock { $0.place = Place(redirectURI: redirectURI, omittedState: omittedState, give: give) }
    }

    /// Takes none any more; those that were not answered answer nothing here.
    func close() {
      let waiters = state.withLock { state in
        defer { (state.place, state.waiters) = (nil, [:]) }
        return state.waiters.values.map(\.self)
      }
      for waiter in waiters { waiter.resume(returning: nil) }
    }

    /// Hands a URL to the sign-in that waits, and gives what became of it; nil where none waits for it here.
    func deliver(_ text: String) async -> CallbackAnswer? {
      guard let url = try? AbsoluteURL(arriving: text) else { return nil }
      return await withCheckedContinuation { waiter in
        let (number, place): (Int, Place?) = state.withLock { state in
          guard let place = state.place, place.redirectURI.received(url) else { return (0, nil) }
          defer { state.next += 1 }
          state.waiters[state.next] = waiter
          return (state.next, place)
        }
        guard let place else { return waiter.resume(returning: nil) }
        place.give(
          Callback(Self.text(of: url, addingState: place.omittedState)) { [self] answer in
            state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(returning: answer)
          })
      }
    }

    /// The callback with the state of the sign-in that waits, where the provider's app gives back none.
    ///
    /// RFC 6749 §10.12. Never where a state came, and never for a refusal: any website could end the sign-in by one.
    private static func text(of url: AbsoluteURL, addingState state: Secret?) -> String {
      guard let state, let form = try? url.queryForm, !form.contains("state"), form.contains("code"),
        !form.contains("error")
      else { return url.text }
      var added = Form()
      added.append("state", state)
      return url.text(adding: added)
    }
  }
#endif
