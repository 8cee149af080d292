import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave providers: the user's own entries, checked and found", .serialized)
struct CatalogueFileTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  private static let entry = """
    format: 1
    name: shop
    title: Shop
    protocol: oauth2
    authorization_endpoint: https://shop.example/authorize
    token_endpoint: https://shop.example/token

    """

  /// The folder of the user's entries, with one in it.
  private func folder() async throws -> URL {
    if let first = terminal.kept("first.yaml").first { return first.deletingLastPathComponent() }
    let text = Self.entry.replacingOccurrences(of: "name: shop", with: "name: first")
    _ = try await terminal.wayleave("providers", "add", try terminal.paper("entry.txt", text))
    return try #require(terminal.kept("first.yaml").first).deletingLastPathComponent()
  }

  /// Puts a file into that folder, as an editor does.
  private func put(_ text: String, as name: String) async throws {
    let path = try await folder().appendingPathComponent(name)
    try Data(text.utf8).write(to: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path.path)
  }

  private func check(_ words: String...) async throws -> ProgramOutcome {
    try await terminal.outcome(of: terminal.start(["providers", "check"] + words))
  }

  @Test("a correct file is exit 0, a wrong one exit 8 with file, line, column, rule, expectation and remedy")
  func files() async throws {
    let right = try terminal.paper("right.yaml", Self.entry)
    let good = try await check(right)
    #expect(good.exit == .code(0) && good.output.contains("right.yaml: correct."), "\(good.errors)")
    let wrong = try terminal.paper("wrong.yaml", Self.entry.replacingOccurrences(of: "token_e", with: "tokn_e"))
    let bad = try await check(right, wrong)
    #expect(bad.exit == .code(8) && bad.errors.isEmpty, "\(bad.errors)")
    for text in [
      "wrong.yaml:6:1: “tokn_endpoint” is not a key", "Write “token_endpoint” in its place",
      "[configuration.malformed_provider, ", "expected: a key of the format",
    ] { #expect(bad.output.contains(text), "\(bad.output)") }
    let json = try await check(right, wrong, "--json")
    #expect(json.exit == .code(8))
    let files = try #require(try json.json()["files"] as? [[String: Any]])
    #expect(files.map { $0["valid"] as? Bool } == [true, false])
    let standardInput = try await terminal.wayleave("providers", "check", "-", input: Self.entry)
    #expect(standardInput.exit == .code(0), "\(standardInput.output)\(standardInput.errors)")
  }

  @Test("without a name every entry of the user is checked; a name is that of an entry, built in or not")
  func names() async throws {
    #expect(try await check().exit == .code(0))
    try await put(Self.entry, as: "shop.yaml")
    #expect(try await check().exit == .code(0))
    try await put(Self.entry, as: "store.yaml")
    try await put("a: [", as: "broken.yaml")
    let all = try await check()
    #expect(all.exit == .code(8), "\(all.output)")
    #expect(all.output.contains("store.yaml:2:7: ") && all.output.contains("broken.yaml:"), "\(all.output)")
    #expect(all.output.contains("shop.yaml: correct."), "\(all.output)")
    #expect(try await check("shop", "first").exit == .code(0))
    #expect(try await check("store").exit == .code(8))
    #expect(try await check("foursquare").exit == .code(0))
  }

  @Test("a file of another name is found by neither name silently, and a broken one only by its own")
  func misnamed() async throws {
    try await put(Self.entry, as: "store.yaml")
    try await put("a: [", as: "broken.yaml")
    for (name, code) in [
      ("store", "configuration.malformed_provider"), ("shop", "configuration.unknown_provider"),
      ("broken", "configuration.malformed_provider"),
    ] {
      let login = try await terminal.wayleave("login", name, "--client-id", "c")
      #expect(login.exit == .code(64) && login.shownCode == code, "\(login.errors)")
      #expect(login.errors.contains("\(name == "shop" ? "store" : name).yaml:"), "\(login.errors)")
    }
    let other = try await terminal.wayleave("providers", "show", "first")
    #expect(other.exit == .code(0) && other.errors.isEmpty, "\(other.errors)")
  }

  @Test("a pipe, a folder and a link to nowhere in the folder of entries stop no command")
  func odd() async throws {
    try await put(Self.entry, as: "shop.yaml")
    let folder = try await folder()
    mkfifo(folder.appendingPathComponent("pipe.yaml").path, 0o600)
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("folder.yaml"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder.appendingPathComponent("link.yaml").path, withDestinationPath: "/nowhere/at/all")
    for name in ["pipe", "folder"] {
      let shown = try await terminal.wayleave("providers", "show", name)
      #expect(shown.exit == .code(64) && shown.shownCode == "configuration.invalid_value", "\(shown.errors)")
    }
    #expect(try await terminal.wayleave("providers", "show", "link").shownCode == "configuration.unknown_provider")
    #expect(try await terminal.wayleave("providers", "show", "shop").exit == .code(0))
    #expect(try await terminal.wayleave("providers", "list").output.contains("shop"))
    #expect(try await check().exit == .code(8))
  }

  @Test("an entry that is shown can be saved under another name, and is read back as it was")
  func saved() async throws {
    let shown = try await terminal.wayleave("providers", "show", "flickr")
    let taken = try await check(try terminal.paper("flickr.yaml", shown.output))
    #expect(taken.exit == .code(0) && taken.output.contains("Warning: "), "\(taken.output)")
    let own = shown.output.replacingOccurrences(of: "name: flickr\n", with: "name: photos\n")
    let file = try terminal.paper("photos.yaml", own)
    #expect(try await check(file).exit == .code(0))
    #expect(try await terminal.wayleave("providers", "add", file).exit == .code(0))
    #expect(try await terminal.wayleave("providers", "show", "photos").output == own)
  }

  @Test("login at a retired provider says what ended and what to use instead, and not where to register")
  func retired() async throws {
    let guide = """
      registration:
        page: https://new.example/
        hint: Shop ended in 2026. Use the New Shop.
      retired: true

      """
    try await put(Self.entry + guide, as: "shop.yaml")
    let login = try await terminal.wayleave("login", "shop")
    #expect(login.exit == .code(64) && login.shownCode == "configuration.unknown_client", "\(login.errors)")
    #expect(login.errors.contains("Shop ended in 2026. Use the New Shop. See https://new.example/"), "\(login.errors)")
    #expect(!login.errors.contains("Register") && !login.errors.contains("clients add"), "\(login.errors)")
    let error = try #require(try await terminal.wayleave("login", "shop", "--json").json()["error"] as? [String: Any])
    let registration = try #require(error["registration"] as? [String: Any])
    #expect(registration["retired"] as? Bool == true && registration["command"] is NSNull)
    let shown = try await terminal.wayleave("providers", "show", "shop")
    #expect(shown.errors.contains("Use the New Shop."), "\(shown.errors)")
  }

  @Test("login without a client says in two lines where to register one and how to save it, and for programs too")
  func registration() async throws {
    let guide = """
      registration:
        page: https://shop.example/apps
        hint: Choose “Desktop” as the kind of app.

      """
    try await put(Self.entry + guide, as: "shop.yaml")
    let login = try await terminal.wayleave("login", "shop")
    #expect(login.exit == .code(64) && login.shownCode == "configuration.unknown_client", "\(login.errors)")
    let lines = login.errors.split(separator: "\n").map(String.init)
    #expect(lines.count == 4 && lines[0].contains("no client for"), "\(login.errors)")
    #expect(
      lines[1] == "  Register one at https://shop.example/apps with redirect URI http://127.0.0.1/callback/shop. "
        + "Choose “Desktop” as the kind of app.")
    // On a line of its own, so that it can be copied where lines are short.
    #expect(lines[3] == "Then: wayleave clients add shop --provider shop --client-id ID --client-secret-file FILE")
    let json = try await terminal.wayleave("login", "shop", "--json")
    try CommandsPage().expect("Any failure", toHave: json.json())
    let error = try #require(try json.json()["error"] as? [String: Any])
    let registration = try #require(error["registration"] as? [String: Any])
    #expect(registration["page"] as? String == "https://shop.example/apps" && registration["retired"] as? Bool == false)
    let shown = try await terminal.wayleave("providers", "show", "shop")
    #expect(shown.errors.contains(lines[1].dropFirst(2)), "\(shown.errors)")
    #expect(try await check(try terminal.paper("shown.yaml", shown.output)).exit == .code(0))

    let secret = try terminal.paper("secret", "not-a-real-secret")
    let command = lines[3].dropFirst("Then: wayleave ".count).replacingOccurrences(of: " FILE", with: " \(secret)")
    let added = try await terminal.outcome(of: terminal.start(command.split(separator: " ").map(String.init)))
    #expect(added.exit == .code(0), "\(added.errors)")
    let named = try await terminal.wayleave("login", "shop", "--client", "nope")
    #expect(named.shownCode == "configuration.unknown_client" && !named.errors.contains("Register"), "\(named.errors)")
  }

  @Test("the schema is that of the documentation, indented for people and on one line for programs")
  func schema() async throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Documentation/provider.schema.json")
    let documented = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? NSDictionary
    let printed = try await terminal.wayleave("providers", "schema").output
    #expect(try JSONSerialization.jsonObject(with: Data(printed.utf8)) as? NSDictionary == documented)
    #expect(printed.split(separator: "\n").count > 100)
    let line = try await terminal.wayleave("providers", "schema", "--json").output
    #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary == documented)
    #expect(line.split(separator: "\n").count == 1)
  }

  @Test("a list of 200 entries has lines that fit 80 and 40 columns", arguments: [80, 40])
  func list(width: Int) async throws {
    for number in 1...200 {
      let long = String(repeating: "long-", count: number % 7)
      let text = Self.entry.replacingOccurrences(of: "name: shop", with: "name: \(long)shop-\(number)")
        .replacingOccurrences(of: "Shop", with: "Shop of number \(number)")
      try await put(text, as: "\(long)shop-\(number).yaml")
    }
    let list = try await terminal.wayleave("providers", "list", environment: ["COLUMNS": "\(width)"])
    #expect(list.exit == .code(0) && list.errors.split(separator: "\n").count <= 4, "\(list.errors)")
    let lines = list.output.split(separator: "\n")
    #expect(lines.count >= 208 && lines.allSatisfy { $0.count <= width }, "\(list.output)")
    let json = try await terminal.wayleave("providers", "list", "--json").json()
    #expect((json["providers"] as? [Any])?.count ?? 0 >= 208)
  }
}
