import HTTPTypes
import Wayleave
import WayleaveBackport
import WayleaveOAuth1
package import WayleaveWire

/// A request as `wayleave request --dry-run` shows it: every secret by its fingerprint, unless the user asks for more.
///
/// With the credential in full, anyone who reads the screen, a log or the shell's history can send the request.
package struct ShownRequest {
  private let method: String
  private let url: String
  private let headers: [String]
  private let body: [UInt8]
  private let normalizedParameters: String?
  private let baseString: String?

  /// A request that is ready to be sent; `asked` is what the user asked for, without the credential.
  package init(_ request: RequestMessage, asked: RequestMessage, showingCredential isWhole: Bool) {
    method = request.head.method.rawValue
    let url = request.url ?? ""
    self.url = isWhole ? url : Self.shown(url, asked: asked.url ?? "")
    // With the length, a reader knows where the body ends.
    let isCounted = request.body.isEmpty || request.head.headerFields[.contentLength] != nil
    headers =
      request.head.headerFields.map { "\($0.name.rawName): \(isWhole ? $0.value : Self.shown($0))" }
      + (isCounted || !isWhole ? [] : ["Content-Length: \(request.body.count)"])
    body = isWhole ? request.body : Self.shown(request, asked: asked.body)
    let signed = try? SignedRequest(reading: request).baseString
    let parameters = signed.map { String(decoding: $0.normalizedParameters, as: UTF8.self) }
    normalizedParameters = isWhole ? parameters : parameters.map(SignedText.parameters.withoutSecrets)
    baseString = isWhole ? signed?.description : signed.map { SignedText.baseString.withoutSecrets($0.description) }
  }

  /// The request as `--json` prints it.
  package var json: JSON {
    [
      "method": .string(method), "url": .string(url), "headers": JSON(headers),
      "body": JSON(body.isEmpty ? nil : String(utf8: body)),
      "base_string": JSON(baseString), "normalized_parameters": JSON(normalizedParameters),
    ]
  }

  /// The request line and the header fields.
  package var head: [String] { ["\(method) \(url)"] + headers }

  /// The request as `wayleave verify oauth1` and `wayleave inspect` read it.
  package var bytes: [UInt8] {
    Array(head.joined(separator: "\n").utf8) + (body.isEmpty ? [] : Array("\n\n".utf8) + body)
  }

  /// The request as a terminal shows it.
  package var text: String {
    let body = body.isEmpty ? [] : [""] + ShownBody.lines(of: body)
    return (head.map { DisplayText.clean($0, limit: 4000) } + body).joined(separator: "\n")
  }

  /// What is signed, for people; nil without a signature.
  package var explanation: String? {
    guard let normalizedParameters, let baseString else { return nil }
    return "Normalised parameters:\n\(normalizedParameters)\n\nSignature base string:\n\(baseString)"
  }

  /// The URL: what the user typed as it is, what was added without its values.
  private static func shown(_ url: String, asked: String) -> String {
    guard !asked.isEmpty, url.hasPrefix(asked) else { return URLRedaction.redact(url) }
    let added = URLRedaction.redact("http://localhost/?" + url.dropFirst(asked.count + 1))
    return url.count == asked.count
      ? DisplayText.clean(url, limit: 4000)
      : DisplayText.clean(asked, limit: 4000) + (asked.contains("?") ? "&" : "?") + added.drop { $0 != "?" }.dropFirst()
  }

  /// The body: of a form, what was added and what is secret without their values.
  private static func shown(_ request: RequestMessage, asked: [UInt8]) -> [UInt8] {
    guard let type = request.head.headerFields[.contentType], ContentType.essence(of: type) == ContentType.form else {
      return request.body
    }
    let separator = UInt8(ascii: "&")
    let typed = request.body.starts(with: asked) ? asked.split(separator: separator).count : 0
    let pairs = request.body.split(separator: separator).enumerated().map { index, pair in
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      let isShown = index < typed && !SecretNames.signedRequest.contains(name)
      return isShown ? Array(pair) : Array(name) + Array("=…".utf8)
    }
    return Array(pairs.joined(separator: [separator]))
  }

  private static func shown(_ field: HTTPField) -> String {
    switch field.name.canonicalName {
    case "authorization" where field.value.hasPrefix("OAuth "): signedHeader(field.value)
    case "authorization": credentialHeader(field.value)
    case _ where Redaction.isSecret(field.name): Secret(field.value).shown
    default: DisplayText.clean(field.value, limit: 2000)
    }
  }

  private static func credentialHeader(_ value: String) -> String {
    let scheme = value.prefix { $0 != " " }
    // Some providers take the token alone.
    guard scheme.utf8.count < value.utf8.count else { return Secret(value).shown }
    return "\(DisplayText.clean(String(scheme))) \(Secret(String(value.dropFirst(scheme.count + 1))).shown)"
  }

  /// The parameters of a signed header, the token and the signature by fingerprint: RFC 5849 §3.5.1.
  private static func signedHeader(_ value: String) -> String {
    let parameters = value.dropFirst("OAuth ".count).split(separator: ",").map { parameter in
      let name = String(parameter.drop { $0 == " " }.prefix { $0 != "=" })
      guard SecretNames.signedRequest.contains(name.utf8) else {
        return DisplayText.clean(String(parameter.drop { $0 == " " }), limit: 2000)
      }
      let quoted = parameter.drop { $0 != "=" }.dropFirst()
      return "\(name)=\"\(SignedText.shown(String(quoted.drop { $0 == "\"" }.prefix { $0 != "\"" }), decodings: 1))\""
    }
    return "OAuth " + parameters.joined(separator: ", ")
  }
}

/// A text that is made of the signed parameters, RFC 5849 §3.4.1: only its separators differ.
private enum SignedText {
  case parameters, baseString

  /// The fingerprint of a value that is percent-encoded so many times.
  static func shown(_ value: String, decodings: Int) -> String {
    var bytes = Array(value.utf8)
    for _ in 0..<decodings { bytes = PercentEncoding.decode(bytes) ?? bytes }
    return Secret(bytes).shown
  }

  private var between: String { self == .parameters ? "&" : "%26" }
  private var equals: String { self == .parameters ? "=" : "%3D" }

  /// The text with a fingerprint for each secret value.
  func withoutSecrets(_ text: String) -> String {
    // The method and the URL of a base string stand before its last "&".
    let start =
      self == .baseString ? text.lastIndex(of: "&").map(text.index(after:)) ?? text.startIndex : text.startIndex
    let pairs = text[start...].split(separator: between, omittingEmptySubsequences: false).map { pair in
      guard let separator = pair.firstRange(of: equals),
        SecretNames.signedRequest.contains(pair[..<separator.lowerBound].utf8)
      else { return String(pair) }
      let value = String(pair[separator.upperBound...])
      return pair[..<separator.upperBound] + Self.shown(value, decodings: self == .parameters ? 1 : 2)
    }
    return text[..<start] + pairs.joined(separator: between)
  }
}
