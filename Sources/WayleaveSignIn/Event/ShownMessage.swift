import HTTPTypes
import WayleaveOAuth1
import WayleaveWire

/// What a message says, name by name, fit to be shown: what is not known to be public is shown as its fingerprint.
struct ShownMessage {
  package private(set) var fields: [Event.Field] = []
  /// Takes out what an answer may repeat, of the request and of itself, and of an address what stands in it twice.
  private let carried: SecretBlotter?

  /// The header fields that tell of a credential, the query and the body of a request.
  init(_ request: RequestMessage) {
    carried = nil
    if let authorization = request.head.headerFields[.authorization] { add(authorization: authorization) }
    for value in request.head.headerFields[values: Self.proof] { add("DPoP", Secret(value).shown) }
    if let query = request.query, let form = try? Form(decoding: query) { add(form) }
    add(body: request.body, type: request.head.headerFields[.contentType].map(ContentType.essence(of:)))
  }

  /// The header fields that ask for something, and the body of an answer, without the secrets that it may repeat.
  init(_ response: ResponseMessage, without secrets: SecretBlotter) {
    carried = secrets
    for name in [HTTPField.Name.wwwAuthenticate, .retryAfter] {
      for value in response.head.headerFields[values: name] { add(name.canonicalName, carriedRemoved(value)) }
    }
    if let location = response.head.headerFields[.location] {
      add("location", carriedRemoved(URLRedaction.redact(location)))
    }
    add(body: response.body, type: response.contentType)
  }

  /// The parameters of an address that the user is shown, or comes back by.
  init(_ url: AbsoluteURL) {
    let forms = [url.query, url.fragment].compactMap { $0.flatMap { try? Form(decoding: $0) } }
    let secrets = forms.flatMap { form in form.fields.filter { SecretNames.parameters.contains($0.name) } }
    carried = SecretBlotter(secrets.map(\.value))
    for form in forms { add(form) }
  }

  /// The most members of one message that are shown.
  private static let maximumFields = 60
  private static let proof = HTTPField.Name("DPoP").map { [$0] }?.first ?? .authorization

  private mutating func add(_ name: String, _ value: String) {
    guard fields.count < Self.maximumFields else { return }
    fields.append(
      Event.Field(name: DisplayText.clean(name, limit: 60), value: DisplayText.clean(value, limit: 300)))
  }

  private mutating func add(authorization value: String) {
    if let header = try? AuthorizationHeader(reading: value) { return add(header.parameters) }
    let scheme = value.prefix { $0 != " " }
    // Some providers take the token alone.
    guard scheme.utf8.count < value.utf8.count else { return add("authorization", Secret(value).shown) }
    add("authorization", "\(scheme) \(Secret(Array(value.utf8.dropFirst(scheme.utf8.count + 1))).shown)")
  }

  private mutating func add(body: [UInt8], type: String?) {
    guard !body.isEmpty else { return }
    if let json = try? JSON(decoding: body) {
      guard let object = json.object else { return add("body", summary(of: json)) }
      for member in object.members { add(member.name, text(of: member.value, named: member.name)) }
    } else if let form = Self.form(in: body, isForm: type == ContentType.form) {
      add(form)
    } else {
      add("body", "(\(body.count) bytes)")
    }
  }

  /// The fields of a body that is a form, whatever its type says, as OAuth 1.0a providers have it.
  private static func form(in body: [UInt8], isForm: Bool) -> Form? {
    guard let form = try? Form(decoding: body) else { return nil }
    let isPlausible = form.fields.allSatisfy { field in
      (1...40).contains(field.name.count)
        && field.name.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
    }
    return isForm || (isPlausible && body.contains(UInt8(ascii: "="))) ? form : nil
  }

  private mutating func add(_ form: Form) {
    for field in form.fields {
      let name = String(decoding: field.name, as: UTF8.self)
      let value = String(decoding: field.value, as: UTF8.self)
      add(name, PublicMember.contains(name, of: form) ? carriedRemoved(value) : Secret(field.value).shown)
    }
  }

  private func text(of value: JSON, named name: String) -> String {
    guard PublicMember.contains(name) else {
      return value.string.map { Secret($0).shown } ?? summary(of: value)
    }
    if let texts = value.array?.compactMap(\.string), texts.count == value.array?.count {
      return carriedRemoved(texts.joined(separator: ", "))
    }
    return carriedRemoved(value.string ?? String(decoding: value.encoded(), as: UTF8.self))
  }

  private func summary(of value: JSON) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number: "(a number)"
    case .string(let text): Secret(text).shown
    case .array(let elements): "(\(elements.count) elements)"
    case .object(let object): "(\(object.members.count) members)"
    }
  }

  /// A public text without the secrets that a server repeats in it.
  private func carriedRemoved(_ text: String) -> String { carried?.cleaned(text) ?? text }
}
