#if canImport(AuthenticationServices)
  import AuthenticationServices
  import Foundation
  import WayleaveWire
  #if canImport(UIKit)
    import UIKit
  #elseif canImport(AppKit)
    import AppKit
  #endif

  /// The sheet of the system that asks for the Apple account: shown once.
  @MainActor final class AppleIDSheet: NSObject {
    /// How a sheet ended.
    enum End: Sendable {
      case returned(AppleIDAnswer)
      case failed(AppleSignInFailure)
    }

    private var question: AppleIDQuestion?
    private var controller: ASAuthorizationController?
    private var waiter: CheckedContinuation<End, Never>?
    /// How it ended; nil while it is shown.
    private var ended: End?

    #if !os(watchOS) && !os(tvOS)
      private let anchor: WebAuthenticationSource.Anchor
      private weak var window: ASPresentationAnchor?

      init(anchor: @escaping WebAuthenticationSource.Anchor) { self.anchor = anchor }
    #endif

    /// Asks, and waits for the end; a cancelled task closes the sheet, where the system lets an app do that.
    func end(of question: AppleIDQuestion, shown: @Sendable () -> Void) async -> End {
      await withTaskCancellationHandler {
        start(question)
        if ended == nil { shown() }
        return await withCheckedContinuation { waiter in
          if let ended { waiter.resume(returning: ended) } else { self.waiter = waiter }
        }
      } onCancel: {
        Task { @MainActor in self.close() }
      }
    }

    private func start(_ question: AppleIDQuestion) {
      guard !Task.isCancelled else { return finish(.failed(.closedByProgram)) }
      self.question = question
      let request = ASAuthorizationAppleIDProvider().createRequest()
      request.requestedScopes = AppleSignIn.Scope.allCases.filter(question.scopes.contains).map(\.systemScope)
      request.state = question.state
      request.nonce = question.hashedNonce
      let controller = ASAuthorizationController(authorizationRequests: [request])
      controller.delegate = self
      #if !os(watchOS) && !os(tvOS)
        guard let window = anchor() else { return finish(.failed(.unknown("the app has no window in front"))) }
        self.window = window
        controller.presentationContextProvider = self
      #endif
      self.controller = controller
      controller.performRequests()
    }

    private func close() {
      finish(.failed(.closedByProgram))
      #if !os(watchOS)
        if #available(tvOS 18, *) { controller?.cancel() }
      #endif
    }

    /// The first end counts: the answer may come while the sheet is being closed.
    private func finish(_ end: End) {
      guard ended == nil else { return }
      ended = end
      waiter?.resume(returning: end)
      waiter = nil
    }
  }

  extension AppleIDSheet: ASAuthorizationControllerDelegate {
    func authorizationController(
      controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
      guard let question, let credential = authorization.credential as? ASAuthorizationAppleIDCredential else {
        return finish(.failed(.invalidResponse))
      }
      do throws(AppleSignInFailure) { finish(.returned(try AppleIDAnswer(credential, to: question))) } catch {
        finish(.failed(error))
      }
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
      finish(.failed(AppleSignInFailure(error)))
    }
  }

  #if !os(watchOS) && !os(tvOS)
    extension AppleIDSheet: ASAuthorizationControllerPresentationContextProviding {
      func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
        // Only a window that is already gone is missing here; the system refuses one that is on no screen.
        window ?? ASPresentationAnchor()
      }
    }
  #endif

  extension AppleIDSheet.End {
    var notice: AppleSignInNotice {
      switch self {
      case .returned: .returned
      case .failed(let failure): .ended(failure)
      }
    }

    func answer() throws(OAuthError) -> AppleIDAnswer {
      switch self {
      case .returned(let answer): return answer
      case .failed(let failure): throw failure.error
      }
    }
  }

  extension AppleSignInFailure {
    init(_ error: any Error) {
      self =
        switch (error as? ASAuthorizationError)?.code {
        case .canceled?: .cancelled
        case .failed?: .failed
        case .notHandled?: .notHandled
        case .invalidResponse?: .invalidResponse
        case .notInteractive?: .notInteractive
        default: .unknown(DisplayText.clean("\(error)", limit: 200))
        }
    }
  }

  extension AppleSignIn.Scope {
    fileprivate var systemScope: ASAuthorization.Scope {
      switch self {
      case .name: .fullName
      case .email: .email
      }
    }
  }
#endif
