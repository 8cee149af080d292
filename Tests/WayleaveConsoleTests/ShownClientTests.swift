import Testing
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

@Suite("What the commands say of a client of the user")
struct ShownClientTests {
  private static let long = "https://login.shop.example/realms/shop/oauth/callback/wayleave"

  private func client(
    _ name: String = "mine", at provider: ProviderName = "shop", secret: Secret? = nil, redirectURIs: [RedirectURI] = []
  ) throws -> RegisteredClient {
    try RegisteredClient(
      name: name, provider: provider, client: Client(id: "c", secret: secret, redirectURIs: redirectURIs))
  }

  @Test("a long URL is not cut: it stands below its name where it does not fit next to it", arguments: [40, 80, .max])
  func list(width: Int) throws {
    let lines = try client(redirectURIs: [RedirectURI(Self.long)]).text(isStored: true, in: TextLayout(width: width))
      .split(separator: "\n").map(String.init)
    #expect(lines[0...2] == ["mine", "  at      shop", "  id      c"])
    let last = width == 40 ? ["  back", "    \(Self.long)"] : ["  back    \(Self.long)"]
    #expect(Array(lines.suffix(last.count)).map(Self.trimmed) == last, "\(lines)")
  }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }

  @Test(
    "of two clients, which one is used and how to take the other",
    arguments: [
      ([], nil, nil), (["mine"], nil, nil), (["mine"], "mine", nil),
      (
        ["mine"], "playground-shop",
        "not the playground's “playground-shop”: for that one, add `--client playground-shop`."
      ),
      (["mine", "your app"], nil, "not “your app”: for that one, add `--client 'your app'`."),
    ] as [([String], String?, String?)])
  func choice(own: [String], played: String?, words: String?) throws {
    let sentence = try client().sentence(choosingBefore: own, and: played)
    #expect(sentence == words.map { "Your client “mine” is used, and \($0)" })
  }

  @Test("a client with a URL as its provider at which no server is: what it is saved with, and what to type")
  func noServer() throws {
    let api = try AbsoluteURL("https://api.example/mcp")
    let server = try Provider(issuer: Issuer("https://issuer.example"))
    let named = OAuthError.clientOfNoServer(
      try client(at: "https://api.example/mcp", secret: Secret("a-secret")), at: api, servedBy: server)
    #expect(named.code == .invalidClient && named.message.contains("It is an API of https://issuer.example."))
    #expect(
      named.remedy.inCommands.contains(
        "`wayleave clients add mine --provider https://issuer.example --client-id c --client-secret-file - --replace`"))
    let unnamed = OAuthError.clientOfNoServer(try client(at: "https://api.example/mcp"), at: api, servedBy: nil)
    #expect(unnamed.message.hasSuffix("which is no OAuth server."))
    #expect(unnamed.remedy.inCommands.contains("`wayleave clients remove mine`"), "\(unnamed.remedy)")
  }

  @Test("RFC 7009: of a sign-out no sign-in is advised")
  func signOut() throws {
    let cases: [(String?, [StoredCredential])] = [(nil, []), ("hub", []), ("shp", [try StoredCredential.sample()])]
    for (name, all) in cases {
      let error = #expect(throws: OAuthError.self) { _ = try AccountName.find(name, among: all) }
      let signOut = try #require(error).ofSignOut(named: name, among: all)
      #expect(signOut.code == .unknownAccount && !signOut.remedy.inCommands.contains("wayleave login"))
      #expect(signOut.remedy.inCommands.hasSuffix("Nothing was changed."), "\(signOut.remedy)")
    }
  }
}
