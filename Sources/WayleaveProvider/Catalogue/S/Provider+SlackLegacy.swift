import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Slack, by classic apps and the scopes `identity.*`.
  ///
  /// https://docs.slack.dev, "oauth.access". Apps of this kind can no longer be created, but their tokens never expire:
  /// new apps use ``slackOidc``.
  public static let slackLegacy = Provider(
    "slack-legacy", "Slack (classic apps)", authorization: "https://slack.com/oauth/authorize",
    token: "https://slack.com/api/oauth.access", api: ["https://slack.com"]
  ) { provider, service in
    provider.isRetired = true
    provider.registration = RegistrationGuide(
      "https://docs.slack.dev/changelog/",
      """
      Slack takes no new classic apps since 2024, and announced their end for 25 May 2026. Use slack-oidc to sign \
      users in, or slack for the API.
      """)
    service[.revocation] = Endpoint(known: "https://slack.com/api/auth.revoke")
    service.scopes = ["identity.basic", "identity.email", "identity.avatar"]
    service.dialect.api.refusesByOK = true
    service.dialect.scopeSeparator = ","
    service.dialect.request.clientAuthentication = .post
    service.dialect.authorization.supportsPKCE = false
    service.dialect.answer.defaultTokenType = "Bearer"
    service.dialect.revocation = .post
    provider.identity = IdentityRule(
      "https://slack.com/api/users.identity", subject: "{team.id}.{user.id}", name: "{user.name}",
      email: "{user.email}", picture: "{user.image_512}")
  }
}
