import Testing
import WayleaveProgramRunning

/// An account at the strict provider of the playground: a refresh token is accepted once, and a second use of it revokes the
/// sign-in.
extension Terminal {
  func signInAtTollgate(_ issuer: String) async throws {
    let login = try await wayleave(
      "login", issuer, "--client-id", "tollgate-native",
      environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))])
    #expect(login.exit == .code(0), "\(login.errors)")
  }

  /// Whether the next refresh brings a token that works; where it does not, it says why and the way out works.
  func refreshesNext(at issuer: String) async throws -> Bool {
    let next = try await wayleave("token", "--force")
    if next.exit == .code(0) {
      let answer = try await wayleave("request", issuer + "/userinfo")
      #expect(answer.exit == .code(0) && answer.output.contains("73001"), "\(answer.errors)")
      return true
    }
    #expect(next.exit == .code(4) && next.shownCode == "credential.sign_in_needed", "\(next.errors)")
    #expect(next.output.isEmpty && next.errors.contains("interrupted"), "\(next.errors)")
    try await signInAtTollgate(issuer)
    #expect(try await wayleave("token", "--force").exit == .code(0))
    return false
  }
}
