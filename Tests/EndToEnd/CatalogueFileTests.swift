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

  // attack 215
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
    #expect(taken.exit == .code(8) && taken.output.contains("flickr.yaml:"), "\(taken.output)")
    let own = shown.output.replacingOccurrences(of: "name: flickr\n", with: "name: photos\n")
    let file = try terminal.paper("photos.yaml", own)
    #expect(try await check(file).exit == .code(0))
    #expect(try await terminal.wayleave("providers", "add", file).exit == .code(0))
    #expect(try await terminal.wayleave("providers", "show", "photos").output == own)
  }

  @Test("216: what is added is named by its SHA-256, and never takes the place of a built-in entry")
  func digest() async throws {
    let file = try terminal.paper("shop.yaml", Self.entry)
    let added = try await terminal.wayleave("providers", "add", file)
    let sum = try await terminal.shell("sha256sum '\(file)'")
    let digest = try #require(sum.output.split(separator: " ").first)
    #expect(digest.count == 64 && added.errors.contains("SHA-256 of the file: \(digest)"), "\(added.errors)")
    let other = Self.entry.replacingOccurrences(of: "name: shop", with: "name: github")
    let replacing = try await terminal.wayleave(
      "providers", "add", try terminal.paper("github.yaml", other), "--replace")
    #expect(replacing.exit == .code(64), "\(replacing.errors)")
    #expect(try await !terminal.wayleave("providers", "show", "github").output.contains("shop.example"))
  }

  // attack 215
  @Test("one rule: what check refuses add refuses, with every error, its place and what to do")
  func oneRule() async throws {
    let wrong = Self.entry.replacingOccurrences(of: "token_e", with: "tokn_e")
      .replacingOccurrences(of: "name: shop", with: "name: Shop")
    for text in [
      wrong, Self.entry.replacingOccurrences(of: "name: shop", with: "name: github"),
      Self.entry.replacingOccurrences(of: "name: shop", with: "name: zendesk.acme"),
      Self.entry.replacingOccurrences(of: "name: shop", with: "name: https://shop.example"),
      Self.entry.replacingOccurrences(of: "name: shop", with: "name: playground-github"), "a: [",
    ] {
      let file = try terminal.paper("entry.yaml", text)
      let checked = try await check(file)
      let added = try await terminal.wayleave("providers", "add", file)
      #expect(checked.exit == .code(8) && added.exit == .code(64), "\(text)\(checked.output)\(added.errors)")
      #expect(added.output.isEmpty && added.errors == "wayleave: " + checked.output, "\(added.errors)")
      let json = try await terminal.wayleave("providers", "add", file, "--json")
      try CommandsPage().expect("A file that providers add refuses", toHave: json.json())
      let checkedJSON = try await check(file, "--json").json()
      let findings = try #require((checkedJSON["files"] as? [[String: Any]])?.first?["findings"] as? [NSDictionary])
      #expect(try json.json()["findings"] as? [NSDictionary] == findings)
    }
    #expect(terminal.kept(".yaml").isEmpty)
    let both = try await terminal.wayleave("providers", "add", try terminal.paper("entry.yaml", wrong))
    for text in ["entry.yaml:2:7: ", "entry.yaml:6:1: ", "Write “token_endpoint” in its place"] {
      #expect(both.errors.contains(text), "\(both.errors)")
    }
  }

  @Test("a list is narrowed by a word of the name or the title, whatever the case; a misspelt command stays one")
  func filter() async throws {
    let shops = try await terminal.wayleave("providers", "list", "FlicK")
    #expect(shops.exit == .code(0) && shops.output == "flickr  Flickr (OAuth 1.0a)\n", "\(shops.output)")
    let titled = try await terminal.wayleave("providers", "list", "cognito", "--json").json()
    #expect((titled["providers"] as? [Any])?.count == 0 && (titled["templates"] as? [Any])?.count == 1)
    let none = try await terminal.wayleave("providers", "list", "no-such-word")
    #expect(none.exit == .code(0) && none.output.isEmpty && !none.errors.isEmpty)
    #expect(try await terminal.wayleave("providers", "lst").exit == .code(64))
    // A title that names the protocol is enough.
    let twice = try await terminal.wayleave("providers", "list", "tumblr-oauth1")
    #expect(twice.output == "tumblr-oauth1  Tumblr (OAuth 1.0a)\n", "\(twice.output)")
    let mastodon = try await terminal.wayleave("providers", "list", "mastodon").output
    #expect(mastodon.contains("mastodon.HOST") && mastodon.contains("mastodon  "), "\(mastodon)")
  }

  private static let template = """
    name: acme
    title: Acme ({tenant})
    protocol: oauth2
    variables:
      - name: tenant
        meaning: the first part of your Acme address
        example: customer1
    authorization_endpoint: https://{tenant}.acme.example/authorize
    token_endpoint: https://{tenant}.acme.example/token

    """

  @Test("an entry of the user can be one for many services: it is checked, listed, shown and used as a built-in one")
  func templates() async throws {
    let file = try terminal.paper("acme.yaml", Self.template)
    #expect(try await check(file).exit == .code(0))
    let added = try await terminal.wayleave("providers", "add", file)
    #expect(added.exit == .code(0) && added.errors.contains("--provider acme.customer1"), "\(added.errors)")
    let list = try await terminal.wayleave("providers", "list", "acme").output
    #expect(list.contains("acme.TENANT") && list.contains("such as acme.customer1"), "\(list)")
    let shown = try await terminal.wayleave("providers", "show", "acme")
    #expect(shown.output.contains("{tenant}") && shown.errors.contains("acme.TENANT"), "\(shown.output)\(shown.errors)")
    #expect(try await check(try terminal.paper("shown.yaml", shown.output)).exit == .code(0))
    let one = try await terminal.wayleave("providers", "show", "acme.two")
    #expect(one.output.contains("https://two.acme.example/token") && one.output.contains("name: acme.two"))

    let secret = try terminal.paper("secret", "not-a-real-secret")
    let client = try await terminal.wayleave(
      "clients", "add", "c", "--provider", "acme.two", "--client-id", "id", "--client-secret-file", secret)
    #expect(client.exit == .code(0), "\(client.errors)")
    let login = try await terminal.wayleave("login", "acme.three")
    #expect(login.shownCode == "configuration.unknown_client", "\(login.errors)")
    for (name, code) in [
      ("acme", "configuration.unknown_provider"), ("acme.a/b", "configuration.unknown_provider"),
      ("acme.a.b", "configuration.unknown_provider"), ("acme.-a", "configuration.invalid_value"),
      ("zendesk", "configuration.unknown_provider"), ("zendesk.-a", "configuration.invalid_value"),
    ] {
      let refused = try await terminal.wayleave("login", name)
      #expect(refused.exit == .code(64) && refused.shownCode == code, "\(name) \(refused.errors)")
    }
    let missing = try await terminal.wayleave("login", "acme")
    #expect(missing.errors.contains("such as acme.customer1"), "\(missing.errors)")
    let builtIn = try await terminal.wayleave("providers", "show", "keycloak")
    #expect(builtIn.exit == .code(0) && builtIn.errors.contains("keycloak.HOST.REALM"), "\(builtIn.errors)")
  }

  @Test("the secret of a client does not follow an entry to another host")
  func movedEntry() async throws {
    let secret = try terminal.paper("secret", "not-a-real-secret")
    terminal.secrets = ["not-a-real-secret"]
    try await put(Self.entry, as: "shop.yaml")
    let saved = try await terminal.wayleave(
      "clients", "add", "c", "--provider", "shop", "--client-id", "id", "--client-secret-file", secret)
    #expect(saved.exit == .code(0), "\(saved.errors)")
    let moved = Self.entry.replacingOccurrences(of: "https://shop.example/token", with: "https://evil.invalid/token")
    let replaced = try await terminal.wayleave("providers", "add", try terminal.paper("moved", moved), "--replace")
    #expect(replaced.exit == .code(0) && replaced.errors.contains("Warning: "), "\(replaced.errors)")
    for command in [
      ["login", "shop"], ["token", "--client", "c", "--grant", "client_credentials"],
      ["request", "--client", "c", "https://shop.example/"],
    ] {
      let refused = try await terminal.outcome(of: terminal.start(command))
      #expect(
        refused.exit == .code(64) && refused.shownCode == "configuration.client_of_other_host", "\(refused.errors)")
    }
    let again = try await terminal.wayleave(
      "clients", "add", "c", "--provider", "shop", "--client-id", "id", "--client-secret-file", secret, "--replace")
    #expect(again.exit == .code(0))
    let sent = try await terminal.wayleave("token", "--client", "c", "--grant", "client_credentials")
    #expect(sent.shownCode != "configuration.client_of_other_host", "\(sent.errors)")
  }

  @Test("the codes of a client without a secret do not follow an entry to another host either")
  func movedEntryOfPublicClient() async throws {
    try await put(Self.entry, as: "shop.yaml")
    let saved = try await terminal.wayleave("clients", "add", "c", "--provider", "shop", "--client-id", "id")
    #expect(saved.exit == .code(0), "\(saved.errors)")
    let moved = Self.entry.replacingOccurrences(of: "https://shop.example/token", with: "https://evil.invalid/token")
    try await put(moved, as: "shop.yaml")
    let refused = try await terminal.wayleave("login", "shop")
    #expect(refused.exit == .code(64) && refused.shownCode == "configuration.client_of_other_host", "\(refused.errors)")
  }

  @Test("a file with a name of the program's own is not an entry and no template, however it came there")
  func plantedNames() async throws {
    for (name, customer) in [("google", "google.evil"), ("playground-x", "playground-x.evil"), ("acme", "acme.evil")] {
      try await put(Self.template.replacingOccurrences(of: "name: acme", with: "name: \(name)"), as: "\(name).yaml")
      let shown = try await terminal.wayleave("providers", "show", customer)
      #expect((shown.exit == .code(0)) == (name == "acme"), "\(name): \(shown.output)")
      #expect(name == "acme" || shown.shownCode == "configuration.unknown_provider", "\(shown.errors)")
      let listed = try await terminal.wayleave("providers", "list", "TENANT").output
      #expect(!listed.contains("google.TENANT") && !listed.contains("playground-x"), "\(listed)")
      #expect(try await check(name).exit == .code(name == "acme" ? 0 : 8))
    }
  }

  @Test("a file with a name below that of a built-in provider is not an entry")
  func namesBelow() async throws {
    for (name, isRight) in [("google.evil", false), ("shop.evil", true)] {
      try await put(Self.entry.replacingOccurrences(of: "name: shop", with: "name: \(name)"), as: "\(name).yaml")
      let shown = try await terminal.wayleave("providers", "show", name)
      #expect((shown.exit == .code(0)) == isRight, "\(shown.output)")
      #expect(try await check(name).exit == .code(isRight ? 0 : 8))
    }
  }

  @Test("an entry of the name that a template of the user makes is there already")
  func customerOfTemplate() async throws {
    try await put(Self.template, as: "acme.yaml")
    for (name, code) in [("acme.two", "configuration.malformed_provider"), ("first.two", nil)] {
      let file = try terminal.paper(
        "entry.yaml", Self.entry.replacingOccurrences(of: "name: shop", with: "name: \(name)"))
      _ = try await folder()
      let added = try await terminal.wayleave("providers", "add", file)
      #expect(added.exit == .code(code == nil ? 0 : 64) && added.shownCode == code, "\(name): \(added.errors)")
      let replaced = try await terminal.wayleave("providers", "add", file, "--replace")
      #expect(replaced.exit == .code(0), "\(replaced.errors)")
    }
  }

  @Test("a template with http in a host with a place needs --allow-http, although its example is this machine")
  func insecureTemplate() async throws {
    let text = Self.template
      .replacingOccurrences(of: "example: customer1", with: "example: localhost\n    words: [localhost, evil.example]")
      .replacingOccurrences(of: "https://{tenant}.acme.example/token", with: "http://{tenant}/token")
    let file = try terminal.paper("acme.yaml", text)
    let refused = try await terminal.wayleave("providers", "add", file)
    #expect(refused.exit == .code(64) && refused.errors.contains("token_endpoint"), "\(refused.errors)")
    #expect(try await terminal.wayleave("providers", "add", file, "--allow-http").exit == .code(0))
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
      lines[1] == "  Register an app at https://shop.example/apps with redirect URI http://127.0.0.1/callback/shop. "
        + "Choose “Desktop” as the kind of app.")
    // On a line of its own, so that it can be copied where lines are short.
    #expect(lines[2] == "  Then: wayleave clients add shop --provider shop --client-id ID --client-secret-file -")
    let json = try await terminal.wayleave("login", "shop", "--json")
    try CommandsPage().expect("Any failure", toHave: json.json())
    let error = try #require(try json.json()["error"] as? [String: Any])
    let registration = try #require(error["registration"] as? [String: Any])
    #expect(registration["page"] as? String == "https://shop.example/apps" && registration["retired"] as? Bool == false)
    let shown = try await terminal.wayleave("providers", "show", "shop")
    #expect(shown.errors.contains(lines[1].dropFirst(2)), "\(shown.errors)")
    #expect(try await check(try terminal.paper("shown.yaml", shown.output)).exit == .code(0))

    let secret = try terminal.paper("secret", "not-a-real-secret")
    let command = lines[2].dropFirst("  Then: wayleave ".count)
      .replacingOccurrences(of: "-file -", with: "-file \(secret)")
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
