import WayleaveWire

extension Provider {
  /// EGI Check-in: the sign-in of the European research clouds.
  ///
  /// https://docs.egi.eu/providers/check-in/sp/.
  public static let egiCheckin = Provider(
    "egi-checkin", "EGI Check-in", issuer: "https://aai.egi.eu/auth/realms/egi",
    registration: RegistrationGuide(
      "https://aai.egi.eu/federation", .fixedPort, "Create a service that uses OpenID Connect."))
}
