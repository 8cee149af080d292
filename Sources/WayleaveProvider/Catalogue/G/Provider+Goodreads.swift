import WayleaveOAuth1
import WayleaveWire

extension Provider {
  /// Goodreads, by OAuth 1.0, for apps that still have a key: books.
  ///
  /// https://www.goodreads.com/api: no keys are given since 8 December 2020. It never sent a verifier. It answers in
  /// XML, which no entry can read, so that the user stays unknown.
  public static let goodreads = Provider(
    "goodreads", "Goodreads", temporary: "https://www.goodreads.com/oauth/request_token",
    authorization: "https://www.goodreads.com/oauth/authorize", token: "https://www.goodreads.com/oauth/access_token",
    api: ["https://www.goodreads.com"]
  ) { provider, service in
    service.dialect.isVerifierOptional = true
    provider.isRetired = true
    provider.registration = RegistrationGuide(
      "https://www.goodreads.com/api",
      """
      Goodreads has given no new keys since 8 December 2020, and nothing takes the place of its API. Keys that you \
      have may still work.
      """)
  }
}
