import HTTPTypes
import WayleaveOAuth1
import WayleaveWire

/// The one request that every peer signs: four query and three form parameters, with UTF-8 in both.
struct SampleRequest {
  let message: RequestMessage
  let consumer: ConsumerCredential
  let token: TokenCredential
  let stamp = Stamp(
    timestamp: Instant(secondsSinceEpoch: 1_318_622_958), nonce: "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg")

  init() throws(OAuthError) {
    let form: Form = ["status": "Grüße, 世界 & friends! 100%", "media_ids": "123,456", "trim_user": "1"]
    message = try Self.posting(
      form,
      to:
        "https://api.example.com/1.1/statuses/update.json?include_entities=true&lang=de&q=caf%C3%A9%20cr%C3%A8me&page=2"
    )
    consumer = try ConsumerCredential(
      key: "xvz1evFS4wEEPTGEFPHBog", secret: Secret("kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw"))
    token = TokenCredential(
      token: Secret("370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb"),
      secret: Secret("LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE"))
  }

  /// The same with a form of so many parameters and no query, to see how cost grows.
  init(parameters count: Int) throws(OAuthError) {
    try self.init()
    var form = Form()
    // Spread over the alphabet, so that sorting has something to do.
    for index in 0..<count { form.append("name\(index &* 7919 % count)", "value \(index)") }
    self.init(self, message: try Self.posting(form, to: "https://api.example.com/1.1/statuses/update.json"))
  }

  private init(_ sample: SampleRequest, message: RequestMessage) {
    self.message = message
    consumer = sample.consumer
    token = sample.token
  }

  func signer(_ method: SignatureMethod) -> RequestSigner {
    RequestSigner(consumer: consumer, token: token, dialect: OAuth1Dialect(signatureMethod: method))
  }

  private static func posting(_ form: Form, to url: String) throws(OAuthError) -> RequestMessage {
    var message = RequestMessage(.post, to: try AbsoluteURL(url))
    message.head.headerFields[.contentType] = ContentType.form
    message.body = form.encodedForQuery()
    return message
  }
}
