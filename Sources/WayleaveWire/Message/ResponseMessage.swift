public import HTTPTypes

extension Message where Head == HTTPResponse {
  /// A response with a JSON body.
  public init(_ status: HTTPResponse.Status, json: JSON) {
    self.init(HTTPResponse(status: status), body: json.encoded())
    head.headerFields[.contentType] = ContentType.json
  }

  /// A response with form fields as its body.
  public init(_ status: HTTPResponse.Status, form: Form) {
    self.init(HTTPResponse(status: status), body: form.encoded())
    head.headerFields[.contentType] = ContentType.form
  }

  /// The status code.
  public var status: Int { head.status.code }

  /// The largest body in which a refusal is looked for, in bytes: what an API sends beyond that is content.
  package static var largestRefusal: Int { 64 * 1024 }

  /// The answer as far as it may say why it refuses: without its body where that is too large to be a refusal.
  package var withRefusalBody: ResponseMessage {
    body.count <= Self.largestRefusal ? self : ResponseMessage(head)
  }

  /// Whether the body is JSON by its type.
  package var isJSON: Bool {
    guard let type = value(of: .contentType) else { return false }
    // Nearly every answer has it so: there is nothing to take apart.
    if type.hasSameBytes(as: ContentType.json) { return true }
    let essence = ContentType.essence(of: type)
    return essence.hasSameBytes(as: ContentType.json) || essence.hasSuffix("+json")
  }

  /// The value of a field, as its subscript gives it: faster where it stands once.
  private func value(of name: HTTPField.Name) -> String? {
    var place: Int?
    for index in head.headerFields.indices where head.headerFields[index].name == name {
      guard place == nil else { return head.headerFields[name] }
      place = index
    }
    return place.map { head.headerFields[$0].value }
  }

  /// Type and subtype of the body in lower case; nil when the response does not say.
  package var contentType: String? {
    head.headerFields[.contentType].map(ContentType.essence(of:))
  }

  /// Whether the body is a page made for people, by its type or by how it begins.
  ///
  /// `text/html` alone says little: some providers send JSON under that name.
  package var looksLikeHTML: Bool {
    if contentType == "application/xhtml+xml" { return true }
    let afterMark = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body.dropFirst(3) : body[...]
    let start = afterMark.prefix(256).drop { $0 <= 0x20 }.prefix(14).map(\.lowercased)
    if contentType == "text/html", start.first == UInt8(ascii: "<") { return true }
    return start.starts(with: "<!doctype html".utf8) || start.starts(with: "<html".utf8)
  }

  /// The challenges of all `WWW-Authenticate` fields; a malformed field is left out.
  package var challenges: [Challenge] {
    head.headerFields[values: .wwwAuthenticate].flatMap { Challenge.list(in: $0) ?? [] }
  }
}
