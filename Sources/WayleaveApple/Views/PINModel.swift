#if canImport(SwiftUI)
  public import Foundation
  public import Observation
  public import Wayleave
  import WayleaveProvider
  import WayleaveWire

  /// A PIN that the provider shows on its page, and that the user types here.
  ///
  /// RFC 5849 §2.1, "oob". A ``ViewSource`` asks for it.
  @MainActor @Observable public final class PINModel {
    /// The page that shows the PIN; nil while none is asked for.
    public private(set) var page: AuthorizationPage?
    /// What the user has typed.
    public var typed = ""
    /// Whether the provider is asked about it: nothing can be typed meanwhile.
    public private(set) var isChecking = false
    /// Whether the provider did not accept the last one, so that it is asked for again.
    public private(set) var isRefused = false
    /// Whether the address was copied.
    private(set) var isCopied = false
    @ObservationIgnored private var answers: Callbacks.Continuation?
    @ObservationIgnored private var number = 0
    @ObservationIgnored let strings: Bundle?

    /// No PIN is asked for yet.
    ///
    /// - Parameter strings: the bundle whose `Localizable` strings have the texts of the view, by their English words;
    ///   nil for the English ones.
    public init(strings: Bundle? = nil) { self.strings = strings }

    /// Whether there is something to hand over.
    public var canEnter: Bool { page != nil && !isChecking && typed.contains { !$0.isWhitespace } }

    /// Hands over what was typed.
    public func enter() {
      guard canEnter else { return }
      (isChecking, isRefused) = (true, false)
      let own = number
      answers?.yield(Callback(typed) { [weak self] answer in await self?.take(answer, for: own) })
    }

    /// The user types none: the sign-in ends with `sign_in.cancelled`.
    public func cancel() { hide(.noPIN()) }

    /// Asks for a PIN, each time that the provider does not accept one, until the reader goes away or the time is over.
    ///
    /// A second page takes the place of the first.
    nonisolated func numbers(for page: AuthorizationPage, until deadline: ContinuousClock.Instant) -> Callbacks {
      Callbacks { answers in
        let asking = Task { await ask(for: page, until: deadline, answers) }
        answers.onTermination = { _ in asking.cancel() }
      }
    }

    /// The address of the page.
    var address: URL? { page.flatMap { URL(string: $0.url.text) } }

    /// Notes that the address is in the clipboard now.
    func noteCopied() { isCopied = true }

    private func ask(
      for page: AuthorizationPage, until deadline: ContinuousClock.Instant, _ answers: Callbacks.Continuation
    ) async {
      guard !Task.isCancelled else { return }
      hide(.noPIN())
      number += 1
      let own = number
      (self.page, self.answers) = (page, answers)
      try? await Task.sleep(until: deadline, clock: .continuous)
      if number == own { hide(.pinTimedOut()) }
    }

    private func take(_ answer: CallbackAnswer, for own: Int) {
      guard number == own, page != nil else { return }
      switch answer {
      case .ignored: (typed, isChecking, isRefused) = ("", false, true)
      case .completed, .denied, .failed: hide(nil)
      }
    }

    /// Asks no longer, and says why to who still waits.
    private func hide(_ reason: OAuthError?) {
      let answers = answers
      (page, self.answers, typed, isChecking, isRefused, isCopied) = (nil, nil, "", false, false, false)
      answers?.finish(throwing: reason)
    }
  }

  extension OAuthError {
    fileprivate static func noPIN() -> OAuthError {
      OAuthError(
        .cancelled, message: "You ended the sign-in.", rule: .wayleave("a user may decide against a sign-in"),
        remedy: "Begin again when you like. Nothing was changed.")
    }

    fileprivate static func pinTimedOut() -> OAuthError {
      OAuthError(
        .timedOut, message: "No PIN was typed in time.", rule: .wayleave("a sign-in waits for a bounded time"),
        remedy: "Begin the sign-in again, and type the PIN of the new page.")
    }
  }
#endif
