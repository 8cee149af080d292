import WayleaveWire

extension RegistrationGuide: EntrySection {
  static let common = RegistrationGuide(page: Endpoint.missing.url)

  static let fields: [EntryField<Self>] = [
    EntryField(needed: "page", \.page, .url, "the provider's page on which clients are registered"),
    EntryField("hint", \.hint, .text, "what to fill in there, in one sentence"),
  ]
}

extension NativeApp: EntrySection {
  static let common = NativeApp(authorization: Endpoint.missing.url)

  static let fields: [EntryField<Self>] = [
    EntryField(
      needed: "authorization", \.authorization, .url, "the URL that opens the app, such as `example://authorize`"),
    EntryField("install", \.install, .url, "where the app can be installed"),
  ]
}
