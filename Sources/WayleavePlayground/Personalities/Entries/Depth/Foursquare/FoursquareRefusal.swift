import HTTPTypes

extension Foursquare {
  /// What Foursquare's API says when it refuses: the first three sentences are the real ones.
  enum Refusal: Error, Equatable {
    case missingCredentials
    case badToken
    case missingVersion
    case badVersion
    case unknownEndpoint

    var status: HTTPResponse.Status {
      switch self {
      case .missingCredentials, .badVersion: .badRequest
      case .badToken: .unauthorized
      case .missingVersion: .gone
      case .unknownEndpoint: .notFound
      }
    }

    var errorType: String {
      switch self {
      case .missingCredentials, .badToken: "invalid_auth"
      case .missingVersion, .badVersion: "param_error"
      case .unknownEndpoint: "endpoint_error"
      }
    }

    var detail: String {
      switch self {
      case .missingCredentials:
        "Missing access credentials. "
          + "See https://developer.foursquare.com/docs/api/configuration/authentication for details."
      case .badToken: "OAuth token invalid or revoked."
      case .missingVersion:
        "The Foursquare API no longer supports requests that do not pass in a version parameter. "
          + "For more details see https://developer.foursquare.com/overview/versioning"
      case .badVersion: "The version parameter v must be a date of the form YYYYMMDD."
      case .unknownEndpoint: "The requested path does not exist."
      }
    }
  }
}
