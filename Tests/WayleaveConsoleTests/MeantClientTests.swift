import Testing
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveSignIn

@Suite("Which registration --client means")
struct MeantClientTests {
  private func client(_ name: String, id: String) throws -> RegisteredClient {
    try RegisteredClient(name: name, provider: "shop", client: Client(id: ClientID(id)))
  }

  @Test(
    "one of that name, else the only one with that client id",
    arguments: [
      ("first", "first"), ("a", "first"), ("b", "b"), ("twice", nil), ("c", nil), ("", nil),
    ] as [(String, String?)])
  func meant(text: String, name: String?) throws {
    let all = [
      try client("first", id: "a"), try client("second", id: "b"), try client("b", id: "x"),
      try client("third", id: "twice"), try client("fourth", id: "twice"),
    ]
    #expect(all.meant(by: text)?.name == name)
  }
}
