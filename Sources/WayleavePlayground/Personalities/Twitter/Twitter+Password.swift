import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

/// `POST /oauth/access_token` with a name and a password: xAuth.
///
/// For applications that Twitter chose; to others it answers 87.
extension Twitter {
  func exchangePassword(_ visit: Visit) throws(Refusal) -> ResponseMessage {
    let signed = try provenConsumerRequest(visit)
    guard registeredConsumer(signed.consumerKey)?.privileges.contains(.passwords) == true else { throw .notPermitted }
    guard let asked = try? PasswordCredentialRequest(reading: signed, of: visit.request) else {
      throw .badAuthenticationData
    }
    guard let person = context.person(handle: asked.username, password: asked.password.exposedText) else {
      context.note(.wrongPassword, visit, client: ClientID(signed.consumerKey))
      throw .couldNotAuthenticate
    }
    return issueToken(for: person, to: signed.consumerKey, visit)
  }
}
