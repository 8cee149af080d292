import WayleaveWire

extension Provider {
  /// CILogon: the sign-in of universities, for research.
  ///
  /// https://www.cilogon.org/oidc.
  public static let cilogon = Provider(
    "cilogon", "CILogon", issuer: "https://cilogon.org",
    registration: RegistrationGuide(
      "https://cilogon.org/oauth2/register", .fixedPort, "CILogon reviews each registration."))
}
