import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

/// `POST /oauth/access_token` with a name and a password: xAuth.
///
/// For applications that Twitter chose; to others it answers 87.
extension Emulator {
  func exchangeTwitterPassword(_ visit: Visit) throws(TwitterRefusal) -> ResponseMessage {
    let signed = try provenConsumerRequest(visit)
    guard twitterConsumer(signed.consumerKey)?.privileges.contains(.passwords) == true else { throw .notPermitted }
    guard let asked = try? PasswordCredentialRequest(reading: signed, of: visit.request) else {
      throw .badAuthenticationData
    }
    guard let person = person(handle: asked.username, password: asked.password.exposedText) else {
      note(.wrongPassword, visit, client: ClientID(signed.consumerKey))
      throw .couldNotAuthenticate
    }
    return try issueTwitterToken(for: person, to: signed.consumerKey, visit)
  }
}
