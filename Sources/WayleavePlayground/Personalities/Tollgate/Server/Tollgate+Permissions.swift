import WayleaveOAuth2
import WayleaveWire

/// What the consent page says that an application will be able to do.
extension Tollgate {
  static func permissions(_ authorization: TollgateAuthorization) -> [String] {
    permissions(authorization.access) + authorization.claimsBeyondScopes.map { "See this about you: \($0)" }
  }

  static func permissions(_ access: RequestedAccess) -> [String] {
    let scopes = (TollgateOffer.scopes + TollgateOffer.pdsScopes).filter { scope in
      access.scopes.contains { $0.hasSameBytes(as: scope.name) }
    }
    let details = access.details?.objects.map {
      "This: \(DisplayText.clean(JSON.object($0).encodedText(), limit: 200))"
    }
    return (scopes.isEmpty ? ["Nothing but know that you allowed it"] : scopes.map(\.meaning)) + (details ?? [])
  }
}
