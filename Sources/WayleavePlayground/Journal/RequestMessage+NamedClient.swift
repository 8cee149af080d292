import HTTPTypes
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

extension Message where Head == HTTPRequest {
  /// The client that the request names, by its client id or consumer key; nothing of it is verified.
  var namedClient: ClientID? {
    if let id = (try? Form(decoding: query ?? ""))?.values(of: "client_id").first {
      return ClientID(String(decoding: id, as: UTF8.self))
    }
    if let id = try? ClientCredentials(reading: self).id { return id }
    return (try? SignedRequest(reading: self)).map { ClientID($0.consumerKey) }
  }
}
