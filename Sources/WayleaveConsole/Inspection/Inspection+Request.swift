import HTTPTypes
import Wayleave
import WayleaveWire

extension Inspection {
  /// Whether a text begins with a request line: RFC 9112 §3.
  static func isRequest(_ text: String) -> Bool {
    let line = text.utf8.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2 || (words.count == 3 && words[2].hasPrefix("HTTP/")) else { return false }
    return !words[0].isEmpty && words[0].utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      && (words[1].hasPrefix("/") || words[1].contains("://"))
  }

  /// Splits a whole request, such as `wayleave request --dry-run` prints: its URL, its header fields and its body.
  ///
  /// RFC 9112 §2.1.
  init(request text: String, at now: Instant) {
    self.init(kind: .request)
    var read: RequestMessage?
    attempt { (_) throws(OAuthError) in read = try RequestText(Array(Self.escapedLine(of: text).utf8)).request }
    guard let request = read else { return }
    var part = Part(name: "Request")
    part.add("method", request.head.method.rawValue)
    parts.append(part)
    if let url = request.url.flatMap({ try? AbsoluteURL($0) }) { add(Inspection(address: url, isSent: true, at: now)) }
    add(request.head.headerFields, at: now)
    add(bodyOf: request, at: now)
  }

  /// The text with the dots that stand for values in its request line as a URL can have them.
  private static func escapedLine(of text: String) -> String {
    let end = text.unicodeScalars.firstIndex(of: "\n") ?? text.endIndex
    return String(text[..<end]).replacing("…", with: "%E2%80%A6") + text[end...]
  }

  private mutating func add(_ other: Inspection) {
    parts += other.parts
    problems += other.problems
  }

  private mutating func add(_ fields: HTTPFields, at now: Instant) {
    var part = Part(name: "Header fields")
    var explained: [(title: String, Inspection)] = []
    for field in fields {
      switch field.name.canonicalName {
      case "authorization", "x-verify-credentials-authorization":
        explained.append((field.name.rawName, Inspection(authorization: field.value, at: now)))
      case "dpop" where !field.value.hasPrefix("<"):
        explained.append((field.name.rawName, Inspection(token: field.value, at: now)))
      default:
        let isSecret = Redaction.isSecret(field.name)
        part.add(field.name.rawName, isSecret ? Redaction.shown(field.value.utf8) : field.value)
      }
    }
    parts.append(part)
    for (title, inspection) in explained { add(inspection, titled: title) }
  }

  private mutating func add(bodyOf request: RequestMessage, at now: Instant) {
    guard !request.body.isEmpty else { return }
    let type = request.head.headerFields[.contentType].map(ContentType.essence) ?? ""
    if type.hasSameBytes(as: ContentType.form) {
      attempt { (inspection) throws(OAuthError) in
        let form = try Form(decoding: request.body)
        inspection.parts.append(Part(form, titled: "Body", isSent: true))
        inspection.add(tokensIn: form, at: now)
      }
    } else if let object = JSON(readingDocument: request.body)?.object {
      parts.append(Part(object, titled: "Body") { _ in nil })
    } else {
      var part = Part(name: "Body")
      part.add("content", "\(request.body.count) bytes", note: type.isEmpty ? nil : type)
      parts.append(part)
    }
  }
}

extension Inspection.Part {
  /// The members of a JSON object without secrets; `note` says what one is for.
  init(_ object: JSON.Object, titled title: String, note: (JSON.Object.Member) -> String?) {
    self.init(name: title)
    for member in Redaction.cleaned(.object(object)).object?.members ?? [] {
      add(member.name, Redaction.text(of: member.value), note: note(member))
    }
  }
}
