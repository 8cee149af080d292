import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

/// A token endpoint that gives tokens for whatever is asked, numbered, and remembers what was asked.
final class TokenDesk: Sendable {
  struct State {
    var forms: [Form] = []
    var lifetime: Int64? = 3600
    var tokenType = "Bearer"
    var additional = JSON.Object()
  }

  let state = Lock(State())

  var forms: [Form] { state.withLock(\.forms) }

  /// Sits at the token endpoint of a scene.
  func sit(at scene: Scene, pausing: Duration? = nil) {
    scene.server.setFault { request in
      guard request.pathWithoutQuery == "/token" else { return nil }
      if let pausing { try await Task.sleep(for: pausing) }
      return try self.answer(to: request)
    }
  }

  func answer(to request: RequestMessage) throws -> ResponseMessage {
    let form = try request.bodyForm
    return state.withLock { state in
      state.forms.append(form)
      return TokenResponse(
        accessToken: Secret("canary-direct-\(state.forms.count)"), tokenType: state.tokenType,
        expiresIn: state.lifetime, additional: state.additional
      ).response()
    }
  }
}
