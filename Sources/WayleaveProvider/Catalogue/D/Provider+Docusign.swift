import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Docusign: signatures on documents.
  ///
  /// https://developers.docusign.com/platform/auth/authcode. The API of each account has its own host, which UserInfo
  /// names as `base_uri`.
  public static let docusign = Provider(
    "docusign", "Docusign", authorization: "https://account.docusign.com/oauth/auth",
    token: "https://account.docusign.com/oauth/token", api: ["https://account.docusign.com"],
    registration: RegistrationGuide(
      "https://apps.docusign.com/admin/apps-and-keys",
      .fixedPort,
      """
      Under Apps and Keys, add an integration key, which is the client id. Then add a secret key and the redirect \
      URI.
      """)
  ) { provider, service in
    service.scopes = ["signature"]
    provider.apiDomains = ["docusign.net"]
    provider.identity = IdentityRule(
      "https://account.docusign.com/oauth/userinfo", subject: "{sub}", name: "{name}", email: "{email}")
  }
}
