import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// What goes wrong with the way back to the application.
struct CallbackFault {
  let effects: [Fault.Effect]
  let notifier: @Sendable (RequestMessage) async -> Void

  /// The redirect with the parameters that are altered; an answer that is no redirect stays.
  func apply(to answer: ResponseMessage) -> ResponseMessage {
    guard !effects.isEmpty, let location = answer.head.headerFields[.location] else { return answer }
    var answer = answer
    var changed = location
    for case .callbackAltered(let name) in effects { changed = Self.altering(name, in: changed) }
    answer.head.headerFields[.location] = changed
    if effects.contains(.callbackTwice), let url = try? AbsoluteURL(changed), url.isLoopback, url.scheme == "http" {
      Task { [notifier] in await notifier(RequestMessage(.get, to: url)) }
    }
    return answer
  }

  private static func altering(_ name: String, in location: String) -> String {
    guard let mark = location.utf8.firstIndex(of: UInt8(ascii: "?")),
      let form = try? Form(decoding: String(location[location.utf8.index(after: mark)...]))
    else { return location }
    let fields = form.fields.map { field in
      field.name.elementsEqual(name.utf8)
        ? Form.Field(name: field.name, value: Array("altered".utf8) + field.value) : field
    }
    var altered = Form()
    for field in fields { altered.append(field) }
    return location[..<mark] + "?" + String(decoding: altered.encodedForQuery(), as: UTF8.self)
  }
}
