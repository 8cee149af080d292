import WayleaveOpenID
import WayleaveWire

/// What the `claims` of a request demand of the sign-in, not what they ask about the person.
///
/// OpenID Connect Core §5.5.1.
struct TollgateClaimsDemand {
  let claims: ClaimsRequest?

  /// Whether the person is one that the request allows: a `sub` with a value allows no other.
  func allows(_ person: PlaygroundPerson) -> Bool {
    let entries = (claims?.idToken ?? []) + (claims?.userInfo ?? [])
    return entries.filter { $0.name.hasSameBytes(as: "sub") }.allSatisfy { entry in
      let values = entry.request.allowedTexts
      return values.isEmpty || values.contains { $0.hasSameBytes(as: String(person.id)) }
    }
  }

  /// The context classes asked for, the preferred one first; empty for any.
  var contextClasses: [String] { contextClass?.request.allowedTexts ?? [] }

  /// The context class to state for a sign-in, nil when the sign-in does not meet an essential demand.
  ///
  /// §5.5.1.1: then the server "MUST treat that outcome as a failed authentication attempt".
  func contextClass(of reached: String) -> String? {
    guard let contextClass, contextClass.request.isEssential, !contextClasses.isEmpty else { return reached }
    // A password typed for this sign-in is also one typed in this browser.
    let stated = reached == TollgateOffer.password ? [reached, TollgateOffer.session] : [reached]
    return stated.first { candidate in contextClasses.contains { $0.hasSameBytes(as: candidate) } }
  }

  private var contextClass: ClaimsRequest.Entry? {
    claims?.idToken.first { $0.name.hasSameBytes(as: "acr") }
  }
}

extension ClaimsRequest.Individual {
  /// The texts of `value` and `values`.
  fileprivate var allowedTexts: [String] { ((value.map { [$0] } ?? []) + values).compactMap(\.string) }
}
