import WayleaveOAuth2

/// Who allowed which application.
struct Consent: Hashable, Sendable {
  let client: ClientID
  let person: Int64
}
