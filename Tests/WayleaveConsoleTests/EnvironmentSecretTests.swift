import Testing
import WayleaveConsole
import WayleaveOAuth2
import WayleaveWire

@Suite("WAYLEAVE_CLIENT_SECRET belongs to one client")
struct EnvironmentSecretTests {
  @Test(
    "L18: it is used only for the client of WAYLEAVE_CLIENT_ID, and only where a secret is used",
    arguments: [
      ("a", nil, nil, false, true), ("a", "a", nil, false, true), ("b", "a", nil, false, false),
      ("a", nil, .post, true, true), ("a", nil, .publicClient, false, false), ("a", nil, .privateKeyJWT, true, false),
      ("a", nil, nil, true, false),
    ] as [(ClientID, ClientID?, ClientAuthenticationMethod?, Bool, Bool)])
  func belongs(id: ClientID, variable: ClientID?, method: ClientAuthenticationMethod?, hasKey: Bool, isUsed: Bool) {
    #expect(EnvironmentSecret.belongs(to: id, variable: variable, method: method, hasKey: hasKey) == isUsed)
  }
}
