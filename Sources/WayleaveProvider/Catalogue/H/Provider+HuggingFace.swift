import WayleaveWire

extension Provider {
  /// Hugging Face, by OpenID Connect.
  ///
  /// https://huggingface.co/docs, "Sign in with Hugging Face".
  public static let huggingface = Provider(
    "huggingface", "Hugging Face", issuer: "https://huggingface.co",
    registration: RegistrationGuide(
      "https://huggingface.co/settings/applications/new",
      "Give the redirect URL that you use, and tick the scopes openid, profile and email."))
}
