import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Adobe Acrobat Sign, once EchoSign: each region has hosts of its own, called shards.
  ///
  /// https://developer.adobe.com/acrobat-sign/docs, "Managing Oauth Tokens". Refresh tokens go to an endpoint of their
  /// own. A scope says after a colon for which users it is.
  public static let echosign = ProviderTemplate(
    "echosign", "Adobe Acrobat Sign",
    ProviderVariable(
      "shard", .label, "the second part of the host that your Acrobat Sign pages have, such as na1", example: "na1")
  ) { (shard) throws(OAuthError) in
    let api = "https://api.\(shard).adobesign.com"
    let identity = IdentityRule(
      endpoint: try Endpoint("\(api)/api/rest/v6/users/me"), subject: "{id}", name: "{firstName} {lastName}",
      email: "{email}")
    let (refresh, revocation) = (try Endpoint("\(api)/oauth/v2/refresh"), try Endpoint("\(api)/oauth/v2/revoke"))
    return Provider(
      "echosign", "Adobe Acrobat Sign",
      authorization: try Endpoint("https://secure.\(shard).adobesign.com/public/oauth/v2"),
      token: try Endpoint("\(api)/oauth/v2/token"), api: [refresh.origin],
      registration: RegistrationGuide(
        "https://secure.adobesign.com/public/login", .ownSite,
        "The page is under Account, Acrobat Sign API, API Applications.")
    ) { provider, service in
      service[.revocation] = revocation
      service.scopes = ["user_read:self"]
      service.dialect.request.clientAuthentication = .post
      service.dialect.refresh.endpoint = refresh
      provider.identity = identity
    }
  }
}
