import HTTPTypes
import WayleaveWire

extension Fault {
  /// When a pause begins.
  public enum Step: String, Sendable, CaseIterable {
    /// The request has arrived. Nothing was done with it, so no token is spent.
    case beforeRequest = "pause-before-request"
    /// The request was handled, so its code or refresh token is spent. No byte of the answer is written.
    case beforeAnswer = "pause-before-answer"
    /// The header and the first half of the body are written.
    case inBody = "pause-in-body"
  }

  /// What is wrong with an ID token.
  public enum IDTokenFlaw: String, Sendable, CaseIterable {
    /// It repeats another nonce.
    case nonce = "wrong-nonce"
    /// It is for another client.
    case audience = "wrong-aud"
    /// It names another issuer.
    case issuer = "wrong-iss"
    /// It names a key that is not published.
    case keyID = "wrong-kid"
    /// It is signed by PS256, which the server does not offer.
    case algorithm = "wrong-alg"
    /// Its signature is not right.
    case signature = "wrong-signature"
  }

  /// How it goes wrong.
  public enum Effect: Sendable, Equatable {
    /// Nothing happens for so long, then it goes on.
    case pause(Step, Duration)
    /// The connection ends after so many bytes of the body; the header promised all of them.
    case cutOff(afterBytes: Int)
    /// The request is answered with 503 and `Retry-After`, and nothing is done with it.
    ///
    /// RFC 7009 §2.2.1: a client must assume that the token still exists.
    case unavailable(retryAfter: Duration)
    /// The request is answered with 429 and `Retry-After`, and nothing is done with it.
    ///
    /// RFC 6585 §4.
    case tooManyRequests(retryAfter: Duration)
    /// The request is answered with this status, and nothing is done with it.
    case status(Int)
    /// The request is answered with 400 and this error, such as `slow_down`, and nothing is done with it.
    ///
    /// RFC 6749 §5.2.
    case error(String)
    /// The same with the status 200, as some providers have it.
    case errorInSuccess(String)
    /// The connection ends before anything is done with the request.
    case dropRequest
    /// The request is handled, and the connection ends without a byte of the answer.
    case dropAnswer
    /// The body comes byte by byte, each after so long.
    case trickle(Duration)
    /// The answer has this `Content-Type`.
    case contentType(String)
    /// What is an object of JSON comes as a form.
    case formForJSON
    /// The answer says that its access token ends after so long; the token itself is as good as ever.
    case expiresIn(Duration)
    /// The provider's clock is wrong by so much, for this request: in `Date`, in ID tokens, and in what it accepts.
    case skewedClock(Duration)
    /// The ID token has a flaw.
    case idToken(IDTokenFlaw)
    /// The keys of ID tokens are replaced before the request is handled; the ones before stay published.
    case rotateKeys
    /// The refresh token counts as used before, so its whole grant ends.
    ///
    /// RFC 9700 §4.14.2.
    case refreshReuse
    /// Every token of an entry ends before the request is handled, for this reason, such as `password-changed`.
    case endTokens(String)
    /// The person says no, without being asked.
    case deny
    /// The playground itself calls the callback first, so that the application gets it twice.
    ///
    /// Only callbacks on this machine, by http.
    case callbackTwice
    /// This parameter of the callback has another value.
    case callbackAltered(String)
    /// This parameter of the callback is left out, such as `state`.
    case callbackWithout(String)
    /// The callback has these pairs in the place of its code, verifier or error, such as `error_code=901` or `denied=1`.
    case callbackAnswer(String)
    /// Tollgate does as some real servers do.
    case way(Way)
  }
}

extension Fault.Effect {
  /// The word for it, in a rule and in the log.
  var word: String {
    switch self {
    case .pause(let step, _): step.rawValue
    case .cutOff: "cut-off"
    case .unavailable: "unavailable"
    case .tooManyRequests: "too-many-requests"
    case .status: "status"
    case .error: "error"
    case .errorInSuccess: "error-in-200"
    case .dropRequest: "drop-request"
    case .dropAnswer: "drop-answer"
    case .trickle: "trickle"
    case .contentType: "content-type"
    case .formForJSON: "form-for-json"
    case .expiresIn: "expires-in"
    case .skewedClock: "skewed-clock"
    case .idToken(let flaw): flaw.rawValue
    case .rotateKeys: "rotate-keys"
    case .refreshReuse: "refresh-reuse"
    case .endTokens: "end-tokens"
    case .deny: "deny"
    case .callbackTwice: "callback-twice"
    case .callbackAltered: "callback-altered"
    case .callbackWithout: "callback-without"
    case .callbackAnswer: "callback-answer"
    case .way: "way"
    }
  }

  /// The value behind the word; nil where there is none.
  var value: JSON? {
    switch self {
    case .pause(_, let time), .trickle(let time): JSON(time.wholeMilliseconds)
    case .unavailable(let time), .tooManyRequests(let time), .expiresIn(let time), .skewedClock(let time):
      JSON(time.wholeSeconds)
    case .cutOff(let number), .status(let number): JSON(Int64(number))
    case .error(let text), .errorInSuccess(let text), .contentType(let text), .callbackAltered(let text),
      .endTokens(let text), .callbackWithout(let text), .callbackAnswer(let text):
      .string(text)
    case .way(let way): .string(way.rawValue)
    default: nil
    }
  }

  /// The effect as it is written.
  var text: String { value.map { "\(word)=\($0.string ?? $0.encodedText())" } ?? word }

  /// Whether the effect is on the callback, which may come many requests later.
  var isOnCallback: Bool {
    switch self {
    case .callbackTwice, .callbackAltered, .callbackWithout, .callbackAnswer: true
    default: false
    }
  }
}
