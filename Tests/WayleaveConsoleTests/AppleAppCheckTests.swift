import Testing
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

@Suite("wayleave doctor --apple-app: what the files of an app say")
struct AppleAppCheckTests {
  private typealias Sentence = (result: String, words: String)

  /// A client of a provider that comes back by these.
  private func needs(_ uris: String..., at provider: Provider = .github) throws -> AppleAppNeeds {
    let client = try Client(id: "x", redirectURIs: uris.map { try RedirectURI($0) })
    return AppleAppNeeds(
      of: [(provider, [try RegisteredClient(name: "mine", provider: provider.name, client: client)])])
  }

  private func findings(_ text: String, _ needs: AppleAppNeeds) -> [Finding] {
    AppleAppCheck(needs).findings(in: [("a/file", .success(Array(text.utf8)))])
  }

  private func expect(
    _ sentence: Sentence?, in found: [Finding], location: SourceLocation = #_sourceLocation
  ) {
    let told = found.map { "\($0.json["result"]?.string ?? "") \($0.message) → \($0.remedy ?? "")" }
    guard let sentence else {
      let isClean =
        found.first?.verdict == .good && found.dropFirst().allSatisfy { $0.verdict == .skipped(because: nil) }
      return #expect(isClean, "\(told)", sourceLocation: location)
    }
    #expect(
      told.contains { $0.hasPrefix("\(sentence.result) ") && $0.contains(sentence.words) }, "\(told)",
      sourceLocation: location)
    #expect(found.allSatisfy { $0.check == .appleApp && $0.subject == "a/file" }, sourceLocation: location)
  }

  private func information(_ keys: String) -> String {
    "<plist><dict><key>CFBundleName</key><string>A</string>\(keys)</dict></plist>"
  }

  private func types(_ schemes: String...) -> String {
    let list = schemes.map { "<string>\($0)</string>" }.joined()
    return "<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array>\(list)</array></dict></array>"
  }

  // FS4
  @Test("a scheme of a redirect URI that is not in CFBundleURLTypes is named with the lines to add")
  func schemes() throws {
    let needs = try needs("com.example.app:/cb", "http://127.0.0.1/callback", "https://app.example/cb")
    expect(nil, in: findings(information(types("Com.Example.App")), needs))
    for (keys, result, words) in [
      ("", "warning", "`<key>CFBundleURLTypes</key><array><dict>"),
      ("", "warning", "<string>com.example.app</string>"), ("", "warning", "The browser sheet needs no entry"),
      (types("other"), "warning", "Add to the list CFBundleURLTypes: `<dict>"),
      ("<key>CFBundleURLTypes</key><string>com.example.app</string>", "warning", "com.example.app"),
      (types("$(CALLBACK_SCHEME)"), "skipped", "Xcode fills in"),
      (
        types("com.example.app:", "com.example.app"), "failed",
        "“com.example.app:” in CFBundleURLSchemes is not a URL scheme"
      ),
    ] { expect((result, words), in: findings(information(keys), needs)) }
  }

  private let queried =
    "<key>LSApplicationQueriesSchemes</key><array><string>foursquareauth</string><string>Foursquare</string></array>"

  @Test("where the provider has an app, its callback needs the scheme, and its own scheme is not the app's")
  func providerApp() throws {
    let needs = try needs("com.example.app:/cb", "foursquareauth://cb", at: .foursquare)
    expect(nil, in: findings(information(types("com.example.app") + queried), needs))
    let told = findings(information(queried), needs)
    expect(("failed", "The provider's app cannot bring the user back"), in: told)
    #expect(!told.contains { $0.message.contains("scheme foursquareauth") })
    for (keys, result, words) in [
      (types("com.example.app"), "warning", "<string>foursquareauth</string><string>foursquare</string>"),
      (
        types("com.example.app") + "<key>LSApplicationQueriesSchemes</key><array><string>foursquare</string></array>",
        "warning", "Add to the list LSApplicationQueriesSchemes: `<string>foursquareauth</string>`"
      ),
      (queried + types("com.example.app", "foursquareauth"), "failed", "your app would be opened instead"),
    ] { expect((result, words), in: findings(information(keys), needs)) }
  }

  @Test("plain http for every host is a warning, and Face ID is advice")
  func information() throws {
    let needs = try needs("http://127.0.0.1/callback")
    let security = "<key>NSAppTransportSecurity</key><dict><key>NSAllowsArbitraryLoads</key>"
    expect(("warning", "NSAllowsArbitraryLoads"), in: findings(information("\(security)<true/></dict>"), needs))
    let good = findings(information("\(security)<false/></dict>"), needs)
    expect(nil, in: good)
    expect(("skipped", "<key>NSFaceIDUsageDescription</key>"), in: good)
    let described = "<key>NSFaceIDUsageDescription</key><string>To use your account</string>"
    #expect(findings(information(described), needs).count == 1)
  }

  @Test("an exception for plain http or weak TLS is a warning that names its hosts, and one for this machine is none")
  func exceptionDomains() throws {
    let needs = try needs("http://127.0.0.1/callback")
    func information(_ domains: String) -> String {
      self.information(
        "<key>NSAppTransportSecurity</key><dict><key>NSExceptionDomains</key><dict>\(domains)</dict></dict>")
    }
    func domain(_ host: String, _ keys: String = "<key>NSExceptionAllowsInsecureHTTPLoads</key><true/>") -> String {
      "<key>\(host)</key><dict>\(keys)</dict>"
    }
    for (domains, words) in [
      (domain("api.example") + domain("localhost") + domain("as.example"), "weak TLS, with api.example, as.example."),
      (domain("old.example", "<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.0</string>"), "old.example"),
      ((1...7).map { domain("h\($0).example") }.joined(), "h5.example and 2 more"),
    ] { expect(("warning", words), in: findings(information(domains), needs)) }
    for domains in [
      "", domain("localhost") + domain("127.0.0.1") + domain("mac.local"),
      domain("api.example", "<key>NSExceptionAllowsInsecureHTTPLoads</key><false/>"),
      domain("api.example", "<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.3</string>"),
    ] { expect(nil, in: findings(information(domains), needs)) }
  }

  // TU7
  @Test("what looks like a secret is named by its key, and its value is not shown")
  func secrets() throws {
    let needs = try needs("http://127.0.0.1/callback")
    let value = "hunter2-and-more"
    for (keys, result, words) in [
      (
        "<key>CLIENT_SECRET</key><string>\(value)</string>", "warning", "By its name a secret stands at “CLIENT_SECRET”"
      ),
      (
        "<key>OAuth</key><dict><key>apiPassword</key><string>\(value)</string></dict>", "warning", "“OAuth.apiPassword”"
      ),
      (
        "<key>Secrets</key><array><dict><key>id</key><string>\(value)</string></dict></array>", "warning",
        "“Secrets.0.id”"
      ),
      ("<key>Private Key</key><data>\(value)</data>", "warning", "“Private Key”"),
      (
        "<key>pem</key><string>-----BEGIN EC PRIVATE KEY-----\(value)</string>", "failed",
        "A private key stands at “pem”"
      ),
    ] {
      let found = findings(information(keys), needs)
      expect((result, words), in: found)
      #expect(!found.contains { $0.json.encodedText().contains(value) })
    }
    let many = (1...9).map { "<key>secret\($0)</key><string>\(value)</string>" }.joined()
    expect(("warning", "and 4 more"), in: findings(information(many), needs))
    // A path for each of these would be a gigabyte.
    let name = "secret" + String(repeating: "x", count: 50_000)
    let list = String(repeating: "<string>\(value)</string>", count: 20_000)
    expect(("warning", "and 19995 more"), in: findings(information("<key>\(name)</key><array>\(list)</array>"), needs))
    for keys in [
      "<key>hasPassword</key><true/>", "<key>secret</key><string/>",
      "<key>ForgotPasswordURL</key><string>https://app.example/forgot</string>",
    ] {
      expect(nil, in: findings(information(keys), needs))
    }
  }

  private func entitlements(_ keys: String) -> String {
    "<plist><dict><key>aps-environment</key><string>development</string>\(keys)</dict></plist>"
  }

  private func domains(_ texts: String...) -> String {
    let list = texts.map { "<string>\($0)</string>" }.joined()
    return "<key>com.apple.developer.associated-domains</key><array>\(list)</array>"
  }

  @Test("the host of an https redirect URI is an associated domain, for the sheet, and for links of a provider's app")
  func associatedDomains() throws {
    let (plain, app) = (
      try needs("https://App.example/cb"), try needs("https://app.example/cb", at: .foursquare)
    )
    for text in ["webcredentials:app.example", "webcredentials:*.example", "webcredentials:app.example?mode=developer"]
    {
      expect(nil, in: findings(entitlements(domains(text)), plain))
    }
    expect(nil, in: findings(entitlements(domains("webcredentials:app.example", "applinks:app.example")), app))
    for (keys, needs, result, words) in [
      ("", plain, "warning", "</key><array><string>webcredentials:app.example</string></array>`"),
      (domains("applinks:app.example"), plain, "warning", "add to the list com.apple.developer.associated-domains"),
      (domains("webcredentials:other.example"), plain, "warning", "webcredentials:app.example"),
      (domains("webcredentials:*.app.example"), plain, "warning", "webcredentials:app.example"),
      (domains("webcredentials:$(HOST)"), plain, "skipped", "Xcode fills in"),
      (domains("webcredentials:app.example", "https://app.example/cb"), plain, "failed", "is not an associated domain"),
      (
        domains("webcredentials:app.example/"), plain, "failed",
        "“webcredentials:app.example/” is not an associated domain"
      ),
      (domains("webcredentials:app.example"), app, "failed", "applinks:app.example"),
      (domains("webcredentials::app.example"), plain, "failed", "is not an associated domain"),
      (domains("webcredentials:*app.example"), plain, "failed", "is not an associated domain"),
      (domains("webcredentials:*."), plain, "failed", "is not an associated domain"),
    ] { expect((result, words), in: findings(entitlements(keys), needs)) }
  }

  @Test("a Mac app in the sandbox opens connections and has a group; groups begin with the team")
  func sandbox() throws {
    let needs = try needs("com.example.app:/cb")
    let box = "<key>com.apple.security.app-sandbox</key><true/>"
    let client = "<key>com.apple.security.network.client</key><true/>"
    func groups(_ text: String) -> String { "<key>keychain-access-groups</key><array><string>\(text)</string></array>" }
    let good = groups("$(AppIdentifierPrefix)com.example.shared")
    expect(nil, in: findings(entitlements(box + client + good), needs))
    for (keys, result, words) in [
      (box + good, "failed", "`<key>com.apple.security.network.client</key><true/>`"),
      (box + client, "warning", "<string>$(AppIdentifierPrefix)com.example.shared</string>"),
      (groups("com.example.shared"), "failed", "“com.example.shared” does not begin with a team ID"),
      ("", "skipped", "<key>com.apple.security.application-groups</key>"),
    ] { expect((result, words), in: findings(entitlements(keys), needs)) }
    expect(nil, in: findings(entitlements(groups("A1B2C3D4E5.com.example.shared")), needs))
  }

  @Test("a client at Apple is for an app that may use Sign in with Apple")
  func signInWithApple() throws {
    let needs = try needs("com.example.app:/cb", at: .apple)
    func entry(_ text: String) -> String {
      "<key>com.apple.developer.applesignin</key><array><string>\(text)</string></array>"
    }
    expect(nil, in: findings(entitlements(entry("Default")), needs))
    expect(("warning", "`\(entry("Default"))`"), in: findings(entitlements(""), needs))
    expect(nil, in: findings(entitlements(""), try self.needs("com.example.app:/cb")))
  }

  private static let app = "A1B2C3D4E5.com.example.app"

  private func association(_ details: String, credentials: String = "[\"\(app)\"]") -> String {
    "{\"applinks\": {\"details\": [\(details)]}, \"webcredentials\": {\"apps\": \(credentials)}}"
  }

  private func components(_ list: String) -> String { "{\"appIDs\": [\"\(Self.app)\"], \"components\": [\(list)]}" }

  @Test(
    "the first component that fits decides whether the callback opens the app",
    arguments: [
      ("{\"/\": \"/cb\"}", nil), ("{\"/\": \"/*\"}", nil), ("{\"/\": \"/c?\"}", nil), ("{}", nil),
      ("{\"/\": \"*a*b*\"}, {\"/\": \"*b\"}", nil), ("{\"/\": \"/CB\", \"caseSensitive\": false}", nil),
      ("{\"/\": \"/CB\"}", "no component has it"), ("{\"/\": \"/other/*\"}", "no component has it"),
      ("{\"/\": \"/c\"}", "no component has it"), ("{\"/\": \"/cb?\"}", "no component has it"),
      ("", "no component has it"),
      ("{\"/\": \"/c*\", \"exclude\": true}, {\"/\": \"/cb\"}", "a component excludes it"),
    ])
  func components(list: String, reason: String?) throws {
    let plain = try needs("https://app.example/cb")
    expect(reason.map { ("warning", $0) }, in: findings(association(components(list)), plain))
    let app = try needs("https://app.example/cb", at: .foursquare)
    expect(reason.map { ("failed", $0) }, in: findings(association(components(list)), app))
  }

  @Test("a query, or what the device fills in, leaves it open; the older forms are read")
  func otherForms() throws {
    let needs = try needs("https://app.example/cb", at: .foursquare)
    for list in ["{\"/\": \"/cb\", \"?\": {\"code\": \"?*\"}}", "{\"/\": \"/$(lang)/cb\"}"] {
      expect(("skipped", "more than the path"), in: findings(association(components(list)), needs))
    }
    expect(nil, in: findings(association("{\"appID\": \"\(Self.app)\", \"paths\": [\"NOT /x/*\", \"/cb\"]}"), needs))
    let excluded = "{\"appID\": \"\(Self.app)\", \"paths\": [\"NOT /c*\", \"*\"]}"
    expect(("failed", "excludes"), in: findings(association(excluded), needs))
    let oldest =
      "{\"webcredentials\": {\"apps\": [\"\(Self.app)\"]}, \"applinks\": {\"details\": {\"\(Self.app)\": {\"paths\": [\"*\"]}}}}"
    expect(nil, in: findings(oldest, needs))
  }

  @Test("apps are a team and a bundle id, in the form that Apple reads, and for the sheet under webcredentials")
  func apps() throws {
    let needs = try needs("https://app.example/cb")
    let good = components("{\"/\": \"/cb\"}")
    for (text, words) in [
      (
        association("{\"appIDs\": [\"com.example.app\"], \"components\": [{}]}"),
        "“com.example.app” in “applinks” is not an app ID"
      ),
      (association(good, credentials: "[\"TEAMID.com.example.app\"]"), "“TEAMID.com.example.app” in “webcredentials”"),
      (association(good, credentials: "[\"a1b2c3d4e5.com.example.app\"]"), "is not an app ID"),
      (association(good, credentials: "[\"A1B2C3D4E5.\"]"), "is not an app ID"),
      (association(good, credentials: "\"\(Self.app)\""), "“webcredentials” names no app"),
      (association(good, credentials: "[]"), "“webcredentials” names no app"),
      ("{\"applinks\": {}, \"webcredentials\": {\"apps\": [\"\(Self.app)\"]}}", "“applinks” names no app"),
      (association(good) + String(repeating: " ", count: 131_072), "Apple reads none of more than 131072"),
    ] { expect(("failed", words), in: findings(text, needs)) }
    let app = try self.needs("https://app.example/cb", at: .foursquare)
    let links = "{\"applinks\": {\"details\": [\(good)]}}"
    // Without an app of the provider, a server may be meant to take the callback.
    expect(("warning", "add: `\"webcredentials\": {\"apps\""), in: findings(links, needs))
    expect(("failed", "add: `\"webcredentials\": {\"apps\""), in: findings(links, app))
    let credentials = "{\"webcredentials\": {\"apps\": [\"\(Self.app)\"]}}"
    expect(("failed", "there is no “applinks”"), in: findings(credentials, app))
    expect(nil, in: findings(credentials, needs))
  }

  @Test("the links of another app say nothing of the app of Info.plist")
  func otherApps() throws {
    let details =
      "{\"appIDs\": [\"A1B2C3D4E5.com.example.other\"], \"components\": [{}]}, " + components("{\"/\": \"/x\"}")
    let text = association(details)
    func found(_ info: String) throws -> [Finding] {
      AppleAppCheck(try needs("https://app.example/cb")).findings(in: [
        ("a/file", .success(Array(text.utf8))), ("info", .success(Array(information(info).utf8))),
      ]).filter { $0.subject == "a/file" }
    }
    expect(nil, in: try found(""))
    let info = "<key>CFBundleIdentifier</key><string>com.example.app</string>"
    expect(("warning", "no component has it"), in: try found(info))
  }

  @Test("the app of Info.plist is among those of the site, where it has its bundle id")
  func bundleID() throws {
    let check = AppleAppCheck(try needs("https://app.example/cb"))
    for (bundle, isNamed) in [("com.example.app", true), ("com.example.other", false), ("$(BUNDLE)", true)] {
      let found = check.findings(in: [
        ("site", .success(Array(association(components("{}")).utf8))),
        ("info", .success(Array(information("<key>CFBundleIdentifier</key><string>\(bundle)</string>").utf8))),
      ])
      #expect(found.contains { $0.verdict == .failed && $0.message.contains("com.example.other") } == !isNamed)
    }
  }

  @Test(
    "what is none of the files is said, and the others are looked at all the same",
    arguments: [
      ("", "empty"), ("bplist00\u{1}", "`plutil -convert xml1 -o COPY a/file`"), ("<plist><dict>", "line 1 ends"),
      ("<plist><dict/></plist>", "no keys"), ("<plist><array/></plist>", "no keys"), ("hello", "neither"),
      ("{\"a\": 1}", "not an apple-app-site-association"), ("{\"applinks\":", "JSON"),
      ("{\"applinks\": 1, \"applinks\": 2}", "applinks"),
      ("<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>", "declares entities"),
    ])
  func unusable(text: String, words: String) throws {
    let needs = try needs("com.example.app:/cb")
    expect(("failed", words), in: findings(text, needs))
    let both = AppleAppCheck(needs).findings(in: [
      ("a", .success(Array(text.utf8))), ("b", .success(Array(information(types("com.example.app")).utf8))),
    ])
    #expect(both.contains { $0.subject == "b" && $0.verdict == .good })
  }

  @Test("entitlements without a key are known by the name of their file")
  func noEntitlements() throws {
    let found = AppleAppCheck(try needs("com.example.app:/cb")).findings(in: [
      ("App.entitlements", .success(Array("<plist><dict/></plist>".utf8)))
    ])
    #expect(found.first?.verdict == .good && found.first?.message.contains("entitlements") == true)
  }

  @Test("without a client no redirect URI can be compared, which is said once")
  func noClients() {
    let found = AppleAppCheck(AppleAppNeeds(of: [])).findings(in: [
      ("a", .success(Array(information("").utf8))), ("b", .success(Array(entitlements("").utf8))),
    ])
    #expect(found.count { $0.remedy?.contains("wayleave clients add") == true } == 1)
  }
}
