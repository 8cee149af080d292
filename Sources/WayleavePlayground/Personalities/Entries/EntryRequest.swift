import HTTPTypes
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// A request to an entry, with what its depth needs to know of it.
struct EntryRequest {
  let entries: Entries
  let play: EntryPlay
  /// The URL that it would have at the real provider.
  let url: AbsoluteURL
  let visit: Visit

  var context: TenantContext { entries.context }
  var method: HTTPRequest.Method { visit.request.head.method }
  var host: String { url.host ?? "" }
  /// The segments of the path.
  var segments: [Substring] { url.path.split(separator: "/") }
  /// The pairs of the body, or of the query where there is no body.
  var pairs: Form {
    method == .get || visit.request.body.isEmpty ? visit.query : (try? visit.request.bodyForm) ?? Form()
  }

  /// One pair of ``pairs``; nil where it is missing, empty or there twice.
  func pair(_ name: String) -> String? { try? pairs.nonEmptyText(of: name) }

  /// The token behind `Bearer`, or behind another scheme.
  func token(behind schemes: String...) -> Secret? {
    guard let field = visit.request.head.headerFields[.authorization] else { return nil }
    let scheme = schemes.first { field.lowercased().hasPrefix("\($0.lowercased()) ") }
    return scheme.map { Secret(String(field.dropFirst($0.count + 1))) }
  }

  /// The URL of a path of the real provider, here.
  func address(of path: String) -> String { "\(context.base)/entries/\(play.entry.name.text)/\(path)" }

  func noteRefusal(_ reason: String) {
    context.note(.refused, visit, client: play.registered(visit.request.namedClient)?.id, reason: reason)
  }
}
