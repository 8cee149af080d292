import HTTPTypes
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// Microsoft's accounts by tenant: who may sign in where, whose name stands in the tokens, and numbered errors.
///
/// https://learn.microsoft.com, "Microsoft identity platform and OpenID Connect" and "ID token claims reference".
final class Microsoft: EntryDepth {
  /// The tenant of all accounts that belong to no organization.
  static let personalTenant = "9188040d-6c67-4c5b-b112-36a304b66dad"
  /// The organization of the others, where the path of the app names no tenant.
  static let organization = "0a11ce00-5afe-4000-8000-000000000001"

  func answer(_ request: EntryRequest) -> ResponseMessage? {
    switch (request.host, request.segments.last) {
    case ("login.microsoftonline.com", "token"): return grantToken(request)
    case ("graph.microsoft.com", _): return graph(request)
    default: return nil
    }
  }

  /// The word of the path: `common`, `organizations`, `consumers`, or one tenant.
  private static func path(of play: EntryPlay) -> String { play.entry.name.templateAndValue?.value ?? "common" }

  /// The tenant of a person, as an app of this path sees it.
  static func tenant(of person: PlaygroundPerson, at play: EntryPlay) -> String {
    guard !person.hasPersonalAccount else { return personalTenant }
    return ["common", "organizations", "consumers"].contains(path(of: play)) ? organization : path(of: play)
  }

  func fault(of person: PlaygroundPerson, at play: EntryPlay) -> AuthorizationFault? {
    let path = Self.path(of: play)
    switch (person.hasPersonalAccount, path) {
    case (_, "common"), (true, "consumers"), (false, "organizations"): return nil
    case (true, Self.personalTenant): return nil
    case (false, _) where path != "consumers" && path != Self.personalTenant: return nil
    default:
      return AuthorizationFault(
        reason: "AADSTS50020",
        explanation: "The account of \(person.handle) is not one of the tenant “\(DisplayText.clean(path))”.",
        facts: [
          ("Account", [person.hasPersonalAccount ? "personal" : "of an organization"]),
          ("Tenant", [DisplayText.clean(path)]),
        ])
    }
  }

  func callbackMembers(of request: AuthorizationRequest, granted: [String]?) -> Form {
    guard granted == nil else { return ["session_state": "00000000-0000-4000-8000-0000000005e5"] }
    return ["error_subcode": "cancel", "error_description": "AADSTS65004: The user did not consent."]
  }

  /// The issuer is the tenant of the user; nothing says that an address was verified.
  func change(_ claims: inout JSON.Object, for code: EntryCode, at play: EntryPlay) {
    let tenant = Self.tenant(of: code.person, at: play)
    let issuer = EntryAddress(of: play.entry.name, in: play.playground)
      .moved(issuer: "https://login.microsoftonline.com/\(tenant)/v2.0")
    claims["iss"] = .string(issuer)
    claims["tid"] = .string(tenant)
    claims["oid"] = .string(Self.objectID(of: code.person))
    claims["preferred_username"] = .string(code.person.email)
    claims["ver"] = "2.0"
    claims["email_verified"] = nil
  }

  private static func objectID(of person: PlaygroundPerson) -> String {
    let digits = String(UInt64(bitPattern: person.id) % 1_000_000_000_000)
    return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  /// Graph's own words for a token that is no longer good.
  private func graph(_ request: EntryRequest) -> ResponseMessage {
    let answer = request.answerOfEntry
    guard answer.status == 401 else { return answer }
    var refusal = ResponseMessage(
      .unauthorized,
      json: [
        "error": [
          "code": "InvalidAuthenticationToken", "message": "The access token is not valid, or not any more.",
          "innerError": ["date": .string("\(request.visit.now)"), "request-id": .string(Self.trace(request))],
        ]
      ])
    refusal.head.headerFields[.wwwAuthenticate] =
      "Bearer realm=\"\", authorization_uri=\"\(request.address(of: "login.microsoftonline.com/common/oauth2/authorize"))\", "
      + "client_id=\"00000003-0000-0000-c000-000000000000\""
    return refusal
  }

  /// A number by which support would find the request.
  static func trace(_ request: EntryRequest) -> String {
    let digits = (0..<32).map { _ in "0123456789abcdef".randomElement(using: &request.context.random) ?? "0" }
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
  }
}
