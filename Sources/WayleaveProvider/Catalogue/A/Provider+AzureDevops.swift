import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Azure DevOps, by its own OAuth.
  ///
  /// https://learn.microsoft.com, "Use Azure DevOps OAuth 2.0". No app can be registered since April 2025, and the
  /// service ends in 2026: new apps use ``microsoft``. The secret goes as the client's assertion, the code as the
  /// assertion of the grant, and the lifetime comes as a text.
  public static let azureDevops = Provider(
    "azure-devops", "Azure DevOps", authorization: "https://app.vssps.visualstudio.com/oauth2/authorize",
    token: "https://app.vssps.visualstudio.com/oauth2/token",
    api: ["https://app.vssps.visualstudio.com", "https://dev.azure.com"]
  ) { provider, service in
    provider.isRetired = true
    service.scopes = ["vso.profile"]
    // The value of `grant_type` is another one, under a name of our own until it is sent.
    service.dialect.parameterNames = [
      "response_type": "", "grant_type": "", "assertion_grant": "grant_type", "code": "assertion",
      "refresh_token": "assertion",
    ]
    service.dialect.authorization.parameters = ["response_type": "Assertion"]
    service.dialect.authorization.supportsPKCE = false
    service.dialect.request.clientAuthentication = .secretAssertion
    service.dialect.request.parameters = ["assertion_grant": "urn:ietf:params:oauth:grant-type:jwt-bearer"]
    service.dialect.refresh.parameters = ["assertion_grant": "refresh_token"]
    // It calls its tokens `jwt-bearer`; they are used as bearer tokens.
    service.dialect.answer.names = ["token_kind": "token_type"]
    service.dialect.answer.defaultTokenType = "Bearer"
    provider.identity = IdentityRule(
      "https://app.vssps.visualstudio.com/_apis/profile/profiles/me?api-version=6.0", subject: "{id}",
      name: "{displayName}", email: "{emailAddress}")
  }
}
