import WayleaveBackport
package import WayleaveWire

/// Reads a property list in XML, as Info.plist and an entitlements file are in a project.
///
/// Apple's PropertyList-1.0.dtd, read strictly. Nothing is fetched and no entity can be declared: an entity is one of the
/// five of XML, or a character by its number. So what is read is never longer than the file.
package struct PropertyListReader {
  /// How deep lists and dictionaries may stand in one another.
  package static let maximumDepth = 32

  private let bytes: [UInt8]
  private var position = 0

  /// The value of a file: a date and data are texts, and a number is as it was written where JSON has such numbers.
  package static func value(of bytes: [UInt8]) throws(PropertyListFault) -> JSON {
    var reader = PropertyListReader(bytes: bytes)
    return try reader.document()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func document() throws(PropertyListFault) -> JSON {
    guard String(utf8: bytes) != nil else { throw PropertyListFault(line: 1, "is not UTF-8") }
    if bytes.starts(with: JSON.byteOrderMark) { position = JSON.byteOrderMark.count }
    try declaration()
    try passOver()
    try documentType()
    try passOver()
    guard try startTag() == Tag(name: "plist", isEmpty: false) else { throw fault("has no <plist>") }
    try passOver()
    let value = try value(in: try startTag(), depth: 1)
    try passOver()
    try endTag("plist")
    try passOver()
    guard position == bytes.count else { throw fault("goes on after </plist>") }
    return value
  }

  // MARK: What stands before the value

  /// `<?xml version="1.0" encoding="UTF-8"?>`, which may be missing.
  private mutating func declaration() throws(PropertyListFault) {
    guard take("<?xml ") else { return }
    let text = try text(upTo: "?>", "<?xml").lowercased()
    guard text.contains("utf-8") || !text.contains("encoding") else { throw fault("names another encoding than UTF-8") }
  }

  /// The document type, whose file is never read. One that declares anything itself is refused.
  private mutating func documentType() throws(PropertyListFault) {
    guard take("<!DOCTYPE") else { return }
    guard try !text(upTo: ">", "<!DOCTYPE").contains("[") else {
      throw fault("declares entities, or other things of its own")
    }
  }

  // MARK: Values

  private mutating func value(in tag: Tag, depth: Int) throws(PropertyListFault) -> JSON {
    guard depth <= Self.maximumDepth else { throw fault("has more than \(Self.maximumDepth) values in one another") }
    switch tag.name {
    case "dict": return try dictionary(in: tag, depth: depth)
    case "array": return try array(in: tag, depth: depth)
    case "string", "date", "data": return .string(try content(of: tag))
    case "true", "false":
      guard try content(of: tag).isEmpty else { throw fault("has a text in <\(tag.name)>") }
      return .bool(tag.name == "true")
    case "integer", "real": return try number(in: tag)
    default: throw fault("has <\(tag.name)>, which is no value of a property list")
    }
  }

  private mutating func dictionary(in tag: Tag, depth: Int) throws(PropertyListFault) -> JSON {
    var (members, names) = ([JSON.Object.Member](), Set<String>())
    while try hasMore(in: tag) {
      let key = try startTag()
      guard key.name == "key" else { throw fault("has <\(key.name)> where a <key> is expected") }
      let name = try content(of: key)
      guard names.insert(name).inserted else { throw fault("has the key “\(name)” twice") }
      try passOver()
      guard !isAtEndTag else { throw fault("has no value for the key “\(name)”") }
      members.append(.init(name: name, value: try value(in: try startTag(), depth: depth + 1)))
    }
    return .object(JSON.Object(members: members))
  }

  private mutating func array(in tag: Tag, depth: Int) throws(PropertyListFault) -> JSON {
    var elements: [JSON] = []
    while try hasMore(in: tag) { elements.append(try value(in: try startTag(), depth: depth + 1)) }
    return .array(elements)
  }

  private mutating func number(in tag: Tag) throws(PropertyListFault) -> JSON {
    let text = try content(of: tag)
    if let whole = Int64(text) ?? Int64(hexadecimal: text) { return .number("\(whole)") }
    guard tag.name == "real", let value = Double(text) else { throw fault("has no number in <\(tag.name)>") }
    return value.isFinite ? .number("\(value)") : .string(text)
  }

  /// Whether something stands before the end tag, which is passed over with what is no value.
  private mutating func hasMore(in tag: Tag) throws(PropertyListFault) -> Bool {
    guard !tag.isEmpty else { return false }
    try passOver()
    guard isAtEndTag else { return true }
    try endTag(tag.name)
    return false
  }

  // MARK: Tags

  private struct Tag: Equatable {
    let name: String
    /// Whether it is `<name/>`, which has no end tag.
    let isEmpty: Bool
  }

  private var isAtEndTag: Bool { isAt("</") }

  private mutating func startTag() throws(PropertyListFault) -> Tag {
    guard position < bytes.count else { throw fault("ends too early") }
    guard take("<") else { throw fault("has a text where a tag is expected") }
    let name = try self.name()
    // No element of a property list but <plist> has attributes, and those mean nothing to us.
    var attributes = try text(upTo: ">", "<\(name)")
    let isEmpty = attributes.last == "/"
    if isEmpty { attributes.removeLast() }
    guard name == "plist" || attributes.utf8.allSatisfy(\.isXMLSpace), !attributes.contains("<") else {
      throw fault("has attributes in <\(name)>")
    }
    return Tag(name: name, isEmpty: isEmpty)
  }

  private mutating func endTag(_ name: String) throws(PropertyListFault) {
    guard position < bytes.count else { throw fault("ends before </\(name)>") }
    guard take("</\(name)"), try text(upTo: ">", "</\(name)").utf8.allSatisfy(\.isXMLSpace) else {
      throw fault("has something else where </\(name)> is expected")
    }
  }

  private mutating func name() throws(PropertyListFault) -> String {
    let rest = bytes[position...].prefix(20)
    let name = rest.prefix { $0.isXMLNameByte }
    guard !name.isEmpty, name.count < rest.count else { throw fault("has a tag that no property list has") }
    position += name.count
    return String(decoding: name, as: UTF8.self)
  }

  // MARK: Texts

  /// The text up to the end tag, with its entities replaced.
  private mutating func content(of tag: Tag) throws(PropertyListFault) -> String {
    guard !tag.isEmpty else { return "" }
    var content: [UInt8] = []
    while position < bytes.count {
      if isAtEndTag {
        try endTag(tag.name)
        return String(decoding: content, as: UTF8.self)
      }
      if take("<![CDATA[") {
        content += try text(upTo: "]]>", "<![CDATA[").utf8
      } else if take("<!--") {
        _ = try text(upTo: "-->", "<!--")
      } else if take("&") {
        content += String(try entity()).utf8
      } else if isAt("<") {
        throw fault("has a tag inside <\(tag.name)>")
      } else {
        content.append(bytes[position])
        position += 1
      }
    }
    throw fault("ends before </\(tag.name)>")
  }

  /// What stands for a character; XML 1.0 §4.6 has five names.
  private mutating func entity() throws(PropertyListFault) -> Unicode.Scalar {
    let rest = bytes[position...].prefix(12)
    guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { throw fault("has “&” without “;”: write “&amp;”") }
    let name = String(decoding: rest[..<end], as: UTF8.self)
    let scalar: Unicode.Scalar? =
      switch name {
      case "amp": "&"
      case "lt": "<"
      case "gt": ">"
      case "quot": "\""
      case "apos": "'"
      default: Unicode.Scalar(xmlReference: name)
      }
    guard let scalar else { throw fault("has an entity that XML does not have by itself") }
    position = end + 1
    return scalar
  }

  /// Passes over spaces and comments.
  private mutating func passOver() throws(PropertyListFault) {
    while position < bytes.count {
      if bytes[position].isXMLSpace {
        position += 1
      } else if take("<!--") {
        _ = try text(upTo: "-->", "<!--")
      } else {
        return
      }
    }
  }

  /// The text up to a mark, which is passed over too.
  private mutating func text(upTo mark: StaticString, _ opened: String) throws(PropertyListFault) -> String {
    let start = position
    while position < bytes.count {
      let end = position
      if take(mark) { return String(decoding: bytes[start..<end], as: UTF8.self) }
      position += 1
    }
    position = start
    throw fault("ends inside \(opened)")
  }

  // MARK: Bytes

  private mutating func take(_ mark: StaticString) -> Bool {
    guard isAt(mark) else { return false }
    position += mark.utf8CodeUnitCount
    return true
  }

  private mutating func take(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  private func isAt(_ mark: StaticString) -> Bool {
    mark.withUTF8Buffer { bytes[position...].starts(with: $0) }
  }

  private func fault(_ reason: String) -> PropertyListFault {
    PropertyListFault(line: bytes[..<position].count { $0 == UInt8(ascii: "\n") } + 1, reason)
  }
}

extension UInt8 {
  /// XML 1.0 §2.3, `S`.
  fileprivate var isXMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

  /// The names of a property list have letters alone.
  fileprivate var isXMLNameByte: Bool { (0x61...0x7A).contains(self) || (0x41...0x5A).contains(self) }
}

extension Unicode.Scalar {
  /// A character by its number, such as `#38` or `#x26`: XML 1.0 §4.1, and §2.2 for those that XML has.
  fileprivate init?(xmlReference text: String) {
    guard text.hasPrefix("#") else { return nil }
    let isHexadecimal = text.hasPrefix("#x")
    let digits = text.dropFirst(isHexadecimal ? 2 : 1)
    guard digits.utf8.first != UInt8(ascii: "+"), let value = UInt32(digits, radix: isHexadecimal ? 16 : 10),
      value >= 0x20 || value == 0x09 || value == 0x0A || value == 0x0D, value != 0xFFFE, value != 0xFFFF
    else { return nil }
    self.init(value)
  }
}

extension Int64 {
  /// A number such as `0x1F`, which CoreFoundation writes.
  fileprivate init?(hexadecimal text: String) {
    guard text.hasPrefix("0x") || text.hasPrefix("0X") else { return nil }
    self.init(text.dropFirst(2), radix: 16)
  }
}
