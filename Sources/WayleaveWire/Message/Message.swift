public import HTTPTypes

/// An HTTP request or response together with its body.
///
/// Protocol code makes and reads these and never sends one: that is the transport's part.
public struct Message<Head: Sendable & Hashable>: Sendable, Hashable {
  /// Method, address and header fields, or status and header fields.
  public var head: Head
  /// The body, empty when there is none.
  public var body: [UInt8]

  /// A head and its body.
  public init(_ head: Head, body: [UInt8] = []) {
    self.head = head
    self.body = body
  }
}

/// An HTTP request with its body.
public typealias RequestMessage = Message<HTTPRequest>

/// An HTTP response with its body.
public typealias ResponseMessage = Message<HTTPResponse>

/// The content types that the protocols speak.
package enum ContentType {
  /// `application/x-www-form-urlencoded`.
  package static let form = "application/x-www-form-urlencoded"
  /// `application/json`.
  package static let json = "application/json"

  /// The type and subtype of a header value, in lower case and without parameters.
  package static func essence(of value: String) -> String {
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let essence = value.utf8.prefix { $0 != UInt8(ascii: ";") }.drop(while: isSpace)
    let end = essence.lastIndex { !isSpace($0) }.map(essence.index(after:)) ?? essence.startIndex
    return String(decoding: essence[..<end].map(\.lowercased), as: UTF8.self)
  }
}
