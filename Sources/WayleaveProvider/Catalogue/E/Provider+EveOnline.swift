import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// EVE Online: the sign-in is for one character.
  ///
  /// https://developers.eveonline.com, "Single Sign-On (SSO)". A character can be given to another account, and its
  /// `CharacterOwnerHash` then changes, so that the subject holds both. The endpoint that says who it is counts as
  /// old: the access token is a JWT with the same facts.
  public static let eveonline = Provider(
    "eveonline", "EVE Online", authorization: "https://login.eveonline.com/v2/oauth/authorize",
    token: "https://login.eveonline.com/v2/oauth/token", api: ["https://esi.evetech.net"],
    registration: RegistrationGuide(
      "https://developers.eveonline.com/applications", .fixedPort,
      "Choose the scopes that you need. The redirect URI is called Callback URL.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://login.eveonline.com/v2/oauth/revoke")
    provider.identity = IdentityRule(
      "https://login.eveonline.com/oauth/verify", subject: "{CharacterID}:{CharacterOwnerHash}",
      name: "{CharacterName}")
  }
}
