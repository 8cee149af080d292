import WayleaveWire

extension RegistrationGuide: EntrySection {
  static let common = RegistrationGuide(page: Endpoint.missing.url)

  static let fields: [EntryField<Self>] = [
    EntryField(needed: "page", \.page, .url, "the provider's page on which clients are registered"),
    EntryField(
      "redirect_uri", \.redirectURI, .url,
      "the redirect URI that it takes for a program, or one of the user's own site where it takes nothing on this machine",
      absent: "`http://127.0.0.1/callback` at any port; in an entry of your own with `/NAME` behind it"),
    EntryField("public_client", \.isPublic, .flag, "whether a client that is registered so has no secret"),
    EntryField(
      "hint", \.hint, .text,
      "what else to fill in there, in short sentences; with `status: closed` or `ended`: "
        + "what ended, since when, and what to use instead"),
  ]
}

extension NativeApp: EntrySection {
  static let common = NativeApp(authorization: Endpoint.missing.url)

  static let fields: [EntryField<Self>] = [
    EntryField(
      needed: "authorization", \.authorization, .url, "the URL that opens the app, such as `example://authorize`"),
    EntryField("install", \.install, .url, "where the app can be installed"),
    EntryField(
      "link", \.link, .url,
      "the https URL that opens the app where the app claims it, such as `https://example.com/native/authorize`"),
    EntryField(
      "scheme", \.scheme, .text, "a scheme that every version of the app opens: with it alone, the app is too old"),
    EntryField("omits_state", \.omitsState, .flag, "whether the app answers without the `state` of the request"),
  ]
}
