import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Intuit QuickBooks: accounting, or its sandbox.
  ///
  /// https://developer.intuit.com, "Set up OAuth 2.0", "Set app redirect URIs" and the two discovery documents. The keys
  /// for development take a redirect URI at `localhost` and work at the sandbox alone; those for production need https
  /// at a public host. The API wants the scope `com.intuit.quickbooks.accounting` and the company, which only the
  /// callback names, as `realmId`.
  public static let quickbooks = ProviderTemplate(
    "quickbooks", "Intuit QuickBooks", .environment
  ) { (environment) throws(OAuthError) in
    let isSandbox = environment == "sandbox"
    let sandbox = isSandbox ? "sandbox-" : ""
    let accounts = "https://\(sandbox)accounts.platform.intuit.com"
    let identity = IdentityRule(
      endpoint: try Endpoint("\(accounts)/v1/openid_connect/userinfo"), subject: "{sub}",
      name: "{givenName} {familyName}", email: "{email}", emailVerified: "{emailVerified}")
    return try Provider(
      "quickbooks", "Intuit QuickBooks", authorization: Endpoint("https://appcenter.intuit.com/connect/oauth2"),
      token: Endpoint("https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer"),
      api: [Endpoint("https://\(sandbox)quickbooks.api.intuit.com").origin, Endpoint(accounts).origin],
      registration: RegistrationGuide(
        "https://developer.intuit.com/app/developer/dashboard", isSandbox ? .localhost : .ownSite,
        """
        Create an app. Enter the redirect URI under Settings, Redirect URIs. Keys for development work with \
        quickbooks.sandbox alone.
        """)
    ) { provider, service in
      service[.revocation] = Endpoint(known: "https://developer.api.intuit.com/v2/oauth2/tokens/revoke")
      service.scopes = ["openid", "profile", "email"]
      service.dialect.authorization.callbackMembers = ["realmId"]
      provider.identity = identity
    }
  }
}
