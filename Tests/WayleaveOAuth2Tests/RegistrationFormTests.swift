import HTTPTypes
import Testing
import WayleaveWire

@testable import WayleaveOAuth2

@Suite("docs.joinmastodon.org, apps API methods: a registration by a form")
struct RegistrationFormTests {
  private static let endpoint = "https://social.example/api/v1/apps"

  @Test("the form has the name, each redirect URI in a line of its own, and the scopes; nothing else")
  func request() throws {
    let metadata = ClientMetadata(
      redirectURIs: [
        try RedirectURI("http://127.0.0.1:5555/callback"), try RedirectURI("http://127.0.0.1/callback"),
      ], authentication: .post, name: "Wayleave", scopes: ["read:accounts", "write"])
    let request = try ClientRegistrationRequest(metadata).formRequest(to: Endpoint(Self.endpoint))
    #expect(request.head.method == .post && request.url == Self.endpoint)
    #expect(request.head.headerFields[.contentType] == "application/x-www-form-urlencoded")
    let form = try request.bodyForm
    #expect(form.fields.count == 3)
    #expect(try form.text(of: "client_name") == "Wayleave")
    #expect(
      try form.text(of: "redirect_uris") == "http://127.0.0.1:5555/callback\nhttp://127.0.0.1/callback")
    #expect(try form.text(of: "scopes") == "read:accounts write")
  }

  @Test("an answer of Mastodon is read: status 200, the URIs as one text or as a list, and no expiry before 4.3")
  func answer() throws {
    let uri = try RedirectURI("http://127.0.0.1/callback")
    let asked = ClientMetadata(redirectURIs: [uri], authentication: .post, name: "Wayleave", scopes: ["read:accounts"])
    let old: JSON = [
      "id": "1", "name": "Wayleave", "website": .null, "redirect_uri": "http://127.0.0.1/callback",
      "client_id": "abc", "client_secret": "canary-secret", "vapid_key": "k",
    ]
    let new: JSON = [
      "id": "1", "name": "Wayleave", "website": .null, "scopes": ["read:accounts"],
      "redirect_uri": "http://127.0.0.1/callback", "redirect_uris": ["http://127.0.0.1/callback"],
      "client_id": "abc", "client_secret": "canary-secret", "client_secret_expires_at": 0,
    ]
    for json in [old, new] {
      let response = try ClientRegistrationResponse(
        reading: ResponseMessage(.ok, json: json), from: Endpoint(Self.endpoint), answering: asked)
      #expect(response.clientID == "abc" && response.secret != nil && response.secretExpiresAt == nil)
      #expect(response.metadata.redirectURIs == [uri] && response.metadata.authentication == nil)
    }
  }
}
