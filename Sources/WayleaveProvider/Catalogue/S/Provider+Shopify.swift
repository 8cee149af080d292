import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// A shop of Shopify.
  ///
  /// https://shopify.dev, "Authenticate a standalone or API-only app". The identity is that of the shop, not of a
  /// person. Its callbacks have an HMAC of their query under the client secret, which no entry can check: `state` alone
  /// protects the sign-in.
  public static let shopify = ProviderTemplate(
    "shopify", "Shopify",
    ProviderVariable(
      "shop", .label, "the part of the shop's address before .myshopify.com", example: "acme")
  ) { (shop) throws(OAuthError) in
    let base = "https://\(shop).myshopify.com"
    let identity = IdentityRule(
      endpoint: try Endpoint("\(base)/admin/shop.json"), subject: "{shop.id}", name: "{shop.name}",
      handle: "{shop.myshopify_domain}", email: "{shop.email}")
    return try Provider(
      "shopify", "Shopify", authorization: Endpoint("\(base)/admin/oauth/authorize"),
      token: Endpoint("\(base)/admin/oauth/access_token"), api: [Endpoint(base).origin],
      registration: RegistrationGuide(
        "https://dev.shopify.com/dashboard", .fixedPort,
        "Create an app. Add the redirect URI and the scopes to its version.")
    ) { provider, service in
      service.dialect.scopeSeparator = ","
      service.dialect.request.clientAuthentication = .post
      // Tokens that end after an hour, and come with a refresh token; others never end.
      service.dialect.request.parameters = ["expiring": "1"]
      service.dialect.answer.defaultTokenType = "Bearer"
      service.dialect.api.tokenPlacement = .field("X-Shopify-Access-Token")
      provider.identity = identity
    }
  }
}
