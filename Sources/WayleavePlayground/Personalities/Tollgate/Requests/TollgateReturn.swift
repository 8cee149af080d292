import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

/// Where, and in which form, the answer goes back to the client.
///
/// OAuth 2.0 Form Post Response Mode §2; JWT Secured Authorization Response Mode §2.3.
struct TollgateReturn: Sendable {
  /// The ways that are offered; codes do not travel in fragments here.
  static let modes: [ResponseMode] = [.query, .formPost, .jwt, .queryJWT, .formPostJWT]

  let clientID: ClientID
  /// Who answers: RFC 9207 §2.
  let issuer: Issuer
  let redirectURI: RedirectURI
  let state: Secret?
  let mode: ResponseMode
  /// How an answer that is a JWT is signed.
  let algorithm: SignatureAlgorithm

  /// The way that a request asks for, as far as it can be read: a refusal has to get back as well.
  init(of form: Form, to redirectURI: RedirectURI, _ client: TollgateClient, from issuer: Issuer) {
    clientID = client.id
    self.issuer = issuer
    self.redirectURI = redirectURI
    // A state that came twice is no state.
    state = (try? form.nonEmptyText(of: "state")).map { Secret($0) }
    let asked = (try? form.nonEmptyText(of: "response_mode")).flatMap { ResponseMode(rawValue: $0) }
    mode = asked.flatMap { Self.modes.contains($0) ? $0 : nil } ?? .query
    algorithm = client.responseAlgorithm
  }
}
