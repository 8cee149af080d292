#if canImport(SwiftUI)
  public import Foundation
  public import Observation
  public import WayleaveOAuth2
  import WayleaveWire

  /// A code that the user types on another device, while a sign-in waits for that.
  ///
  /// RFC 8628 §3.3. A ``ViewSource`` brings it.
  @MainActor @Observable public final class DeviceCodeModel {
    /// The code, and where to type it; nil while no sign-in waits.
    public private(set) var codes: DeviceAuthorizationResponse?
    /// From when to when it can be typed; nil while no sign-in waits.
    public private(set) var time: ClosedRange<Date>?
    /// Whether the address was copied.
    private(set) var isCopied = false
    @ObservationIgnored private var stopping: AsyncStream<Void>.Continuation?
    @ObservationIgnored private var number = 0
    @ObservationIgnored let strings: Bundle?

    /// No code yet.
    ///
    /// - Parameter strings: the bundle whose `Localizable` strings have the texts of the view, by their English words;
    ///   nil for the English ones.
    public init(strings: Bundle? = nil) { self.strings = strings }

    /// The user waits no longer: the sign-in ends with `sign_in.cancelled`.
    public func cancel() {
      stopping?.yield()
      hide()
    }

    /// Shows a code until the sign-in is answered, which cancels this, or until the user waits no longer.
    ///
    /// A second code takes the place of the first.
    func show(_ codes: DeviceAuthorizationResponse, until deadline: ContinuousClock.Instant) async throws(OAuthError) {
      hide()
      number += 1
      let own = number
      let (stops, stopping) = AsyncStream.makeStream(of: Void.self)
      // RFC 8628 §3.2: behind its life no one can use the code.
      let left = max(.zero, min(ContinuousClock.now.duration(to: deadline), .seconds(codes.expiresIn)))
      let now = Date()
      (self.codes, self.stopping) = (codes, stopping)
      time = now...now.addingTimeInterval(TimeInterval(left.components.seconds))
      defer { if number == own { hide() } }
      for await _ in stops { throw .codeNotWaitedFor() }
    }

    /// Where the code is typed, or typed in already.
    ///
    /// RFC 8628 §3.3.1.
    var address: URL? { codes.flatMap { URL(string: ($0.verificationURIComplete ?? $0.verificationURI).text) } }

    /// Notes that the address is in the clipboard now.
    func noteCopied() { isCopied = true }

    private func hide() {
      stopping?.finish()
      (codes, time, stopping, isCopied) = (nil, nil, nil, false)
    }
  }

  extension DeviceAuthorizationResponse {
    /// The code, as it is shown.
    var shownCode: String { DisplayText.clean(userCode) }

    /// The code, as a reader of the screen says it: sign by sign.
    var spelledCode: String { shownCode.map(String.init).joined(separator: " ") }

    /// The address without the code, as it is shown.
    var shownAddress: String { DisplayText.clean(verificationURI.text, limit: 2000) }
  }

  extension OAuthError {
    fileprivate static func codeNotWaitedFor() -> OAuthError {
      OAuthError(
        .cancelled, message: "You ended the sign-in.", rule: .wayleave("a user may decide against a sign-in"),
        remedy: "Begin again when you like. Nothing was changed.")
    }
  }
#endif
