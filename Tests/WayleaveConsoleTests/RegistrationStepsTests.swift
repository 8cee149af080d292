import Testing
import WayleaveConsole
import WayleaveProvider
import WayleaveWire

@Suite("A sign-in without a client: where to register one, what to fill in, how to save it")
struct RegistrationStepsTests {
  private func steps(_ change: (inout JSON.Object) -> Void) throws -> RegistrationSteps {
    var object = JSON.Object()
    object["name"] = "shop"
    object["title"] = "Shop"
    object["protocol"] = "oauth2"
    object["token_endpoint"] = "https://shop.example/token"
    change(&object)
    return RegistrationSteps(at: try Provider(json: .object(object)))
  }

  @Test("two lines: the page with the redirect URI of our listener and the hint, and the command")
  func lines() throws {
    let steps = try steps { object in
      object["registration"] = ["page": "https://shop.example/apps", "hint": "Choose “Desktop”."]
    }
    #expect(
      steps.lines == [
        "Register one at https://shop.example/apps with redirect URI http://127.0.0.1/callback/shop. Choose “Desktop”.",
        "Then: wayleave clients add shop --provider shop --client-id ID --client-secret-file FILE",
      ])
    #expect(
      steps.json == [
        "page": "https://shop.example/apps", "hint": "Choose “Desktop”.",
        "redirect_uri": "http://127.0.0.1/callback/shop", "command": .string(steps.command), "retired": false,
      ])
  }

  @Test("a hint that names the redirect URI says it alone, and control characters of it are not shown")
  func hint() throws {
    let steps = try steps { object in
      let hint = "Take http://127.0.0.1/callback/shop\u{1B}[31m as the URL."
      object["registration"] = ["page": "https://shop.example/apps", "hint": .string(hint)]
    }
    #expect(steps.lines[0].hasPrefix("Register one at https://shop.example/apps. Take http://127.0.0.1/callback/shop"))
    #expect(!steps.lines[0].contains("\u{1B}"))
  }

  @Test("without a page the provider is named; what has ended is marked for programs")
  func bare() throws {
    let steps = try steps { $0["retired"] = true }
    #expect(steps.lines[0] == "Register an app at Shop with redirect URI http://127.0.0.1/callback/shop.")
    #expect(steps.json["page"] == .null && steps.json["retired"] == true)
  }

  @Test(
    "the command asks for what clients authenticate with there",
    arguments: [
      ("none", "--client-id ID"), ("client_secret_post", "--client-id ID --client-secret-file FILE"),
      (
        "client_secret_signed",
        "--client-id ID --client-auth client_secret_signed --key-file FILE --key-id ID --team ID"
      ),
      ("private_key_jwt", "--client-id ID --client-auth private_key_jwt --key-file FILE"),
      ("tls_client_auth", "--client-id ID --client-auth tls --certificate-file FILE --key-file FILE"),
    ])
  func credentials(method: String, end: String) throws {
    let steps = try steps { $0["dialect"] = ["client_authentication": .string(method)] }
    #expect(steps.command == "wayleave clients add shop --provider shop \(end)")
  }

  @Test("at OAuth 1.0a a key where requests are signed with one, and no redirect URI where a number is shown")
  func oauth1() throws {
    func steps(_ dialect: JSON) throws -> RegistrationSteps {
      RegistrationSteps(
        at: try Provider(json: [
          "name": "shop", "protocol": "oauth1", "temporary_credential_endpoint": "https://shop.example/1",
          "authorization_endpoint": "https://shop.example/2", "token_endpoint": "https://shop.example/3",
          "dialect": dialect,
        ]))
    }
    #expect(try steps(["signature_method": "RSA-SHA1"]).command.hasSuffix("--client-id ID --key-file FILE"))
    #expect(try steps([:]).command.hasSuffix("--client-id ID --client-secret-file FILE"))
    #expect(try steps(["callback": "oob"]).lines[0] == "Register an app at shop.")
    #expect(try steps(["callback": "oob"]).json["redirect_uri"] == .null)
  }

  @Test("an issuer has no name for the client to take")
  func issuer() throws {
    let steps = RegistrationSteps(at: try Provider(issuer: "https://op.example"))
    #expect(
      steps.command
        == "wayleave clients add NAME --provider https://op.example --client-id ID --client-secret-file FILE")
  }
}
