import Testing
import WayleaveConsole
import WayleaveWire

@Suite("What to type where an endpoint sends what is no answer of the protocol")
struct EndpointAdviceTests {
  private static let advice: Remedy = "Look there."

  private func error(_ code: OAuthError.Code, by remedy: Remedy = advice) -> OAuthError {
    OAuthError(code, message: "It failed.", rule: .rfc(6749, "5.1"), remedy: remedy)
  }

  @Test("after the advice the commands: with the provider where that is known")
  func commands() {
    let named = error(.unexpectedAnswer).advisingDoctor(at: "https://op.example").remedy.inCommands
    #expect(named.hasPrefix("Look there. ") && named.contains("`wayleave doctor https://op.example`"), "\(named)")
    #expect(error(.unexpectedAnswer).advisingTrace.remedy.inCommands.hasSuffix("with --trace."))
  }

  @Test("not twice, not where a command helps already, and not for another failure")
  func none() {
    let once = error(.unexpectedAnswer).advisingDoctor(at: "shop")
    #expect(once.advisingTrace.remedy.inCommands == once.remedy.inCommands)
    let helped = error(.unexpectedAnswer, by: .signIn(provider: "shop"))
    #expect(helped.advisingDoctor(at: "shop").remedy.inCommands == helped.remedy.inCommands)
    #expect(error(.stateMismatch).advisingTrace.remedy.inCommands == "Look there.")
  }
}
