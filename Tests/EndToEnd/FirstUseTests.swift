import Foundation
import Testing
import WayleaveProgramRunning

@Suite("What a new user types wrong is answered by a sentence, a command to type, and an exit code", .serialized)
struct FirstUseTests {
  @Test(
    "each mistake has its exit code, a sentence, lines that fit, and commands that exist",
    arguments: BadInputScene.allCases)
  func mistakes(scene: BadInputScene) async throws {
    let terminal = try Terminal()
    let grammar = try CommandGrammar(dumped: try await terminal.wayleave("--experimental-dump-help").output)
    guard scene.needsPlayground else { return try await tryRows(of: scene, terminal, grammar, nil) }
    try await EmulatedProviders.during { place in try await tryRows(of: scene, terminal, grammar, place) }
  }

  @Test(
    "a misspelt provider is answered by the names that may be meant: of templates and of played entries too",
    arguments: [
      ("Keycloak", "keycloak"), ("playground-githb", "playground-github"),
      ("playground-tolgate", "playground-tollgate"),
      ("tollgate", "playground-tollgate"), ("GITHUBB", "github"),
      // The host at which the user signs in is no name. What is not a host of anyone's is none.
      ("com", "box, zoom, ghe-com"),
      ("github.com", "github"), ("www.google.com", "google"), ("github.com/login", "github"),
      ("issuer.example", "https://issuer.example"),
    ])
  func nearestProvider(typed: String, meant: String) async throws {
    let refused = try await Terminal().wayleave("login", typed)
    #expect(refused.exit == .code(64) && refused.errors.contains("Did you mean \(meant)"), "\(refused.errors)")
  }

  @Test("the host above those of all customers names none of them, and the name of one is asked for")
  func hostOfAll() async throws {
    let refused = try await Terminal().wayleave("login", "okta.com")
    #expect(refused.exit == .code(64) && refused.shownCode == "configuration.unknown_provider", "\(refused.errors)")
    #expect(refused.errors.contains("Okta needs its"), "\(refused.errors)")
  }

  @Test("names that are not for people are not suggested")
  func internalName() async throws {
    let refused = try await Terminal().wayleave("providers", "show", "playground-nope")
    #expect(refused.exit == .code(64) && !refused.errors.contains("playground-entries"), "\(refused.errors)")
  }

  @Test("a command or an option that does not exist is found in a message")
  func grammar() async throws {
    let grammar = try CommandGrammar(dumped: try await Terminal().wayleave("--experimental-dump-help").output)
    for text in [
      "Type `wayleave logn`.", "Type `wayleave providers lst`.", "then: wayleave token --frobnicate",
      "Give it with --frobnicate.",
    ] {
      #expect(!grammar.mistakes(in: text, after: ["login"]).isEmpty, "\(text)")
    }
    for text in [
      "wayleave: “logn” is not a command of `wayleave`.", "Type `wayleave providers add FILE`.",
      "Give it with --flow paste.",
      "then: wayleave clients add NAME --client-id ID.", "Usage: wayleave login [<options>] [<provider>]",
    ] {
      #expect(grammar.mistakes(in: text, after: ["login"]) == [], "\(text)")
    }
  }

  private func tryRows(
    of scene: BadInputScene, _ terminal: Terminal, _ grammar: CommandGrammar, _ place: EmulatedProviders?
  ) async throws {
    try await scene.prepare(terminal, place)
    for row in BadInput.rows(in: scene) {
      let complaints = try await complaints(about: row, terminal, grammar, place)
      #expect(complaints == [], "\(row.name): \(row.arguments.joined(separator: " "))")
    }
  }

  private func complaints(
    about row: BadInput, _ terminal: Terminal, _ grammar: CommandGrammar, _ place: EmulatedProviders?
  ) async throws -> [String] {
    func filled(_ text: String) -> String {
      let base = place?.base ?? ""
      return text.replacingOccurrences(of: "{P}", with: base)
        .replacingOccurrences(of: "{I}", with: base + "/tollgate")
        .replacingOccurrences(of: "{port}", with: base.split(separator: ":").last.map(String.init) ?? "")
        .replacingOccurrences(of: "{papers}", with: terminal.papers.path)
    }
    let arguments = row.arguments.map(filled)
    var complaints: [String] = []
    for width in [nil, 80, 40] as [Int?] {
      let columns = width.map { ["COLUMNS": "\($0)"] } ?? [:]
      let run = try await terminal.outcome(
        of: terminal.start(
          arguments, environment: row.environment.mapValues(filled).merging(columns) { _, wide in wide }))
      if !run.leaks(of: row.secrets).isEmpty { complaints.append("a secret is repeated: \(run.errors)") }
      if run.exit != .code(row.exit) { complaints.append("exit is \(run.exit), not \(row.exit)") }
      if let width {
        complaints += tooWide(run.errors, width)
      } else {
        let text = arguments.contains("--json") ? try run.shownError() : run.errors
        complaints += notASentence(text, isError: row.exit != 0)
        complaints += grammar.mistakes(in: text, after: arguments)
      }
    }
    return complaints.reduce(into: []) { all, next in if !all.contains(next) { all.append(next) } }
  }

  /// The first line of the message: one sentence, in the user's words.
  private func notASentence(_ text: String, isError: Bool) -> [String] {
    let lines = text.split(separator: "\n")
    let begins = ["wayleave: ", "Error: "]
    let message = lines.first { line in begins.contains { line.hasPrefix($0) } } ?? (isError ? nil : lines.first)
    guard let message else { return ["there is no message: \(text)"] }
    var complaints: [String] = []
    if ![".", "?"].contains(message.last) { complaints.append("the first line does not end a sentence: \(message)") }
    if message.contains(#/\b(expected|received)\b/#) { complaints.append("“expected” or “received”: \(message)") }
    return complaints
  }

  /// A line may be wider than the terminal only when it is one word, such as a URL, or one command to copy.
  private func tooWide(_ text: String, _ width: Int) -> [String] {
    text.split(separator: "\n").filter { $0.count > width && !isOneThing($0.trimmingCharacters(in: .whitespaces)) }
      .prefix(1).map { "wider than \(width) columns: \($0)" }
  }

  private func isOneThing(_ line: String) -> Bool {
    !line.contains(" ") || line.wholeMatch(of: #/`[^`]+`[.,;:]?/#) != nil
  }
}

extension ProgramOutcome {
  /// The error of the JSON, as the words for people would have it.
  fileprivate func shownError() throws -> String {
    let error = try json()["error"] as? [String: Any]
    return "wayleave: \(error?["message"] as? String ?? "")\n  \(error?["remedy"] as? String ?? "")\n"
  }
}
