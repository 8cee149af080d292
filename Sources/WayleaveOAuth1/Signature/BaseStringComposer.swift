import HTTPTypes
import WayleaveWire

/// Puts a base string together: the request is read when it is made, the parameters of the protocol are added, and
/// then it is finished.
struct BaseStringComposer: ~Copyable {
  let target: RequestTarget
  private let method: String
  private var parameters: ParameterArena

  /// Reads a request's target, query and form body; throws what ``RequestTarget`` and ``Form`` throw.
  static func reading(_ request: RequestMessage) throws(OAuthError) -> BaseStringComposer {
    let target = try RequestTarget(of: request)
    let body = request.hasFormBody ? request.body : []
    var composer = BaseStringComposer(
      target: target, method: request.head.method.rawValue, formCount: body.count)
    try composer.appendQuery()
    try body.withUnsafeBufferPointer { Self.append($0, to: &composer.parameters) }.get()
    return composer
  }

  private init(target: RequestTarget, method: String, formCount: Int) {
    self.target = target
    self.method = method
    // The allocator serves pieces of up to a thousand bytes fastest, and most requests fit into one.
    parameters = ParameterArena(capacity: 512 + 2 * (target.pathAndQuery.utf8.count + formCount))
  }

  /// Whether query or body hold parameters named like those of the protocol.
  var holdsProtocolNames: Bool { parameters.holdsProtocolNames }

  mutating func append(_ name: StaticString, _ value: String) {
    var value = value
    value.withUTF8 { parameters.append(name: name, value: $0) }
  }

  mutating func append(_ name: StaticString, _ value: Secret) {
    value.withExposedBytes { bytes in
      bytes.withMemoryRebound(to: UInt8.self) { parameters.append(name: name, value: $0) }
    }
  }

  mutating func append(_ form: Form) {
    for index in 0..<form.count {
      form.name(at: index).withUnsafeBufferPointer { name in
        form.value(at: index).withUnsafeBufferPointer { value in parameters.append(name: name, value: value) }
      }
    }
  }

  /// Method, address and parameters, each encoded, joined by `&`.
  ///
  /// RFC 5849 §3.4.1.1.
  mutating func finish() -> SignatureBaseString {
    let address = target.authority.utf8.count + target.pathAndQuery.utf8.count
    var text = ByteArena(capacity: parameters.joinedCount + address * 3 + 64)
    text.append(uppercasing: method)
    text.append("&")
    appendAddress(to: &text)
    text.append("&")
    let start = text.count
    parameters.writeJoined(to: &text)
    return SignatureBaseString(bytes: Array(text.bytes), parametersStart: start)
  }

  /// Scheme and host in lower case, the scheme's own port left out, the path as it was written, without query.
  ///
  /// RFC 5849 §3.4.1.2.
  private func appendAddress(to text: inout ByteArena) {
    text.append(encoding: target.scheme)
    text.append("%3A%2F%2F")
    text.append(encoding: target.authority)
    var path = target.pathAndQuery
    path.withUTF8 { bytes in
      let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
      text.append(encoding: UnsafeBufferPointer(rebasing: bytes[..<end]))
    }
  }

  private mutating func appendQuery() throws(OAuthError) {
    var text = target.pathAndQuery
    let result = text.withUTF8 { bytes -> Result<Void, OAuthError> in
      guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else { return .success(()) }
      return Self.append(UnsafeBufferPointer(rebasing: bytes[(mark + 1)...]), to: &parameters)
    }
    try result.get()
  }

  private static func append(
    _ form: UnsafeBufferPointer<UInt8>, to parameters: inout ParameterArena
  ) -> Result<Void, OAuthError> {
    // Closures of the standard library do not carry the type of what they throw.
    Result { () throws(OAuthError) in try parameters.append(form: form) }
  }
}

extension ByteArena {
  fileprivate mutating func append(uppercasing text: String) {
    reserve(text.utf8.count)
    for byte in text.utf8 { put(byte.uppercased) }
  }
}

extension RequestMessage {
  /// Whether the body counts among the parameters.
  ///
  /// RFC 5849 §3.4.1.3.1: only when it is a single part of the type of forms.
  var hasFormBody: Bool {
    let types = values(of: .contentType)
    guard types.count == 1, let type = types.first else { return false }
    // `elementsEqual` on the bytes of texts is slow, and a text that is equal in any way is no other in this alphabet.
    return type.utf8.count == 33 && type.hasPrefix(ContentType.form)
      || ContentType.essence(of: type) == ContentType.form
  }

  /// The values of a field; its subscript joins them through generic sequences, which costs as much as a hash.
  func values(of name: HTTPField.Name) -> [String] {
    var values: [String] = []
    for field in head.headerFields where field.name == name { values.append(field.value) }
    return values
  }
}
