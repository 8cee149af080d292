import Foundation
import Testing
import WayleaveProgramRunning

@Suite("A name belongs to one account until logout or accounts rename", .serialized)
struct NamesTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  private func signIn(
    _ person: Person, in place: EmulatedProviders, _ options: String..., provider: String? = nil
  ) async throws -> ProgramOutcome {
    let arguments = ["login", provider ?? place.base + "/tollgate", "--client-id", "tollgate-native"] + options
    let browser = ["BROWSER": PlainBrowser.command(person.orders(.allow))]
    let outcome = try await terminal.outcome(of: terminal.start(arguments, environment: browser))
    #expect(outcome.exit == .code(0), "\(outcome.output)\(outcome.errors)")
    return outcome
  }

  /// What `status` shows: the name of each account, and its user.
  private var accounts: [String: String] {
    get async throws {
      let rows = try await terminal.wayleave("status", "--json").json()["accounts"] as? [[String: Any]] ?? []
      return Dictionary(
        uniqueKeysWithValues: rows.compactMap { row in
          (row["account"] as? String).map { ($0, row["subject"] as? String ?? "") }
        })
    }
  }

  /// Who an account is, by the provider.
  private func user(of account: String, in place: EmulatedProviders) async throws -> String {
    let reply = try await terminal.wayleave("request", place.base + "/tollgate/userinfo", "--account", account)
    #expect(reply.exit == .code(0), "\(reply.errors)")
    return reply.output
  }

  @Test("S1: signing in again renames no account: the same user under two names has two credentials")
  func sameUser() async throws {
    try await EmulatedProviders.during { place in
      let work = try await signIn(.ada, in: place, "--account", "work", "--json").json()
      #expect(work["account"] as? String == "work" && work["replaced"] is NSNull)
      let home = try await signIn(.ada, in: place, "--account", "home", "--scope", "openid")
      #expect(home.output.contains("The account is “home”.") && !home.output.contains("replaces"))
      #expect(try await accounts == ["work": Person.ada.subject, "home": Person.ada.subject])
      let tokens = [
        try await terminal.wayleave("token", "work").answer, try await terminal.wayleave("token", "home").answer,
      ]
      #expect(Set(tokens).count == 2 && !tokens.contains(""))
      // The same name again renews that account, and says so.
      let again = try await signIn(.ada, in: place, "-a", "work", "--json").json()
      let replaced = try #require(again["replaced"] as? [String: Any])
      #expect(replaced["account"] as? String == "work" && (replaced["since"] as? Int ?? 0) > 1_600_000_000)
      #expect(again["refused_name"] is NSNull)
      let third = try await signIn(.ada, in: place, "-a", "work")
      #expect(third.output.contains("this sign-in replaces that one.") && third.output.contains("(scopes: "))
      #expect(try await accounts.count == 2)
      #expect(try await terminal.wayleave("token", "home").answer == tokens[1])
    }
  }

  @Test("S1: without a name the only account keeps its name")
  func withoutName() async throws {
    try await EmulatedProviders.during { place in
      _ = try await signIn(.ada, in: place, "--account", "work")
      #expect(try await signIn(.ada, in: place, "--json").json()["account"] as? String == "work")
      #expect(try await accounts == ["work": Person.ada.subject])
    }
  }

  @Test("S2, C3: another user who signs in under a taken name is saved under a name of their own")
  func otherUser() async throws {
    try await EmulatedProviders.during { place in
      _ = try await signIn(.ada, in: place, "--account", "work")
      let token = try await terminal.wayleave("token", "work").answer
      let ravi = try await signIn(.ravi, in: place, "--account", "work")
      #expect(ravi.output.contains("“work” already belongs to another user's account."), "\(ravi.output)")
      #expect(ravi.output.contains("wayleave accounts rename"))
      let shown = try await accounts
      #expect(shown["work"] == Person.ada.subject && shown.count == 2)
      let other = try #require(shown.first { $0.key != "work" })
      #expect(other.value == Person.ravi.subject && other.key.hasPrefix("tollgate/"))
      #expect(try await terminal.wayleave("token", "work").answer == token)
      #expect(try await user(of: "work", in: place).contains("ada.fenwick@"))
      #expect(try await user(of: other.key, in: place).contains("ravi"))
      // When Ada takes another name too, “work” is still hers.
      _ = try await signIn(.ada, in: place, "--account", "home")
      #expect(try await user(of: "work", in: place).contains("ada.fenwick@"))
      #expect(try await accounts == ["work": Person.ada.subject, "home": Person.ada.subject, other.key: other.value])
      let json = try await signIn(.ravi, in: place, "--account", "work", "--json").json()
      #expect(json["refused_name"] as? String == "work" && json["account"] as? String == other.key)
      // The commands that it shows work.
      #expect(try await terminal.wayleave("accounts", "rename", "work", "mine").exit == .code(0))
      #expect(try await terminal.wayleave("accounts", "rename", other.key, "work").exit == .code(0))
      #expect(try await user(of: "work", in: place).contains("ravi"))
    }
  }

  @Test("a name of another provider, and what is no name, are refused before the browser opens")
  func refusedAtOnce() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      _ = try await signIn(.ada, in: place, "--account", "work")
      let taken = try await terminal.wayleave("login", "lane", "--account", "work")
      #expect(taken.exit == .code(64) && taken.shownCode == "configuration.name_taken", "\(taken.errors)")
      #expect(taken.errors.contains("wayleave accounts rename work NEW"))
      let none = try await terminal.wayleave("login", "lane", "--account", " ")
      #expect(none.exit == .code(64) && none.errors.contains("--account is empty"), "\(none.errors)")
    }
  }

  @Test("accounts rename: a free name at once, a taken one is exit 64, an unknown account exit 4")
  func rename() async throws {
    try await EmulatedProviders.during { place in
      _ = try await signIn(.ada, in: place)
      _ = try await signIn(.ravi, in: place, "--account", "ravi")
      let renamed = try await terminal.wayleave("accounts", "rename", "tollgate/adafenwick", "ada", "--json")
      #expect(renamed.exit == .code(0), "\(renamed.output)\(renamed.errors)")
      #expect(try renamed.json()["account"] as? String == "ada")
      let taken = try await terminal.wayleave("accounts", "rename", "ada", "ravi")
      #expect(taken.exit == .code(64) && taken.shownCode == "configuration.name_taken")
      #expect(try await terminal.wayleave("accounts", "rename", "nothing", "x").exit == .code(4))
      let misleading = try await terminal.wayleave("accounts", "rename", "ada", "github")
      #expect(misleading.errors.contains("“github” is also the name of a provider, GitHub"), "\(misleading.errors)")
      #expect(try await terminal.wayleave("accounts", "rename", "github", "ada").exit == .code(0))
      #expect(try await terminal.wayleave("accounts", "rename", "ada", " x").exit == .code(64))
      #expect(try await accounts == ["ada": Person.ada.subject, "ravi": Person.ravi.subject])
      let status = try await terminal.wayleave("status").timelessLines
      #expect(try await terminal.wayleave("accounts").timelessLines == status)
      #expect(try await terminal.wayleave("accounts", "list").timelessLines == status)
    }
  }

  @Test("S8: the account is the first word or --account, in every command; two that differ are exit 64")
  func everywhere() async throws {
    try await EmulatedProviders.during { place in
      for person in [Person.ada, .ravi] { _ = try await signIn(person, in: place, "--account", person.handle) }
      let (name, other) = (Person.ada.handle, Person.ravi.handle)
      for command in ["token", "status"] {
        let outputs = [
          try await terminal.wayleave(command, name), try await terminal.wayleave(command, "--account", name),
          try await terminal.wayleave(command, "-a", name), try await terminal.wayleave(command, name, "-a", name),
          try await terminal.wayleave(command, name, environment: ["WAYLEAVE_ACCOUNT": other]),
        ]
        #expect(Set(outputs.map(\.timelessLines)).count == 1 && outputs.allSatisfy { $0.exit == .code(0) })
      }
      let set = try await terminal.wayleave("token", environment: ["WAYLEAVE_ACCOUNT": name]).answer
      #expect(try await terminal.wayleave("token", name).answer == set)
      for command in ["token", "status", "logout"] {
        #expect(try await terminal.wayleave(command, name, "--account", other).exit == .code(64))
      }
      #expect(try await user(of: name, in: place).contains("ada.fenwick@"))
      #expect(try await terminal.wayleave("logout", "-a", other).exit == .code(0))
      #expect(try await accounts == [name: Person.ada.subject])
    }
  }

  @Test("an issuer has a short name, which login takes again; the whole URL works as before")
  func shortNames() async throws {
    try await EmulatedProviders.during { place in
      let issuer = place.base + "/tollgate"
      let login = try await signIn(.ada, in: place)
      #expect(login.output.contains("The account is “tollgate”."))
      for name in ["tollgate", issuer, "tollgate/adafenwick"] {
        #expect(try await terminal.wayleave("token", name).exit == .code(0))
      }
      let again = try await signIn(.ada, in: place, "--json", provider: "tollgate").json()
      #expect(again["provider"] as? String == issuer && again["replaced"] is [String: Any])
      // Where a secret is saved or a token is verified, another issuer could have the same short name.
      let added = try await terminal.wayleave(
        "clients", "add", "mine", "--provider", "tollgate", "--client-id", "tollgate-native")
      #expect(added.exit == .code(64) && added.shownCode == "configuration.unknown_provider")
      let verified = try await terminal.wayleave(
        "verify", "id-token", "--provider", "tollgate", "--client-id", "tollgate-native", input: "a.b.c")
      #expect(verified.exit == .code(64) && verified.shownCode == "configuration.unknown_provider")
      let unknown = try await terminal.wayleave("login", "toolgate")
      #expect(unknown.exit == .code(64) && unknown.shownCode == "configuration.unknown_provider")
      // The account's client serves again, so nothing has to be typed but its name.
      let browser = ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))]
      #expect(try await terminal.wayleave("login", "--account", "tollgate", environment: browser).exit == .code(0))
      let status = try await terminal.wayleave("status", environment: ["COLUMNS": "60"])
      #expect(status.output.hasPrefix("tollgate\n") && status.output.contains(issuer))
      #expect(status.output.contains("renews itself") && !status.output.contains("T0"))
    }
  }
}

extension ProgramOutcome {
  /// The lines of the output without the one of the time that is left, which differs from one second to the next.
  fileprivate var timelessLines: [Substring] {
    output.split(separator: "\n").filter { !$0.hasPrefix("  state") }
  }
}
