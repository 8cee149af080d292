import HTTPTypes
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

/// `GET /1.1/application/rate_limit_status.json`, which a consumer may ask in its own name: a request without a token.
extension Twitter {
  func rateLimit(_ visit: Visit) -> ResponseMessage {
    do throws(Refusal) {
      let limited: JSON
      if try readRequest(visit).token?.isEmpty ?? true {
        let signed = try provenConsumerRequest(visit, otherwise: .couldNotAuthenticate)
        context.note(.apiAnswered, visit, client: ClientID(signed.consumerKey))
        limited = ["application": .string(signed.consumerKey)]
      } else {
        let (token, grant) = try provenAccountRequest(visit)
        context.note(.apiAnswered, visit, client: ClientID(grant.consumerKey), person: grant.person)
        limited = ["access_token": .string(token.exposedText)]
      }
      let reset = JSON(visit.realNow.secondsSinceEpoch + 900)
      let limit: JSON = ["limit": 75, "remaining": 75, "reset": reset]
      return ResponseMessage(
        .ok,
        json: [
          "rate_limit_context": limited, "resources": ["account": ["/account/verify_credentials": limit]],
        ])
    } catch {
      return refuse(error, visit)
    }
  }
}
