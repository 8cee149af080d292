import Hummingbird
import WayleaveAsyncHTTPClient
import WayleaveResourceServer

/// What server.md shows of a whole API.
func wholeAPI() async throws {
  // snippet: a whole API
  let notes = try ProtectedResource(
    AbsoluteURL("https://api.example.com/notes"), trusting: [TrustedIssuer(AbsoluteURL("https://login.example.com"))],
    over: AsyncHTTPClientTransport())

  let router = Router()
  router.get("notes") { request, _ in
    do throws(RefusedRequest) {
      let caller = try await notes.check(request.head, scopes: ["notes.read"])
      return "Hello, \(caller.subject ?? "program")"
    } catch { throw HTTPError(error.response.status, headers: error.response.headerFields) }
  }
  try await Application(router: router).runService()
  // end of snippet
}

/// What server.md shows of issuers that depart from RFC 9068.
func otherIssuers(secretFromYourVault: String, keycloak: AbsoluteURL, entra: AbsoluteURL) throws -> [TrustedIssuer] {
  // snippet: other issuers
  let issuers: [TrustedIssuer] = [
    TrustedIssuer(keycloak, profile: .keycloak, audiences: ["notes-api"]),
    TrustedIssuer(entra, profile: .entra, audiences: ["11111111-2222-3333-4444-555555555555"]),
    .introspecting(
      try AbsoluteURL("https://login.example.com"),
      as: try Client(id: "notes-api", secret: Secret(secretFromYourVault))),
  ]
  // end of snippet
  return issuers
}

/// What server.md shows of settings.
func settings() throws -> ProtectedResource.Settings {
  // snippet: settings of an API
  var settings = ProtectedResource.Settings()
  settings.scopes = ["notes.read", "notes.write"]
  settings.hierarchy = ["notes.write": ["notes.read"]]
  settings.addresses = [try AbsoluteURL("https://www.example.com/api")]
  // end of snippet
  return settings
}

/// What server.md shows of a route that needs a recent sign-in.
func stepUp(notes: ProtectedResource, request: Request, certificate: [UInt8]?) async throws -> Caller {
  // snippet: a demand
  let demand = AccessDemand(scopes: ["notes.delete"], maximumAge: .seconds(300))
  let caller = try await notes.check(
    request.head, certificate: certificate.map { CertificateThumbprint(ofDER: $0) }, demanding: demand)
  // end of snippet
  return caller
}
