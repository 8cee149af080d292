import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// Why a token endpoint refuses: a word of the protocol, and a sentence for the developer.
///
/// RFC 6749 §5.2. A provider with another shape has a refusal of its own.
struct TokenRefusal: Error {
  let word: String
  let sentence: String
  var status: HTTPResponse.Status = .badRequest

  init(_ word: String, _ sentence: String, status: HTTPResponse.Status = .badRequest) {
    self.word = word
    self.sentence = sentence
    self.status = status
  }

  var response: ResponseMessage {
    ResponseMessage(status, json: ["error": .string(word), "error_description": .string(sentence)])
  }
}

extension OAuthError {
  /// The token endpoint refuses a request that can be read, by this word.
  ///
  /// RFC 6749 §5.2.
  static func refusedToken(
    _ word: String, expecting expected: String = "a request that this client may make", saying sentence: String? = nil
  ) -> OAuthError {
    OAuthError(
      .tokenRefused, rule: .rfc(6749, "5.2"), expected: expected, received: .described("another"),
      remedy: "See the error's word.", refusal: ProviderRefusal(error: word, description: sentence))
  }
}
