import HTTPTypes
import WayleaveWire

/// Why a request reaches no tenant.
enum Misdirection: Error {
  /// The port of the playground is not known yet.
  case notOpen
  /// The request names another host, or another port.
  case elsewhere(String)
  /// There is no room for another tenant.
  case tooMany

  var response: ResponseMessage {
    var response: ResponseMessage =
      switch self {
      case .notOpen: .text(.misdirectedRequest, "The playground is not open yet.\n")
      case .elsewhere(let origin):
        .text(
          .misdirectedRequest,
          "The playground is at \(origin)/ and nowhere else. Use that URL: another name of this machine, such as localhost, "
            + "does not work.\n")
      case .tooMany:
        .text(.serviceUnavailable, "This playground has \(Tenants.maximum) tenants already. Use one of them.\n")
      }
    response.head.headerFields[.cacheControl] = "no-store"
    response.head.headerFields[.xContentTypeOptions] = "nosniff"
    return response
  }
}
