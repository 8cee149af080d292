import HTTPTypes
public import WayleaveWire

/// The text that is signed in place of a request: method, address and every parameter in one fixed form.
///
/// RFC 5849 §3.4.1.
public struct SignatureBaseString: Sendable, Equatable {
  /// The parameters as they are signed: encoded, sorted, joined.
  ///
  /// RFC 5849 §3.4.1.3.2.
  public let normalizedParameters: [UInt8]
  /// The whole text.
  public let bytes: [UInt8]

  /// The base string of a request that carries these protocol parameters, `oauth_signature` and `realm` left out.
  ///
  /// The request's own query and form body are read here; throws what ``Form`` and ``AbsoluteURL`` throw.
  public init(of request: RequestMessage, protocolParameters: Form) throws(OAuthError) {
    let url = try AbsoluteURL(request.url ?? "")
    guard url.host != nil, request.head.path?.utf8.first.map({ $0 == UInt8(ascii: "/") }) ?? true else {
      throw .malformedURL("a request with a host, and a path that begins with “/”", request.url ?? "")
    }
    let query = try Form(decoding: url.query ?? "")
    let body = try request.bodyForm
    self.init(
      method: request.head.method.rawValue, baseStringURI: Self.uri(of: url),
      parameters: query.fields + body.fields + protocolParameters.fields)
  }

  init(method: String, baseStringURI: [UInt8], parameters: [Form.Field]) {
    normalizedParameters = Self.normalize(parameters)
    var text = method.utf8.map(\.uppercased)
    text.append(UInt8(ascii: "&"))
    PercentEncoding.append(baseStringURI, to: &text)
    text.append(UInt8(ascii: "&"))
    PercentEncoding.append(normalizedParameters, to: &text)
    bytes = text
  }

  /// Scheme and host in lower case, the scheme's own port left out, the path as it was written, without query.
  ///
  /// RFC 5849 §3.4.1.2.
  static func uri(of url: AbsoluteURL) -> [UInt8] {
    Array("\(url.scheme)://\(url.authority ?? "")\(url.path.isEmpty ? "/" : url.path)".utf8)
  }

  /// Encodes each pair, sorts by encoded name and then by encoded value, joins.
  ///
  /// RFC 5849 §3.4.1.3.2: sorting the joined pairs instead would put `a1=` before `a=`, as the ancestors did.
  static func normalize(_ parameters: [Form.Field]) -> [UInt8] {
    let encoded = parameters.filter { $0.name != signatureName }.map {
      (name: PercentEncoding.encode($0.name), value: PercentEncoding.encode($0.value))
    }
    let sorted = encoded.sorted { left, right in
      left.name == right.name
        ? left.value.lexicographicallyPrecedes(right.value) : left.name.lexicographicallyPrecedes(right.name)
    }
    var text: [UInt8] = []
    for pair in sorted {
      if !text.isEmpty { text.append(UInt8(ascii: "&")) }
      text += pair.name
      text.append(UInt8(ascii: "="))
      text += pair.value
    }
    return text
  }

  private static let signatureName = Array("oauth_signature".utf8)
}

extension SignatureBaseString: CustomStringConvertible {
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}
