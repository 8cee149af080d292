import HTTPTypes
import Wayleave
import WayleaveJOSE
import WayleaveResourceServer
import WayleaveWire

extension Operation {
  /// What an API does with each request; what no check can go below is `ours.floor-jwt-ES256`.
  static func resource(_ name: String) throws -> Operation? {
    name == "ours.check-ES256" ? try checkedRequest() : nil
  }

  /// A request with a token of RFC 9068, the keys of its issuer known.
  private static func checkedRequest() throws -> Operation {
    let now = Instant(secondsSinceEpoch: 1_800_000_100)
    let (issuer, api) = (try AbsoluteURL("https://as.example.com"), try AbsoluteURL("https://api.example.com/notes"))
    let token = SampleToken.accessES256
    var request = HTTPRequest(method: .get, scheme: "https", authority: "api.example.com", path: "/notes/7?page=2")
    request.headerFields[.authorization] = "Bearer \(token.text)"
    let keys = try JSONWebKeySet([token.publicKey()])
    let resource = try ProtectedResource(
      api, trusting: [TrustedIssuer(issuer, keys: .fixed(keys))], over: NoTransport(), now: { now })
    return Operation(waiting: { [request] count in
      var subject: String?
      for _ in 0..<count { subject = try await resource.check(request, scopes: ["notes.read"]).subject }
      return subject ?? ""
    })
  }
}

/// Keys that are given need no network.
private struct NoTransport: Transport {
  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    throw TransportFailure.notSent(.noRoute)
  }
}
