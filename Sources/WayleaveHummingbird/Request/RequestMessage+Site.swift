import HTTPTypes
import Wayleave
import WayleaveWire

extension Message where Head == HTTPRequest {
  /// Whether a page of this origin sent the request.
  ///
  /// `Sec-Fetch-Site` decides where there is one: OWASP Cross-Site Request Forgery Prevention Cheat Sheet, "Fetch Metadata
  /// headers". A browser without it says `Origin` with each form: Fetch §3.2. A request with neither is refused.
  func isFromPage(of origin: Origin) -> Bool {
    let named = field("Origin")
    guard let site = field("Sec-Fetch-Site") else { return named == origin.description }
    // A page that asks for no referrer sends “null” for itself, too.
    return site == "same-origin" && (named == nil || named == "null" || named == origin.description)
  }

  /// Whether a person follows a link of this website, or has typed the URL; never so for what a browser fetches ahead, or
  /// for a picture of a page.
  var isOpenedHere: Bool {
    let site = field("Sec-Fetch-Site")
    guard field("Sec-Fetch-Dest").map({ $0 == "document" }) ?? true else { return false }
    return (site == "same-origin" || site == "none") && field("Sec-Purpose") == nil && field("Purpose") == nil
  }

  /// Whether the method may change something: RFC 9110 §9.2.1.
  var isUnsafe: Bool { ![.get, .head, .options, .trace].contains(head.method) }

  /// The value of a field; several are one text with commas, which equals no word.
  func field(_ name: String) -> String? { HTTPField.Name(name).flatMap { head.headerFields[$0] } }
}
