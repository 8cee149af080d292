import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Zoho, in one of its data centres.
  ///
  /// https://www.zoho.com/accounts/protocol/oauth.html, "Multi DC support". A callback names the user's data centre as
  /// `accounts-server`, whose token endpoint no entry can choose: the user says where the account is. A token answer
  /// may hold an error with status 200.
  public static let zoho = ProviderTemplate(
    "zoho", "Zoho",
    ProviderVariable(
      "region", .words(["com", "eu", "in", "com.au", "jp", "ca", "com.cn"]),
      "the end of your Zoho address: com, eu, in, com.au, jp, ca or com.cn", usual: "com")
  ) { (region) throws(OAuthError) in
    // Canada alone has a domain of another name.
    let base = region == "ca" ? "https://accounts.zohocloud.ca" : "https://accounts.zoho.\(region)"
    let identity = IdentityRule(
      endpoint: try Endpoint("\(base)/oauth/user/info"), subject: "{ZUID}", name: "{Display_Name}",
      email: "{Email}")
    let revocation = try Endpoint("\(base)/oauth/v2/token/revoke")
    return try Provider(
      "zoho", "Zoho", authorization: Endpoint("\(base)/oauth/v2/auth"),
      token: Endpoint("\(base)/oauth/v2/token"),
      api: [Endpoint(base).origin, Endpoint("https://www.zohoapis.\(region)").origin],
      registration: RegistrationGuide(
        "https://api-console.zoho.com", .fixedPort, "Add a client of the kind Server-based Applications.")
    ) { provider, service in
      service[.revocation] = revocation
      service.scopes = ["AaaServer.profile.READ"]
      service.dialect.scopeSeparator = ","
      service.dialect.authorization.parameters = ["access_type": "offline", "prompt": "consent"]
      service.dialect.request.clientAuthentication = .post
      service.dialect.api.scheme = "Zoho-oauthtoken"
      service.dialect.refusals = [RefusalTable.Row("invalid_code", means: .grantGone)]
      provider.identity = identity
    }
  }
}
