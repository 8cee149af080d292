import WayleaveOAuth1
import WayleaveWire

/// `POST /oauth/access_token` with a session handle: a new token for an old one, which may have expired.
///
/// OAuth Session 1.0 Draft 1, as Yahoo and Xero had it.
extension Twitter {
  func renewToken(_ visit: Visit) throws(Refusal) -> ResponseMessage {
    let (signed, token, held) = try provenTokenRequest(visit)
    guard let session = held.grant.session, let handle = try? SessionRenewalRequest.handle(in: signed),
      handle == session.handle
    else { throw .signatureOrToken }
    // The old token ends with its renewal; a client that lost the answer must sign in again.
    issued.take(token, at: visit.now)
    return issueToken(of: held.grantID, held.grant, event: .tokenRefreshed, visit)
  }
}
