import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// ORCID, the register of researchers.
  ///
  /// https://info.orcid.org, "Get an authenticated ORCID iD". The scopes `profile` and `email` of OpenID Connect do
  /// not exist, so that it is not found by its metadata. The subject is the ORCID iD. It gives no email address here.
  public static let orcid = Provider(
    "orcid", "ORCID", authorization: "https://orcid.org/oauth/authorize", token: "https://orcid.org/oauth/token",
    api: ["https://orcid.org", "https://pub.orcid.org"],
    registration: RegistrationGuide(
      "https://orcid.org/developer-tools", .ownSite, "Register for the public API.")
  ) { provider, service in
    service.issuer = "https://orcid.org"
    service[.keySet] = Endpoint(known: "https://orcid.org/oauth/jwks")
    service[.revocation] = Endpoint(known: "https://orcid.org/oauth/revoke")
    service.scopes = ["openid"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://orcid.org/oauth/userinfo", subject: "{sub}", name: "{given_name} {family_name}")
  }
}
