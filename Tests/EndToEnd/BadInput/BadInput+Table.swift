extension BadInput {
  /// What is tried in a scene.
  static func rows(in scene: BadInputScene) -> [BadInput] {
    switch scene {
    case .fresh: commands + addresses + files + surroundings
    case .playground: signIns
    case .signedIn: accounts
    case .passphrase:
      [
        BadInput("45 wrong passphrase", ["clients"], exit: 6, ["WAYLEAVE_STORE_PASSPHRASE": "something else"]),
        BadInput("46 no passphrase", ["clients"], exit: 6),
        BadInput("46 no passphrase at login", ["login", "foursquare"], exit: 6),
      ]
    case .lostKey:
      [BadInput("47 key file lost", ["clients"], exit: 6), BadInput("47 at login", ["login", "foursquare"], exit: 6)]
    case .damaged: [BadInput("48 one damaged credential", ["status"], exit: 0)]
    case .ended:
      [
        BadInput("36 revoked elsewhere", ["token", "toll", "--force"], exit: 4),
        BadInput("36 at a request", ["request", "{I}/userinfo", "--account", "toll"], exit: 4),
      ]
    }
  }

  private static let code = "Zm9yLXlvdXItZXllcy1vbmx5"
  private static let callback = "http://127.0.0.1:49152/callback?code=\(code)&state=s"

  private static let commands = [
    BadInput("1 misspelt command", ["logn"], exit: 64),
    BadInput("1 misspelt subcommand", ["providers", "lst"], exit: 64),
    BadInput("2 -v", ["-v"], exit: 64),
    BadInput("3 help of no command", ["help", "nosuch"], exit: 64),
    BadInput("4 login of nothing", ["login"], exit: 64),
    BadInput("5 misspelt provider", ["login", "foursqare"], exit: 64),
    BadInput("5 show no provider", ["providers", "show", "nope"], exit: 64),
    BadInput("6 no client yet", ["login", "foursquare"], exit: 64),
    BadInput("24 negative time", ["login", "foursquare", "--client-id", "c", "--timeout", "-5"], exit: 64),
    BadInput("25 secret as an argument", ["login", "foursquare", "--client-secret", "hunter2"], exit: 64),
    BadInput("30 token without accounts", ["token"], exit: 4),
    BadInput("30 logout without accounts", ["logout"], exit: 4),
    BadInput("30 request without accounts", ["request", "https://example.com/"], exit: 4),
    BadInput("30 status of no account", ["status", "nope"], exit: 4),
    BadInput("33 two forms, one JSON", ["token", "--json", "--header"], exit: 64),
    BadInput("34 two forms", ["token", "--header", "--env"], exit: 64),
    BadInput("two things to hand over", ["token", "--echo", "https://a.example/", "--reverse-auth", "-"], exit: 64),
    BadInput("a form of reverse auth", ["token", "--reverse-auth", "-", "--env"], exit: 64),
    BadInput("no first half of reverse auth", ["token", "--reverse-auth", "/dev/null"], exit: 64),
    BadInput("49 variable with a wrong value", ["login", "foursquare"], exit: 64, ["WAYLEAVE_FLOW": "brwser"]),
    BadInput("50 demo without time", ["demo", "--timeout", "0"], exit: 9),
    BadInput("time that is no number", ["login", "foursquare", "--timeout", "abc"], exit: 64),
    BadInput("a key as an argument", ["inspect", "-----BEGIN EC PRIVATE KEY-----\nhunter2\n"], exit: 64),
    BadInput("misspelt subcommand with a default", ["accounts", "lst"], exit: 4),
    BadInput("no secret where one is needed", ["verify", "oauth1", "--client", "nope"], exit: 64),
    BadInput("end of a provider's name", ["login", "tollgate"], exit: 64),
    BadInput("no playground", ["login", "playground-tollgate"], exit: 3),
    BadInput("no playground, for an entry that it plays", ["login", "playground-github"], exit: 3),
    BadInput("unknown option", ["token", "--frobnicate"], exit: 64),
    BadInput("clients add without an id", ["clients", "add", "a", "--provider", "foursquare"], exit: 64),
    BadInput(
      "clients add of no name", ["clients", "add", "", "--provider", "foursquare", "--client-id", "c"], exit: 64),
    BadInput("clients remove of no client", ["clients", "remove", "nope"], exit: 64),
    BadInput("a header without a colon", ["request", "-H", "bad", "https://example.com/"], exit: 64),
    BadInput("another host than the URL's", ["request", "-H", "Host: b.example", "https://example.com/"], exit: 64),
    BadInput("verify without a provider", ["verify", "id-token", "x"], exit: 64),
    BadInput("nothing to resume", ["login", "--resume"], exit: 1),
    BadInput("playground without lifetime", ["playground", "--token-lifetime", "0"], exit: 64),
    BadInput("a negative lifetime", ["playground", "--token-lifetime", "-1"], exit: 64),
    BadInput("a callback as a provider", ["login", callback], exit: 64, hiding: [code]),
    BadInput("a callback behind --resume", ["login", "--resume", callback], exit: 64, hiding: [code]),
    BadInput("a callback for a provider", ["login", "lane", callback], exit: 64, hiding: [code]),
    BadInput("a query behind --resume", ["login", "--resume", "code=\(code)&state=s"], exit: 64, hiding: [code]),
    BadInput("a query as a provider", ["login", "code=\(code)", "--json"], exit: 64, hiding: [code]),
    BadInput("two words behind --resume", ["login", "foursquare", "--resume", code], exit: 64, hiding: [code]),
    BadInput("a word that is no flow", ["login", "foursquare", "--flow", "fax"], exit: 64),
    BadInput(
      "a redirect URI that is none", ["login", "foursquare", "--client-id", "c", "--redirect-uri", "x"], exit: 64),
    BadInput("a name with two values and no client", ["login", "keycloak.login.example.com.master"], exit: 64),
    BadInput("removal of a built-in entry", ["providers", "remove", "github"], exit: 64),
    BadInput("playground at no port", ["playground", "--port", "70000"], exit: 64),
  ]

  private static let addresses = [
    BadInput("8 issuer without https", ["login", "issuer.example.com"], exit: 64),
    BadInput("9 http", ["login", "http://example.com", "--client-id", "c"], exit: 64),
    BadInput("12 closed port", ["login", "http://127.0.0.1:9", "--client-id", "c"], exit: 3),
    BadInput(
      "13 dead proxy", ["login", "https://issuer.example", "--client-id", "c"], exit: 3,
      ["HTTPS_PROXY": "http://127.0.0.1:1"]),
  ]

  private static let files = [
    BadInput("26 no key", ["login", "foursquare", "--client-id", "c", "--key-file", "{papers}/text.txt"], exit: 64),
    BadInput("40 misspelt key", ["providers", "add", "{papers}/misspelt.yaml"], exit: 64),
    BadInput("41 bad name", ["providers", "add", "{papers}/name.yaml"], exit: 64),
    BadInput("41 bad protocol", ["providers", "add", "{papers}/protocol.yaml"], exit: 64),
    BadInput("42 http endpoint", ["providers", "add", "{papers}/http.yaml"], exit: 64),
    BadInput("43 no YAML", ["providers", "add", "{papers}/tab.yaml"], exit: 64),
    BadInput("44 a built-in name", ["providers", "add", "{papers}/twitter.yaml"], exit: 64),
    BadInput("43 aliases of aliases", ["providers", "add", "{papers}/aliases.yaml"], exit: 64),
    BadInput("43 aliases of aliases as keys", ["providers", "add", "{papers}/alias-keys.yaml"], exit: 64),
    BadInput("43 nested deeply", ["providers", "add", "{papers}/deep.yaml"], exit: 64),
    BadInput("43 10 MB", ["providers", "add", "{papers}/large.yaml"], exit: 64),
    BadInput("43 a key that stands twice", ["providers", "add", "{papers}/twice.yaml"], exit: 64),
    BadInput("43 a folder", ["providers", "add", "{papers}"], exit: 64),
    BadInput("43 a place without its end", ["providers", "add", "{papers}/template.yaml"], exit: 64),
    BadInput("43 not UTF-8", ["providers", "check", "/usr/bin/env"], exit: 64),
    BadInput("check of no file", ["providers", "check", "{papers}/nosuch.yaml"], exit: 64),
    BadInput("check of a file that no one may read", ["providers", "check", "/proc/self/mem"], exit: 64),
    BadInput("check of no entry", ["providers", "check", "foursqare"], exit: 64),
    BadInput("no such file", ["providers", "add", "{papers}/nosuch.yaml"], exit: 64),
  ]

  private static let surroundings = [
    BadInput("WAYLEAVE_HOME is a device", ["clients"], exit: 64, ["WAYLEAVE_HOME": "/dev/null"]),
    BadInput("WAYLEAVE_HOME is relative", ["clients"], exit: 64, ["WAYLEAVE_HOME": "here"]),
    BadInput("no home", ["status"], exit: 64, ["WAYLEAVE_HOME": "", "HOME": ""]),
  ]

  private static let native = ["login", "{I}", "--client-id", "tollgate-native"]
  private static let allowing = ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))]
  private static let denying = ["BROWSER": PlainBrowser.command(Person.ada.orders(.deny))]
  private static let silent = ["BROWSER": "/usr/bin/true"]

  private static let signIns = [
    BadInput("10 no issuer there", ["login", "{P}", "--client-id", "c"], exit: 5),
    BadInput("15 unknown scope", native + ["--scope", "nope"], exit: 5, silent),
    BadInput("16 unknown client", ["login", "{I}", "--client-id", "nope"], exit: 5, silent),
    BadInput("17 another way to sign in", native + ["--acr-values", "gold"], exit: 5, allowing),
    BadInput("a client of the playground", ["clients", "remove", "playground-twitter"], exit: 64),
    BadInput("18 denied", native, exit: 2, denying),
    BadInput("19 no answer in time", native + ["--timeout", "1"], exit: 9, silent),
    BadInput("20 https redirect", native + ["--redirect-uri", "https://a.example/cb"], exit: 64, silent),
    BadInput("21 oob at OAuth 2", native + ["--redirect-uri", "oob"], exit: 64, silent),
    BadInput("23 port taken", native + ["--port", "{port}"], exit: 1, silent),
    BadInput("27 details that are no JSON", native + ["--details-file", "{papers}/text.txt"], exit: 64, silent),
    BadInput("28 no certificates", native + ["--ca-file", "{papers}/text.txt"], exit: 64, silent),
    BadInput("29 the trace is there already", native + ["--trace-html", "{papers}/text.txt"], exit: 64, silent),
  ]

  private static let accounts = [
    BadInput("22 no device flow", ["login", "lane", "--flow", "device"], exit: 1),
    BadInput("7 one of several", ["token"], exit: 64),
    BadInput("one of several, at logout", ["logout"], exit: 64),
    BadInput("one of several, elsewhere", ["request", "https://example.com/"], exit: 64),
    BadInput("31 misspelt account", ["token", "tol"], exit: 4),
    BadInput("35 header of OAuth 1.0a", ["token", "stile", "--header"], exit: 1),
    BadInput("37 scope missing", ["request", "{I}/notes", "--account", "toll"], exit: 4),
    BadInput("38 foreign origin", ["request", "https://example.com/", "--account", "lane"], exit: 64),
    BadInput("39 nothing there", ["request", "{P}/nothing", "--account", "lane"], exit: 5),
    BadInput("force where nothing can refresh", ["token", "lane", "--force"], exit: 1),
    BadInput("S13 header where the query is wanted", ["token", "lane", "--header"], exit: 1),
    BadInput("name taken", ["clients", "add", "mine-at-lane", "--provider", "lane", "--client-id", "x"], exit: 64),
    BadInput("no such client", ["login", "lane", "--client", "nope"], exit: 64),
  ]
}
