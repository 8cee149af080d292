import HTTPTypes
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

/// `GET /1.1/application/rate_limit_status.json`, which a consumer may ask in its own name: a request without a token.
extension Twitter {
  func rateLimit(_ signed: SignedEntryRequest) throws(Refusal) -> ResponseMessage {
    let (context, visit) = (signed.request.context, signed.request.visit)
    let limited: JSON
    if try signed.parts().token?.isEmpty ?? true {
      let client = try signed.verifiedConsumer(ofAPI: true).client.id
      context.note(.apiAnswered, visit, client: client)
      limited = ["application": .string(client.text)]
    } else {
      let (text, token) = try signed.verifiedToken()
      signed.note(.apiAnswered, token)
      limited = ["access_token": .string(text.exposedText)]
    }
    let reset = JSON(visit.realNow.secondsSinceEpoch + 900)
    let limit: JSON = ["limit": 75, "remaining": 75, "reset": reset]
    return ResponseMessage(
      .ok,
      json: [
        "rate_limit_context": limited, "resources": ["account": ["/account/verify_credentials": limit]],
      ])
  }
}
