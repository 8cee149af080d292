import HTTPTypes
import Testing
import WayleaveConsole
import WayleaveOAuth2
import WayleaveSignIn
import WayleaveWire

@Suite("RFC 9449 §7.1: an API that takes no bound tokens, and an account that has none")
struct PlainTokenTests {
  @Test(
    "a bound token that is refused by challenges of the scheme Bearer alone was the wrong kind of token",
    arguments: [
      ("DPoP at-1", ["Bearer realm=\"old API\""], 401, true), ("DPoP at-1", ["Bearer", "bearer realm=x"], 401, true),
      ("DPoP at-1", ["Bearer, DPoP algs=\"ES256\""], 401, false), ("DPoP at-1", ["DPoP error=\"x\""], 401, false),
      ("DPoP at-1", [], 401, false), ("DPoP at-1", ["Bearer"], 403, false), ("Bearer at-1", ["Bearer"], 401, false),
    ] as [(String, [String], Int, Bool)])
  func refused(credential: String, challenges: [String], status: Int, isWrongKind: Bool) throws {
    var sent = RequestMessage(.get, to: try AbsoluteURL("https://api.example/x"))
    sent.head.headerFields[.authorization] = credential
    var response = ResponseMessage(HTTPResponse(status: .init(code: status)))
    response.head.headerFields[values: .wwwAuthenticate] = challenges
    #expect(response.wantsPlainToken(insteadOfThatIn: sent) == isWrongKind)
  }

  @Test("a sign-in has plain tokens where all accounts that it renews have them")
  func kept() throws {
    func account(_ subject: String, named name: String? = nil, isPlain: Bool) throws -> StoredCredential {
      var stored = try StoredCredential.sample()
      stored.account = Account(provider: "shop", client: "x", subject: subject)
      stored.name = name
      stored.client.bindsTokens = !isPlain
      return stored
    }
    let (plain, bound) = (try account("1", named: "a", isPlain: true), try account("2", named: "b", isPlain: false))
    func declines(_ all: [StoredCredential], name: String? = nil, client: ClientID = "x") -> Bool {
      all.declineBinding(at: "shop", as: client, named: name)
    }
    #expect(declines([plain]) && declines([plain, bound], name: "a"))
    #expect(!declines([]) && !declines([plain, bound]) && !declines([plain, bound], name: "b"))
    #expect(!declines([plain], client: "y") && !declines([plain], name: "other"))
  }
}
