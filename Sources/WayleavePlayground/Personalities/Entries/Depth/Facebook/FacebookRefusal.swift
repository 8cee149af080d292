import HTTPTypes
import WayleaveWire

extension Facebook {
  /// What the Graph API says when it refuses.
  ///
  /// https://developers.facebook.com, "Handle Errors".
  struct Refusal: Error {
    let code: Int64
    var subcode: Int64?
    var type = "OAuthException"
    let message: String

    static let wrongSecret = Refusal(code: 1, message: "Error validating client secret.")
    static let missingClient = Refusal(code: 101, message: "Missing client_id parameter.")
    static let unknownClient = Refusal(
      code: 101, message: "Error validating application. Cannot get application info due to a system error.")
    static let malformedCode = Refusal(code: 100, message: "Invalid verification code format.")
    static let oldCode = Refusal(code: 100, subcode: 36007, message: "This authorization code has expired.")
    static let usedCode = Refusal(code: 100, subcode: 36009, message: "This authorization code has been used.")
    static let otherRedirectURI = Refusal(
      code: 100, subcode: 36008,
      message: "Error validating verification code. Please make sure your redirect_uri is identical to the one you "
        + "used in the OAuth dialog request")
    static let noToken = Refusal(
      code: 2500, message: "An active access token must be used to query information about the current user.")
    static let unknownToken = Refusal(code: 190, message: "Invalid OAuth access token - Cannot parse access token")
    static let noAppToken = Refusal(
      code: 100,
      message: "(#100) You must provide an app access token, or a user access token that is an owner or developer of "
        + "the app")
    static let noInputToken = Refusal(code: 100, message: "(#100) The parameter input_token is required.")
    static let otherApp = Refusal(
      code: 100, message: "(#100) The App_id in the input_token did not match the Viewing App")
    static let noProof = Refusal(
      code: 100, type: "GraphMethodException",
      message: "API calls from the server require an appsecret_proof argument")
    static let wrongProof = Refusal(
      code: 100, type: "GraphMethodException", message: "Invalid appsecret_proof provided in the API argument")

    static func unknownField(_ name: Substring) -> Refusal {
      Refusal(
        code: 100, message: "(#100) Tried accessing nonexisting field (\(DisplayText.clean(String(name), limit: 40)))")
    }

    static func unknownObject(_ id: Substring) -> Refusal {
      Refusal(
        code: 100, subcode: 33, type: "GraphMethodException",
        message:
          "Unsupported request. Object with ID '\(DisplayText.clean(String(id), limit: 40))' does not exist, cannot "
          + "be loaded due to missing permissions, or does not support this operation.")
    }

    /// A token that was good once.
    static func ended(_ token: EntryLedger.ShownToken, at now: Instant) -> Refusal {
      let reason: (subcode: Int64, text: String) =
        switch token.ending {
        case .appRemoved: (458, "The user has not authorized the application.")
        case .passwordChanged:
          (460, "The session has been invalidated because the user changed their password.")
        case .accountSuspended:
          (459, "You cannot access the app till you log in to www.facebook.com and follow the instructions given.")
        case .loggedOut: (467, "The session is invalid because the user logged out.")
        case .expired, nil: (463, "Session has expired on \(min(token.expiry, now)). The current time is \(now).")
        }
      return Refusal(
        code: 190, subcode: reason.subcode, message: "Error validating access token: \(reason.text)")
    }

    /// The body of an answer, or the error within the data of `debug_token`.
    var json: JSON {
      var members = JSON.Object()
      members["message"] = .string(message)
      members["code"] = JSON(code)
      members["subcode"] = subcode.map { JSON($0) }
      return .object(members)
    }

    func response(trace: String) -> ResponseMessage {
      var members = JSON.Object()
      members["message"] = .string(message)
      members["type"] = .string(type)
      members["code"] = JSON(code)
      members["error_subcode"] = subcode.map { JSON($0) }
      members["fbtrace_id"] = .string(trace)
      var response = ResponseMessage(code == 190 ? .unauthorized : .badRequest, json: ["error": .object(members)])
      response.head.headerFields[.wwwAuthenticate] =
        "OAuth \"Facebook Platform\" \"\(code == 190 ? "invalid_token" : "invalid_request")\" \"\(message)\""
      return response
    }
  }

  func refuse(_ refusal: Refusal, _ request: EntryRequest) -> ResponseMessage {
    request.noteRefusal("\(refusal.code)" + (refusal.subcode.map { "/\($0)" } ?? ""))
    return refusal.response(trace: RandomText.alphanumeric(23, using: &request.context.random))
  }
}
