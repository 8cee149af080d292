import HTTPTypes
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

/// One request that a tenant received, with its answer.
struct JournalEntry: Sendable {
  let request: RequestMessage
  /// The path within the tenant.
  let path: String
  let provider: PlaygroundProvider?
  let instant: Instant
  /// The faults that concern it, by their words.
  let faults: [String]
  /// The answer; nil while there is none, and where a fault drops it.
  var answer: ResponseMessage?
  /// What was noted while it was answered.
  var events: [PlaygroundEvent] = []

  /// A body above this size is left out, so that the journal has a bounded size.
  static let longestBody = 16 * 1024

  init(
    _ request: RequestMessage, at path: String, provider: PlaygroundProvider?, instant: Instant, faults: [String]
  ) {
    var request = request
    if request.body.count > Self.longestBody { request.body = [] }
    self.request = request
    self.path = path
    self.provider = provider
    self.instant = instant
    self.faults = faults
  }

  mutating func finish(with answer: ResponseMessage) {
    var answer = answer
    let isJSON = answer.contentType == ContentType.json
    if answer.body.count > Self.longestBody || !isJSON { answer.body = [] }
    self.answer = answer
  }

  /// The entry as it may be shown: a value that is not known to be public stands as its fingerprint.
  func json(number: Int) -> JSON {
    var members = JSON.Object()
    members["number"] = JSON(Int64(number))
    members["time"] = .string(instant.description)
    members["method"] = .string(request.head.method.rawValue)
    members["path"] = .string(path)
    members["provider"] = JSON(provider?.name)
    members["client"] = JSON(request.namedClient?.text)
    members["query"] = (try? Form(decoding: request.query ?? "")).map(Self.shown)
    members["headers"] = Self.shown(request.head.headerFields)
    members["form"] = (try? request.bodyForm).map(Self.shown)
    members["json"] = (try? JSON(decoding: request.body)).map(Self.shown)
    members["faults"] = JSON(faults)
    members["status"] = JSON(answer.map { Int64($0.head.status.code) })
    members["answer"] = answer.map(Self.shown)
    return .object(members)
  }

  private static func shown(_ answer: ResponseMessage) -> JSON {
    var members = JSON.Object()
    members["type"] = JSON(answer.contentType)
    members["location"] = JSON(answer.head.headerFields[.location].map(URLRedaction.redact))
    members["json"] = (try? JSON(decoding: answer.body)).map(shown)
    return .object(members)
  }

  private static func shown(_ form: Form) -> JSON {
    var members = JSON.Object()
    for field in form.fields {
      let name = DisplayText.clean(field.name, limit: 60)
      let text = String(decoding: field.value, as: UTF8.self)
      let value = JSON.string(PublicMember.contains(name, of: form) ? shown(text, named: name) : Secret(text).shown)
      // What came twice is a list.
      switch members[name] {
      case nil: members[name] = value
      case .array(let earlier)?: members[name] = .array(earlier + [value])
      case let earlier?: members[name] = .array([earlier, value])
      }
    }
    return .object(members)
  }

  private static let publicHeaders: [HTTPField.Name] =
    [
      .accept, .contentType, .contentLength, .userAgent, .origin, .ifNoneMatch, .acceptLanguage,
      .acceptEncoding,
    ] + ["MCP-Protocol-Version", "Mcp-Method"].compactMap { HTTPField.Name($0) }

  private static func shown(_ fields: HTTPFields) -> JSON {
    var members = JSON.Object()
    for field in fields {
      members[field.name.canonicalName] = .string(
        publicHeaders.contains(field.name) ? DisplayText.clean(field.value, limit: 300) : shown(secret: field))
    }
    return .object(members)
  }

  /// The fingerprint of a header field; the scheme of a credential is shown where it is a known one.
  private static func shown(secret field: HTTPField) -> String {
    let scheme = field.name == .authorization ? schemes.first { field.value.hasPrefix($0 + " ") } : nil
    return (scheme.map { $0 + " " } ?? "") + Secret(field.value).shown
  }

  private static let schemes = ["Basic", "Bearer", "DPoP", "OAuth"]

  private static func shown(_ value: JSON) -> JSON {
    switch value {
    case .object(let object):
      var members = JSON.Object()
      for member in object.members {
        members[member.name] =
          member.value.string.map { .string(shown($0, named: member.name)) } ?? shown(member.value)
      }
      return .object(members)
    case .array(let elements): return .array(elements.map(shown))
    case .string(let text): return .string(Secret(text).shown)
    default: return value
    }
  }

  private static func shown(_ text: String, named name: String) -> String {
    PublicMember.contains(name) ? DisplayText.clean(text, limit: 300) : Secret(text).shown
  }
}
