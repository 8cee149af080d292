import WayleaveWire

extension Provider {
  /// Amazon Cognito: each user pool is an issuer of its own, `cognito.eu-central-1.ab12CD34e`.
  ///
  /// https://docs.aws.amazon.com/cognito, "User pool endpoints". The ID of a pool is its region, an underscore and the
  /// value that is typed here.
  public static let cognito = ProviderTemplate(
    "cognito", "Amazon Cognito", ProviderVariable("region", .label, "the region", example: "eu-central-1"),
    ProviderVariable("pool", .segment, "the end of the ID of the user pool, after “_”", example: "ab12CD34e")
  ) { (region, pool) throws(OAuthError) in
    let issuer = try Endpoint("https://cognito-idp.\(region).amazonaws.com/\(region)_\(pool)")
    var provider = Provider(name: "cognito", title: "Amazon Cognito", service: .issuer(issuer.url))
    provider.registration = RegistrationGuide(
      "https://console.aws.amazon.com/cognito/", .localhost,
      "Add an app client to the user pool. Apart from https, it takes http://localhost alone, with a fixed port.")
    return provider
  }
}
