import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Allegro, the market of Poland and its neighbours.
  ///
  /// https://developer.allegro.pl, "Authentication and authorization". The API wants a media type of its own in
  /// `Accept`, which a request for the identity cannot say: the user stays unknown.
  public static let allegro = Provider(
    "allegro", "Allegro", authorization: "https://allegro.pl/auth/oauth/authorize",
    token: "https://allegro.pl/auth/oauth/token", api: ["https://api.allegro.pl"],
    registration: RegistrationGuide(
      "https://apps.developer.allegro.pl/new", .fixedPort, "Choose an app that uses a browser.")
  ) { _, service in
    service[.deviceAuthorization] = Endpoint(known: "https://allegro.pl/auth/oauth/device")
    service.dialect.api.headers = ["Accept": "application/vnd.allegro.public.v1+json"]
  }
}
