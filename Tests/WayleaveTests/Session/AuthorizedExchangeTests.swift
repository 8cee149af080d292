import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

@Suite("A session whose credential another process holds")
struct AuthorizedExchangeTests {
  /// A place that holds the credential, and shows it on requests to one origin.
  private final class Holder: FreshCredentials, RequestAuthorizing {
    let asked = Lock<[String]>([])
    let replacements: Lock<Int>
    /// How often an answer to a credential that had just come was told.
    let noted = Lock(0)

    init(replacements: Int) { self.replacements = Lock(replacements) }

    var accountName: String { "ada" }
    var credential: Credential? { nil }

    func authorization() -> Holder { self }

    func authorization(replacing used: Holder, after answer: AuthorizedAnswer) -> Holder? {
      replacements.withLock { left in
        left -= 1
        return left >= 0 ? self : nil
      }
    }

    func note(_ answer: AuthorizedAnswer, to renewed: Holder) { noted.withLock { $0 += 1 } }

    func authorized(_ request: RequestMessage) throws(OAuthError) -> RequestMessage {
      let url = try AbsoluteURL(request.url ?? "")
      asked.withLock { $0.append(url.text) }
      guard url.authority == "api.example" else {
        throw OAuthError(
          .foreignOrigin, rule: .wayleave("a test"), expected: "", received: .nothing, remedy: "None.")
      }
      var request = request
      request.head.headerFields[.authorization] = "Bearer x"
      return request
    }

    func authorized(
      _ request: RequestMessage, after response: ResponseMessage, in attempts: inout ProofAttempts
    ) -> RequestMessage? { nil }
    func mayConcernCredential(_ response: ResponseMessage) -> Bool { response.status == 401 }
  }

  /// A network that redirects as its table says, and answers with one status elsewhere.
  private final class Network: Transport {
    let sent = Lock<[String]>([])
    let redirects: [String: String]
    let status: Int

    init(status: Int = 200, redirects: [String: String] = [:]) {
      (self.status, self.redirects) = (status, redirects)
    }

    func send(_ request: RequestMessage, within limits: ExchangeLimits) -> ResponseMessage {
      let url = request.url ?? ""
      let isAuthorized = request.head.headerFields[.authorization] != nil
      sent.withLock { $0.append(url + (isAuthorized ? " with credential" : "")) }
      guard let target = redirects[url] else { return ResponseMessage(HTTPResponse(status: .init(code: status))) }
      return ResponseMessage(HTTPResponse(status: .found, headerFields: [.location: target]))
    }
  }

  private func exchange(
    _ network: Network, _ holder: Holder
  ) async throws -> (AuthorizedAnswer, [String]) {
    let answer = try await AuthorizedExchange(by: network, with: holder)
      .answer(to: RequestMessage(.get, to: AbsoluteURL("https://api.example/1")))
    return (answer, network.sent.withLock(\.self))
  }

  @Test("each hop of a redirect is authorized where the credential may go; a foreign one ends that")
  func redirects() async throws {
    let network = Network(redirects: [
      "https://api.example/1": "https://api.example/2", "https://api.example/2": "https://other.example/3",
      "https://other.example/3": "https://api.example/4",
    ])
    let holder = Holder(replacements: 0)
    let (answer, sent) = try await exchange(network, holder)
    #expect(
      sent == [
        "https://api.example/1 with credential", "https://api.example/2 with credential", "https://other.example/3",
        "https://api.example/4",
      ])
    #expect(holder.asked.withLock(\.count) == 3)
    #expect(!answer.wasAuthorized && answer.request.url == "https://api.example/4")
  }

  @Test(
    "a refused request is sent once more, if the holder has another credential", arguments: [(0, 1), (1, 2), (9, 2)])
  func repetition(replacements: Int, count: Int) async throws {
    let holder = Holder(replacements: replacements)
    let (answer, sent) = try await exchange(Network(status: 401), holder)
    #expect(answer.response.status == 401 && sent.count == count)
    #expect(holder.noted.withLock { $0 } == count - 1)
  }
}
