import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveTestSupport
import WayleaveWire

@Suite("Reverse auth: a token for one consumer from an account that another holds")
struct ReverseAuthTests {
  private let requestToken: Endpoint
  private let accessToken: Endpoint
  private let ours: ConsumerCredential
  private let theirs: ConsumerCredential
  private let account = TokenCredential(token: Secret("1-account"), secret: Secret("as"))

  init() throws {
    requestToken = try Endpoint("https://api.twitter.com/oauth/request_token")
    accessToken = try Endpoint("https://api.twitter.com/oauth/access_token")
    ours = try ConsumerCredential(
      key: "JP3PyvG67rXRsnayOJOcQ", secret: Secret("ydC2yUbFaScbSlykO0PmrMjXFeLraSi3Q2HfTOlGxQM"))
    theirs = try ConsumerCredential(key: "system", secret: Secret("ss"))
  }

  @Test("the first step has the published base string and signature")
  func firstStep() throws {
    let stamp = Stamp(
      timestamp: Instant(secondsSinceEpoch: 1_322_697_052), nonce: "1B7D865D-9E15-4ADD-8165-EF90D7A7D3D2")
    let request = try ReverseAuthRequest().request(to: requestToken, as: ours, stamp: stamp)
    let signed = try SignedRequest(reading: request)
    #expect(
      signed.baseString.description
        == "POST&https%3A%2F%2Fapi.twitter.com%2Foauth%2Frequest_token&oauth_consumer_key%3DJP3PyvG67rXRsnayOJOcQ%26oauth_nonce%3D1B7D865D-9E15-4ADD-8165-EF90D7A7D3D2%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D1322697052%26oauth_version%3D1.0%26x_auth_mode%3Dreverse_auth"
    )
    #expect(request.head.headerFields[.authorization]?.contains("03EyxBdr6bwBAx8M0Qq0R0F8CKY%3D") == true)
    #expect(try refusal { try ReverseAuthRequest(reading: signed, of: request) } == nil)
    var other = request
    other.body = Array("x_auth_mode=client_auth".utf8)
    #expect(try refusal { try ReverseAuthRequest(reading: signed, of: other) } == .missingParameter)
  }

  @Test("the second step hands the parameters over as they came, signed by the account")
  func secondStep() throws {
    let parameters = try ReverseAuthParameters(reading: answer(Self.text), for: ours)
    #expect(parameters.response().body == Array(Self.text.utf8))
    // The two steps are in different processes: only the text travels.
    let handedOver = try ReverseAuthParameters(parameters.text)
    let stamp = Stamp(timestamp: Instant(secondsSinceEpoch: 1_700_000_000), nonce: "n")
    let request = try ReverseAuthGrant(handedOver).request(to: accessToken, as: theirs, token: account, stamp: stamp)
    let form = try request.bodyForm
    #expect(try form.text(of: "x_reverse_auth_target") == ours.key)
    #expect(try form.text(of: "x_reverse_auth_parameters") == Self.text)
    let signed = try SignedRequest(reading: request)
    #expect(try refusal { try signed.verify(consumerSecret: theirs.secret, tokenSecret: account.secret) } == nil)
    #expect(signed.token == account.token)
    #expect(try ReverseAuthGrant(reading: signed, of: request) == ReverseAuthGrant(handedOver))
  }

  @Test("parameters of another consumer, a page or a refusal are not handed over")
  func refusedAnswers() throws {
    for text in ["", "<html></html>", "OAuth a=\"b\"", Self.text.replacing("JP3PyvG67rXRsnayOJOcQ", with: "other")] {
      #expect(try refusal { try ReverseAuthParameters(reading: answer(text), for: ours) } == .unexpectedAnswer)
    }
    let refused = ResponseMessage(
      HTTPResponse(status: .unauthorized), body: Array("Reverse auth credentials are invalid".utf8))
    do throws(OAuthError) {
      _ = try ReverseAuthParameters(reading: refused, for: ours)
      Issue.record("a refusal was read as parameters")
    } catch {
      #expect(error.code == .authorizationRefused)
      #expect(error.refusal?.description == "Reverse auth credentials are invalid")
    }
  }

  @Test("a second step whose target is not that of its parameters is refused")
  func otherTarget() throws {
    let form: Form = ["x_reverse_auth_target": "other", "x_reverse_auth_parameters": Self.text]
    let request = try RequestSigner(consumer: theirs, token: account).sign(
      RequestMessage(posting: form, to: accessToken), stamp: Stamp(timestamp: Instant(secondsSinceEpoch: 1), nonce: "n")
    )
    let signed = try SignedRequest(reading: request)
    #expect(try refusal { try ReverseAuthGrant(reading: signed, of: request) } == .unexpectedAnswer)
  }

  private static let text =
    "OAuth oauth_nonce=\"xq2maKtilFhVTC1MSxVC4cQIJLd53O6w97YmrcOGSk8\", oauth_signature_method=\"HMAC-SHA1\", oauth_timestamp=\"1322697052\", oauth_consumer_key=\"JP3PyvG67rXRsnayOJOcQ\", oauth_token=\"5mgkU82W0PTA0DLgSIA5vFK6c08i8dXzrbLnX06vl38\", oauth_signature=\"aOM%2FwW2kAowAeHBRvw7faH245p0%3D\", oauth_version=\"1.0\""

  private func answer(_ text: String) -> ResponseMessage {
    ResponseMessage(HTTPResponse(status: .ok), body: Array(text.utf8))
  }
}
