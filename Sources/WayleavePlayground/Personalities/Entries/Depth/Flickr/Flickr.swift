import HTTPTypes
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// Flickr's REST methods, and what it says of a request that is signed wrongly.
///
/// https://www.flickr.com/services/api, "User Authentication".
final class Flickr: EntryDepth {
  func answer(_ request: EntryRequest) -> ResponseMessage? {
    let path = request.segments
    if request.host == "api.flickr.com", path == ["services", "rest"] { return call(request) }
    if request.host == "up.flickr.com", path == ["services", "upload"] { return upload(request) }
    guard path.starts(with: ["services", "oauth"]), path.count == 3 else { return nil }
    if path[2] == "authorize" { return askForPermission(request) }
    if path[2] == "request_token", signed(request)?.parameters.contains("oauth_callback") == false {
      return problem("parameter_absent&oauth_parameters_absent=oauth_callback", request)
    }
    return explained(request)
  }

  /// Saves what the person is asked for; another word is refused.
  private func askForPermission(_ request: EntryRequest) -> ResponseMessage? {
    let permission = request.pair("perms") ?? ""
    guard Self.permissions.contains(permission) else {
      return request.entries.refuse("another permission than read, write and delete", request.visit)
    }
    request.play.temporaries.update(Secret(request.pair("oauth_token") ?? "")) { $0.scopes = [permission] }
    return nil
  }

  /// Each one includes those before it.
  static let permissions = ["read", "write", "delete"]

  func signed(_ request: EntryRequest) -> SignedRequest? { try? SignedRequest(reading: request.visit.request) }

  /// The answer of the entry; a wrong signature comes back with the text that it should have covered.
  private func explained(_ request: EntryRequest) -> ResponseMessage? {
    let answer = request.entries.answer(request.visit, at: request.url, of: request.play)
    guard answer.status == 401 else { return answer }
    guard let signed = signed(request) else {
      return problem("parameter_absent&oauth_parameters_absent=oauth_signature", request)
    }
    guard request.play.registered(ClientID(signed.consumerKey)) != nil else {
      return problem("consumer_key_unknown", request)
    }
    return problem("signature_invalid&debug_sbs=\(String(decoding: signed.baseString.bytes, as: UTF8.self))", request)
  }

  private func problem(_ text: String, _ request: EntryRequest) -> ResponseMessage {
    request.noteRefusal(String(text.prefix { $0 != "&" }))
    return .text(.unauthorized, "oauth_problem=\(text)")
  }
}
