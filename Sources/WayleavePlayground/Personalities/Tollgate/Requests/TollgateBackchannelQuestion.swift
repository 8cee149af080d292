import WayleaveOAuth2
import WayleaveWire

/// What the person is asked in the application's name.
struct TollgateBackchannelQuestion: Sendable {
  let clientID: ClientID
  let clientName: String
  /// The person that the application named.
  let person: PlaygroundPerson
  let access: RequestedAccess
  let bindingMessage: String?
  /// Whether the password has to be typed for this very question.
  let wantsPassword: Bool
  /// `auth_req_id`.
  let requestID: Secret
  /// The secret name of the question on the page.
  let name: Secret
  /// Where and with which token the application is notified; nil for one that only polls.
  let notification: (endpoint: Endpoint, token: Secret)?
}
