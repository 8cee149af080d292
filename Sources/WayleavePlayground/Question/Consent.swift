/// Who allowed which application.
struct Consent: Hashable, Sendable {
  let client: String
  let person: Int64
}
