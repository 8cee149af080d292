import Testing
import Wayleave
import WayleaveConsole
import WayleaveSignIn
import WayleaveTestSupport
import WayleaveWire

@Suite("git-credential(1): what git asks a helper, and the answer")
struct GitCredentialTests {
  private func read(_ text: String) throws -> GitCredentialRequest {
    try GitCredentialRequest(reading: Array(text.utf8))
  }

  private let login = TokenLogin(
    user: "x-access-token", token: Secret("canary-token"), expiresAt: Instant(secondsSinceEpoch: 2000),
    account: "github/ada", handle: "ada")

  @Test("lines up to an empty one are read, and unknown keys are ignored")
  func attributes() throws {
    let request = try read(
      "protocol=https\nhost=github.com\npath=a/b.git\nusername=ada\npassword=canary=1\nnew=thing\nstate[]=x\n\nhost=evil\n"
    )
    #expect(request.origin?.description == "https://github.com" && request.user == "ada")
    #expect(request.used == Secret("canary=1") && !request.takesScheme && !request.wantsBearer)
    // The end of the input ends the request, too.
    #expect(try read("protocol=https\nhost=github.com:8443").origin?.description == "https://github.com:8443")
    #expect(try read("").origin == nil)
  }

  @Test(
    "tokens go over https, and over http on this machine alone",
    arguments: [
      ("https", "github.com", "https://github.com"), ("https", "GitHub.com:443", "https://github.com"),
      ("http", "127.0.0.1:8080", "http://127.0.0.1:8080"), ("http", "localhost", "http://localhost"),
      ("http", "[::1]:80", "http://[::1]"), ("http", "github.com", nil), ("http", "127.0.0.1.evil.example", nil),
      ("ssh", "github.com", nil), ("HTTPS", "github.com", nil), ("cert", "", nil), ("https", "", nil),
      ("https", "github.com@evil.example", nil), ("https", "evil.example/github.com", nil),
      ("https", "evil.example?github.com", nil), ("https", "evil.example#github.com", nil),
      ("https", "evil.example\\github.com", nil), ("https", "git hub.com", nil),
    ])
  func origin(scheme: String, host: String, origin: String?) throws {
    #expect(try read("protocol=\(scheme)\nhost=\(host)\n\n").origin?.description == origin)
  }

  @Test(
    "CVE-2020-5260, CVE-2024-52006: what ends a line for some readers alone is refused, and so is what is no line",
    arguments: [
      "protocol=https\nhost=github.com\u{0}.evil.example\n", "protocol=https\r\nhost=github.com\r\n",
      "protocol=https\nhost=evil.example\rgithub.com\n", "username=a\u{0}b\n", "https://github.com\n",
      "path=" + String(repeating: "x", count: 65_536),
    ])
  func refused(text: String) throws {
    #expect(try refusal { try read(text) } == .invalidValue)
  }

  @Test("bytes that are not UTF-8 are refused")
  func notUTF8() throws {
    #expect(try refusal { try GitCredentialRequest(reading: Array("host=".utf8) + [0xFF, 0x0A]) } == .invalidValue)
  }

  @Test("the answer is user name, token and end; without an end it has none")
  func password() throws {
    let request = try read("protocol=https\nhost=github.com\ncapability[]=authtype\nwwwauth[]=Basic realm=\"GitHub\"\n")
    #expect(
      try GitCredentialAnswer(login, to: request).exposedText
        == "username=x-access-token\npassword=canary-token\npassword_expiry_utc=2000")
    let lasting = TokenLogin(user: "oauth2", token: Secret("canary-token"), account: "gitlab")
    #expect(try GitCredentialAnswer(lasting, to: request).exposedText == "username=oauth2\npassword=canary-token")
  }

  @Test("RFC 6750 §2.1: the token goes as it is where git can send it so and the server asks for it, and else never")
  func bearer() throws {
    let question = "protocol=https\nhost=git.example\n"
    let both = try read(question + "capability[]=authtype\ncapability[]=state\nwwwauth[]=bearer realm=\"x\"\n")
    #expect(both.wantsBearer)
    #expect(
      try GitCredentialAnswer(login, to: both).exposedText
        == "capability[]=authtype\nauthtype=Bearer\ncredential=canary-token\nephemeral=1\npassword_expiry_utc=2000")
    #expect(try !read(question + "wwwauth[]=Bearer\n").wantsBearer)
    #expect(try !read(question + "capability[]=authtype\nwwwauth[]=Basic realm=\"Bearer\"\n").wantsBearer)
    // An empty value clears the list.
    #expect(try !read(question + "capability[]=authtype\ncapability[]=\nwwwauth[]=Bearer\n").wantsBearer)
    // What git used before can be either.
    #expect(try read(question + "authtype=Bearer\ncredential=canary-2\n").used == Secret("canary-2"))
  }

  @Test(
    "a token with a control character is not given", arguments: ["a\nhost=evil.example", "a\r", "a\u{0}", "a\u{7F}"])
  func unfit(token: String) throws {
    let bad = TokenLogin(user: "oauth2", token: Secret(token), account: "x")
    let request = try read("protocol=https\nhost=github.com\n")
    #expect(try refusal { try GitCredentialAnswer(bad, to: request) } == .unsupported)
  }

  @Test("a user name that git asks for is that of the login, of the account, or of the user at the provider")
  func user() {
    for name in ["x-access-token", "github/ada", "ada", nil] { #expect(login.answers(to: name)) }
    for name in ["bob", "", "Ada"] { #expect(!login.answers(to: name)) }
  }
}

@Suite("A token as a password")
struct TokenLoginTests {
  @Test("what the agent writes is read again, and something else is not")
  func json() throws {
    for end in [nil, Instant(secondsSinceEpoch: 7)] {
      let login = TokenLogin(user: "oauth2", token: Secret("canary"), expiresAt: end, account: "a", handle: "ada")
      #expect(TokenLogin(exposedJSON: login.exposedJSON) == login)
    }
    #expect(TokenLogin(exposedJSON: ["user": "oauth2"]) == nil)
  }

  @Test("it may go to the API, to the servers that see the tokens anyway, and to what the user allowed; nowhere else")
  func origins() throws {
    var stored = try StoredCredential.sample()
    stored.allowedOrigins = [try Origin("https://git.example:8443")]
    func mayGo(to origin: String) throws -> Bool {
      stored.mayLogIn(at: try Origin(origin), by: Registration(of: stored))
    }
    for origin in ["https://api.shop.example", "https://shop.example", "https://git.example:8443"] {
      #expect(try mayGo(to: origin))
    }
    for origin in [
      "https://evil.example", "https://git.example", "http://shop.example", "https://shop.example:444",
      "https://x.shop.example", "https://shop.example.evil.example",
    ] {
      #expect(try !mayGo(to: origin))
    }
    // An entry that was changed since adds no server.
    var today = Registration(of: stored)
    today.provider = try Provider(
      entry: """
        {"name":"shop","title":"Shop","protocol":"oauth2","token_endpoint":"https://evil.example/token"}
        """)
    #expect(try !stored.mayLogIn(at: Origin("https://evil.example"), by: today))
  }

  @Test("an account that is signed out logs in nowhere, and an issuer's word makes no server one of its own")
  func nowhere() throws {
    let (api, tokenEndpoint) = (try Origin("https://api.shop.example"), try Origin("https://shop.example"))
    var stored = try StoredCredential.sample()
    #expect(stored.mayLogIn(at: tokenEndpoint, by: Registration(of: stored)))
    var issuer = stored
    issuer.account = Account(provider: "https://shop.example", client: "x", subject: "1")
    #expect(!issuer.mayLogIn(at: tokenEndpoint, by: Registration(of: issuer)))
    #expect(issuer.mayLogIn(at: api, by: Registration(of: issuer)))
    stored.pendingRevocations = [PendingRevocation(of: stored.credential, since: stored.obtainedAt)]
    #expect(!stored.mayLogIn(at: api, by: Registration(of: stored)))
  }

  @Test("GitHub, GitLab and Bitbucket have git where the token endpoint is, and name the user next to a token")
  func builtIn() throws {
    let gitlab = try Provider.gitlab.usual()
    let servers = [
      (Provider.github, "https://github.com", "x-access-token"), (gitlab, "https://gitlab.com", "oauth2"),
      (.bitbucket, "https://bitbucket.org", "x-token-auth"),
    ]
    for (provider, origin, user) in servers {
      var stored = try StoredCredential.sample()
      stored.provider = provider
      #expect(stored.mayLogIn(at: try Origin(origin), by: Registration(of: stored)))
      #expect(try TokenLogin(stored, at: provider, named: "x").user == user)
    }
  }

  @Test("RFC 9449 §7.1: a token that is bound to a key is no password")
  func bound() throws {
    var stored = try StoredCredential.sample()
    stored.credential = .oauth2(.init(accessToken: Secret("canary"), tokenType: "DPoP"))
    #expect(try refusal { try TokenLogin(stored, at: stored.provider, named: "shop") } == .unsupported)
  }
}
