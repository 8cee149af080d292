import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// Facebook's dialog and the Graph API, with their own words.
///
/// https://developers.facebook.com, "Manually Build a Login Flow", "Permissions" and "Debug Tokens and Handle Errors".
final class Facebook: EntryDepth {
  /// What each person has taken away: the dialog asks for it again only with `auth_type=rerequest`.
  var declined: [Int64: Set<String>] = [:]

  /// The dialog ends every callback so.
  let callbackFragment: String? = "_=_"

  func answer(_ request: EntryRequest) -> ResponseMessage? {
    guard request.host == "graph.facebook.com" else { return nil }
    var path = request.segments
    // A path without a version is that of the oldest one.
    if let version = path.first, version.first == "v", version.dropFirst().first?.isNumber ?? false {
      path.removeFirst()
    }
    switch path {
    case ["oauth", "access_token"]: return grantToken(request)
    case ["debug_token"]: return debugToken(request)
    default: return node(path, request)
    }
  }

  func scopes(for request: AuthorizationRequest, of person: PlaygroundPerson) -> [String] {
    if (try? request.additional.text(of: "auth_type")) == "rerequest" {
      declined[person.id]?.subtract(request.scopes)
    }
    return request.scopes.filter { !(declined[person.id]?.contains($0) ?? false) }
  }

  func callbackMembers(of request: AuthorizationRequest, granted: [String]?) -> Form {
    guard let granted else {
      return ["error_code": "200", "error_description": "Permissions error", "error_reason": "user_denied"]
    }
    guard (try? request.additional.text(of: "return_scopes")) == "true" else { return Form() }
    return [
      "granted_scopes": granted.joined(separator: ","),
      "denied_scopes": request.scopes.filter { !granted.contains($0) }.joined(separator: ","),
    ]
  }
}
