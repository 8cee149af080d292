import WayleaveOpenID
import WayleaveWire

/// What Tollgate tells about a person: by scope, and by single claims that were asked for.
///
/// OpenID Connect Core §5.4 and §5.5.
enum TollgateClaims {
  /// The claims of each scope.
  static let scopes: [(scope: String, claims: [String])] = [
    ("profile", ["name", "given_name", "family_name", "preferred_username"]), ("email", ["email", "email_verified"]),
  ]
  /// The claims that a request may name.
  static let names = scopes.flatMap(\.claims)

  /// What scopes and single claims allow to tell.
  static func claims(
    about person: PlaygroundPerson, scopes allowed: [String], asked entries: [ClaimsRequest.Entry]
  ) -> JSON.Object {
    var claims = JSON.Object()
    for (scope, names) in scopes {
      let isAllowed = allowed.contains { $0.hasSameBytes(as: scope) }
      for name in names where isAllowed || entries.contains(where: { $0.name.hasSameBytes(as: name) }) {
        claims[name] = value(of: name, person)
      }
    }
    return claims
  }

  /// The claims of a request that its scopes do not allow anyway: the person is asked for each.
  static func beyondScopes(_ request: ClaimsRequest?, scopes allowed: [String]) -> [String] {
    let asked = (request?.userInfo ?? []) + (request?.idToken ?? [])
    let covered = scopes.filter { row in allowed.contains { $0.hasSameBytes(as: row.scope) } }.flatMap(\.claims)
    return names.filter { name in
      asked.contains { $0.name.hasSameBytes(as: name) } && !covered.contains { $0.hasSameBytes(as: name) }
    }
  }

  private static func value(of name: String, _ person: PlaygroundPerson) -> JSON? {
    switch name {
    case "name": .string(person.name)
    case "given_name": .string(person.firstName)
    case "family_name": .string(person.lastName)
    case "preferred_username": .string(person.handle)
    case "email": .string(person.email)
    case "email_verified": true
    default: nil
    }
  }
}
