import HTTPTypes
import Testing
import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveOAuth2
import WayleavePlayground
import WayleaveProvider
import WayleaveWire

/// A client of the entries that the playground plays.
extension TestPlayground {
  static let entryClient = "playground-client"
  static let entrySecret = "playground-secret-that-is-not-real-at-all"

  /// A playground at which the first resident allows everything at once.
  static func withEntries(_ body: @Sendable (TestPlayground) async throws -> Void) async throws {
    try await with({ $0.approval = .automatic(ada) }, body)
  }

  /// The address of a real URL without its `https://`, here.
  func address(_ entry: String, _ path: String) -> String { "\(base)/entries/\(entry)/\(path)" }

  func get(_ entry: String, _ path: String, _ fields: [String: String] = [:]) async throws -> ResponseMessage {
    try await ask(.get, entry, path, fields)
  }

  func ask(
    _ method: HTTPRequest.Method, _ entry: String, _ path: String, _ fields: [String: String] = [:], json: JSON? = nil
  ) async throws -> ResponseMessage {
    var request = RequestMessage(method, to: try AbsoluteURL(address(entry, path)))
    for (name, value) in fields { request.head.headerFields[try #require(HTTPField.Name(name))] = value }
    if let json {
      request.head.headerFields[.contentType] = "application/json"
      request.body = json.encoded()
    }
    return try await visitor.send(request)
  }

  func post(
    _ entry: String, _ path: String, _ form: Form, _ fields: [String: String] = [:]
  ) async throws -> ResponseMessage {
    var request = RequestMessage(posting: form, to: try Endpoint(address(entry, path)))
    for (name, value) in fields { request.head.headerFields[try #require(HTTPField.Name(name))] = value }
    return try await visitor.send(request)
  }

  /// The callback of an authorization request.
  func callback(_ entry: String, _ path: String, _ more: Form = Form()) async throws -> String {
    var form: Form = [
      "client_id": Self.entryClient, "redirect_uri": Self.callback, "response_type": "code", "state": "s",
    ]
    form.append(contentsOf: more)
    let query = String(decoding: form.encodedForQuery(), as: UTF8.self)
    let answer = try await visitor.open("\(address(entry, path))?\(query)", following: false)
    return try #require(answer.location, "\(answer.text)")
  }

  func entryCode(_ entry: String, _ path: String, _ more: Form = Form()) async throws -> String {
    let location = try await callback(entry, path, more)
    return try #require(try Form(decoding: AbsoluteURL(location).query ?? "").text(of: "code"))
  }

  /// A token that another app got, with its user's consent.
  func foreignToken(_ entry: String) async throws -> Secret {
    let answer = try await ask(
      .post, entry, "playground/tokens", json: ["person": .string(Self.ada.handle), "scopes": ["email"]])
    return Secret(try #require(answer.json?["access_token"]?.string))
  }

  /// Ends the tokens of the first resident.
  func end(_ entry: String, _ reason: String) async throws {
    let asked: JSON = ["person": .string(Self.ada.handle), "reason": .string(reason)]
    #expect(try await ask(.post, entry, "playground/end", json: asked).status == 204)
  }

  /// Verifies what an app hands over, as a backend does.
  func verify(_ handedOver: HandedOver, at entry: String) async throws -> VerifiedHandOver {
    let played = try #require(await running.entry(named: ProviderName(entry)))
    return try await accounts().verify(
      handedOver, of: played.provider, as: played.clients[0], seen: SeenInMemory())
  }
}

extension TestPlayground {
  static let entryBasic =
    "Basic " + Base64.standard.encodedText(Array("\(entryClient):\(entrySecret)".utf8))

  /// Signs the first resident in at an entry, with our own client.
  func signIn(to entry: String, _ accounts: Accounts, scopes: [String]? = nil) async throws -> Account {
    try await signIn(to: entry, scopes: scopes ?? [], by: accounts).account
  }
}
