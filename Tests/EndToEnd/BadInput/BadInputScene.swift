import Foundation
import Testing
import WayleaveProgramRunning

/// What is set up before the rows of a table are tried.
enum BadInputScene: CaseIterable {
  /// A new home, and no provider.
  case fresh
  /// A new home, and a playground that runs.
  case playground
  /// Accounts at each provider of the playground: `lane`, `stile` and `toll`.
  case signedIn
  /// A store with a passphrase, which is not given.
  case passphrase
  /// A store whose key file is gone.
  case lostKey
  /// Two accounts, one of them damaged.
  case damaged
  /// The account `toll`, which was signed out elsewhere.
  case ended

  var needsPlayground: Bool {
    switch self {
    case .fresh, .passphrase, .lostKey: false
    case .playground, .signedIn, .damaged, .ended: true
    }
  }

  /// The files that rows name.
  static let papers = [
    "text.txt": "not a key, not a certificate, not JSON\n",
    "misspelt.yaml": "format: 1\nname: a\nprotocol: oauth2\ntoken_endpiont: https://a.example/\n",
    "name.yaml": "format: 1\nname: A b\nprotocol: oauth2\n",
    "protocol.yaml": "format: 1\nname: a\nprotocol: oauth9\n",
    "http.yaml": """
    format: 1
    name: a
    protocol: oauth2
    authorization_endpoint: http://a.example/
    token_endpoint: https://a.example/

    """,
    "tab.yaml": "format: 1\n\tname: [a\n",
    "aliases.yaml": bomb,
    "alias-keys.yaml": bomb + "? *a20\n: 1\n? *a19\n: 2\n",
    "deep.yaml": "a: " + String(repeating: "[", count: 60_000),
    "large.yaml": String(repeating: "a: b\n", count: 2_000_000),
    "template.yaml": "name: a\nprotocol: openid\nissuer: https://a.example\nidentity:\n  subject: '{id'\n",
    "twice.yaml": "format: 1\nname: a\nname: b\n",
    "twitter.yaml": """
    format: 1
    name: twitter
    protocol: oauth2
    authorization_endpoint: https://a.example/
    token_endpoint: https://a.example/

    """,
  ]

  /// A YAML file whose aliases stand for more values than any memory holds.
  private static let bomb = (1...20).reduce("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n") { text, level in
    let aliases = [String](repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
    return text + "a\(level): &a\(level) [\(aliases)]\n"
  }

  /// Sets the scene.
  func prepare(_ terminal: Terminal, _ place: EmulatedProviders?) async throws {
    for (name, text) in Self.papers { _ = try terminal.paper(name, text) }
    switch self {
    case .fresh, .playground: break
    case .passphrase:
      try await add(terminal, environment: ["WAYLEAVE_STORE_PASSPHRASE": "correct horse battery staple"])
    case .lostKey:
      try await add(terminal, environment: [:])
      for key in terminal.kept("store.key") { try FileManager.default.removeItem(at: key) }
    case .signedIn:
      guard let place else { return }
      try await place.signIn(to: .lane, at: terminal)
      try await place.signIn(to: .stile, at: terminal)
      try await signInToTollgate(terminal, place)
    case .damaged:
      guard let place else { return }
      try await place.signIn(to: .lane, at: terminal)
      let first = terminal.kept(".credential")
      try await signInToTollgate(terminal, place)
      for file in first { try Data("cut short".utf8).write(to: file) }
    case .ended:
      guard let place else { return }
      try await signInToTollgate(terminal, place)
      let copy = terminal.papers.appendingPathComponent("copy")
      try FileManager.default.copyItem(at: terminal.home.wayleave, to: copy)
      try await terminal.wayleave(
        "logout", "toll", environment: ["WAYLEAVE_HOME": copy.path, "BROWSER": "/usr/bin/true"])
    }
  }

  private func add(_ terminal: Terminal, environment: [String: String]) async throws {
    try await terminal.wayleave(
      "clients", "add", "mine", "--provider", "foursquare", "--client-id", "c", environment: environment)
  }

  private func signInToTollgate(_ terminal: Terminal, _ place: EmulatedProviders) async throws {
    try await terminal.wayleave(
      "login", place.base + "/tollgate", "--client-id", "tollgate-native", "--account", "toll",
      environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))])
  }
}
