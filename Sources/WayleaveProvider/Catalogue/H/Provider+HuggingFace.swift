import WayleaveWire

extension Provider {
  /// Hugging Face, by OpenID Connect.
  ///
  /// https://huggingface.co/docs, "Sign in with Hugging Face".
  public static let huggingface = Provider(
    "huggingface", "Hugging Face", issuer: "https://huggingface.co",
    registration: RegistrationGuide(
      "https://huggingface.co/settings/applications/new", .fixedPort, "Tick the scopes openid, profile and email."))
}
