import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// GitLab: gitlab.com, or a server of your own as `gitlab.git.example.com`.
  ///
  /// https://docs.gitlab.com, "OAuth 2.0 identity provider API". A token lives two hours, and each refresh token is
  /// good once.
  public static let gitlab = ProviderTemplate(
    "gitlab", "GitLab",
    ProviderVariable("host", .host, "the host of your GitLab", usual: "gitlab.com", example: "git.example.com")
  ) { (host) throws(OAuthError) in
    let site = "https://\(host)"
    var endpoints: [EndpointName: Endpoint] = [:]
    endpoints[.revocation] = try Endpoint("\(site)/oauth/revoke")
    endpoints[.introspection] = try Endpoint("\(site)/oauth/introspect")
    endpoints[.deviceAuthorization] = try Endpoint("\(site)/oauth/authorize_device")
    let identity = IdentityRule(
      endpoint: try Endpoint("\(site)/api/v4/user"), subject: "{id}", name: "{name}", handle: "{username}",
      email: "{email}", picture: "{avatar_url}")
    let guide = RegistrationGuide(
      page: try Endpoint("\(site)/-/user_settings/applications").url,
      redirectURI: RegistrationGuide.Redirect.fixedPort.url,
      hint: "Tick read_user. The client id is called Application ID.")
    return Provider(
      "gitlab", "GitLab", authorization: try Endpoint("\(site)/oauth/authorize"),
      token: try Endpoint("\(site)/oauth/token"), api: [try Endpoint(site).origin], registration: guide
    ) { provider, service in
      for (name, endpoint) in endpoints { service[name] = endpoint }
      service.scopes = ["read_user"]
      service.dialect.request.clientAuthentication = .post
      provider.identity = identity
    }
  }
}
