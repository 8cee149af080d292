import WayleaveWire

extension Provider {
  /// Globus: the sign-in of research institutions and their data.
  ///
  /// https://docs.globus.org/api/auth.
  public static let globus = Provider(
    "globus", "Globus", issuer: "https://auth.globus.org",
    registration: RegistrationGuide(
      "https://app.globus.org/settings/developers", .fixedPort, "Register an app."))
}
