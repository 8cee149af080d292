import HTTPTypes
import WayleaveWire

extension Twitter {
  /// What Twitter says when it refuses, with its own numbers and in its own shapes.
  enum Refusal: Error, Equatable, CaseIterable {
    /// 32: consumer, signature or nonce.
    case couldNotAuthenticate
    /// 34.
    case pageDoesNotExist
    /// 64: the account of the token.
    case accountSuspended
    /// 87, which came as XML.
    case notPermitted
    /// 89: the token is unknown, or was given back.
    case badToken
    /// 130: as many as may be have begun reverse auth.
    case overCapacity
    /// 135.
    case timestampOutOfBounds
    /// 215: not signed at all, or not in a way that can be read.
    case badAuthenticationData
    /// 415: the callback is not registered.
    case callbackNotApproved
    /// Consumer, signature, nonce or temporary token, at `/oauth/…`: a bare sentence.
    case signatureOrToken
    /// The verifier, at `/oauth/access_token`: a bare sentence.
    case badVerifier
    /// The parameters of reverse auth, at `/oauth/access_token`: a bare sentence.
    case badReverseAuth

    /// The refusal of a signed request, by the API or at `/oauth/…`.
    init(_ refusal: OAuth1Refusal, ofAPI: Bool) {
      self =
        switch refusal {
        case .unreadable, .parameter: .badAuthenticationData
        case .timestamp: .timestampOutOfBounds
        case .callback: .callbackNotApproved
        case .verifier: .badVerifier
        case .noToken: ofAPI ? .badAuthenticationData : .signatureOrToken
        case .suspended: .accountSuspended
        case .token: ofAPI ? .badToken : .signatureOrToken
        case .consumer, .signature: ofAPI ? .couldNotAuthenticate : .signatureOrToken
        }
    }

    /// The answer on the wire.
    func response() -> ResponseMessage {
      switch self {
      case .notPermitted:
        .text(
          .unauthorized,
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<errors>\n  <error code=\"87\">\(sentence)</error>\n</errors>\n",
          type: "application/xml; charset=utf-8")
      case .signatureOrToken, .badVerifier, .badReverseAuth:
        .text(.unauthorized, sentence, type: "text/html; charset=utf-8")
      default: json()
      }
    }

    /// What the log says: the number, or a word where there is none.
    var reason: String {
      switch self {
      case .signatureOrToken: "signature_or_token"
      case .badVerifier: "verifier"
      case .badReverseAuth: "reverse_auth"
      default: String(code)
      }
    }

    private var code: Int64 {
      switch self {
      case .couldNotAuthenticate, .signatureOrToken, .badVerifier, .badReverseAuth: 32
      case .pageDoesNotExist: 34
      case .accountSuspended: 64
      case .notPermitted: 87
      case .badToken: 89
      case .overCapacity: 130
      case .timestampOutOfBounds: 135
      case .badAuthenticationData: 215
      case .callbackNotApproved: 415
      }
    }

    private var status: HTTPResponse.Status {
      switch self {
      case .couldNotAuthenticate, .badToken, .timestampOutOfBounds, .notPermitted, .signatureOrToken, .badVerifier,
        .badReverseAuth:
        .unauthorized
      case .pageDoesNotExist: .notFound
      case .overCapacity: .serviceUnavailable
      case .badAuthenticationData: .badRequest
      case .callbackNotApproved, .accountSuspended: .forbidden
      }
    }

    private var sentence: String {
      switch self {
      case .couldNotAuthenticate: "Could not authenticate you."
      case .pageDoesNotExist: "Sorry, that page does not exist."
      case .accountSuspended: "Your account is suspended and is not permitted to access this feature."
      case .notPermitted: "Client is not permitted to perform this action"
      case .badToken: "Invalid or expired token."
      case .overCapacity: "Over capacity"
      case .timestampOutOfBounds: "Timestamp out of bounds."
      case .badAuthenticationData: "Bad Authentication data."
      case .callbackNotApproved:
        "Callback URL not approved for this client application. "
          + "Approved callback URLs can be adjusted in your application settings"
      case .signatureOrToken: "Failed to validate oauth signature and token"
      case .badVerifier: "Error processing your OAuth request: Invalid oauth_verifier parameter"
      case .badReverseAuth: "Reverse auth credentials are invalid"
      }
    }

    private func json() -> ResponseMessage {
      let error: JSON = ["code": .number(String(code)), "message": .string(sentence)]
      var response = ResponseMessage(status, json: ["errors": [error]])
      response.head.headerFields[.contentType] = "application/json; charset=utf-8"
      return response
    }
  }
}
