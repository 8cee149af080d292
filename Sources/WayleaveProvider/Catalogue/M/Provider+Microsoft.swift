import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire

extension Provider {
  /// Microsoft accounts, of work, school and home; `microsoft.TENANT` is for the accounts of one tenant.
  ///
  /// https://learn.microsoft.com, "OAuth 2.0 authorization code flow". Tokens are signed as the tenant of the user. The
  /// email address is what an administrator wrote: it is not verified. There is no revocation.
  public static let microsoft = ProviderTemplate(
    "microsoft", "Microsoft",
    ProviderVariable(
      "tenant", .label, "the id of a tenant, or “common”, “organizations” or “consumers”", usual: "common")
  ) { (tenant) throws(OAuthError) in
    let base = "https://login.microsoftonline.com/\(tenant)"
    let signer = signingTenant(tenant).map { "https://login.microsoftonline.com/\($0)/v2.0" }
    var endpoints: [EndpointName: Endpoint] = [:]
    endpoints[.keySet] = try Endpoint("\(base)/discovery/v2.0/keys")
    endpoints[.deviceAuthorization] = try Endpoint("\(base)/oauth2/v2.0/devicecode")
    endpoints[.endSession] = try Endpoint("\(base)/oauth2/v2.0/logout")
    return Provider(
      "microsoft", "Microsoft", authorization: try Endpoint("\(base)/oauth2/v2.0/authorize"),
      token: try Endpoint("\(base)/oauth2/v2.0/token"), api: [try Endpoint("https://graph.microsoft.com").origin],
      registration: RegistrationGuide(
        "https://entra.microsoft.com/",
        .localhostAnyPort, isPublic: true,
        """
        Add the platform “Mobile and desktop applications”. Any port is accepted, and no secret is needed. The \
        client id is called Application (client) ID.
        """)
    ) { _, service in
      service.issuer = Issuer(signer ?? "\(base)/v2.0")
      for (name, endpoint) in endpoints { service[name] = endpoint }
      service.scopes = ["openid", "profile", "email", "offline_access"]
      if signer == nil { service.idTokenRules.dialect = .microsoft }
      service.dialect.request.clientAuthentication = .post
    }
  }

  /// The tenant that signs the tokens; nil where it is that of each user.
  private static func signingTenant(_ tenant: String) -> String? {
    switch tenant {
    case "common", "organizations": nil
    // All accounts of people at home.
    case "consumers": "9188040d-6c67-4c5b-b112-36a304b66dad"
    default: tenant
    }
  }
}

extension IDTokenDialect {
  fileprivate static let microsoft = IDTokenDialect(
    issuerForm: .tenantTemplate("https://login.microsoftonline.com/{tenantid}/v2.0"))
}
