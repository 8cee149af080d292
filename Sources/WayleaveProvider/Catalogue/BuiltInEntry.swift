import WayleaveBackport
import WayleaveWire

/// An entry of the catalogue: what `Catalogue/NAME.yaml` says, which is read when it is asked for, once.
struct BuiltInEntry: Sendable {
  private let shownName: StaticString
  private let shownTitle: StaticString
  /// The file as JSON.
  private let text: StaticString
  /// Whether each customer has a service of their own.
  let isTemplate: Bool

  /// A provider that has one service for all.
  init(_ name: StaticString, _ title: StaticString, _ text: StaticString) {
    (shownName, shownTitle, self.text, isTemplate) = (name, title, text, false)
  }

  /// A template.
  init(template name: StaticString, _ title: StaticString, _ text: StaticString) {
    (shownName, shownTitle, self.text, isTemplate) = (name, title, text, true)
  }

  var name: ProviderName { ProviderName("\(shownName)") }
  var title: String { "\(shownTitle)" }

  /// What people also type for it.
  var aliases: [String] {
    hasPart(#""aliases":"#) ? template?.aliases ?? provider?.aliases ?? [] : []
  }

  /// The provider; for a template that of its usual value, nil where it has none.
  var provider: Provider? { described.provider }

  /// The template; nil for a provider that has one service for all.
  var template: ProviderTemplate? { isTemplate ? described.template : nil }

  /// The entry of a name; nil for none. Nothing of the others is read.
  static func named(_ name: String) -> BuiltInEntry? {
    let length = name.utf8.count
    return all.first { entry in
      // Most names have another length, and no more of them is looked at.
      entry.shownName.utf8CodeUnitCount == length
        && entry.shownName.withUTF8Buffer { $0.elementsEqual(name.utf8) }
    }
  }

  /// Whether a host may stand in it: its text has the host, or a value or a domain that makes hosts.
  func mayName(_ host: String) -> Bool {
    [host, #""usual":"#, #""api_domains":"#].contains(where: hasPart)
  }

  private func hasPart(_ part: String) -> Bool {
    text.withUTF8Buffer { text in Array(part.utf8).withUnsafeBufferPointer { text.position(of: $0) != nil } }
  }

  // An entry is asked for again and again: by each sign-in, and by a website for each of its visitors.
  private static let known = Lock<[UInt: DescribedEntry]>([:])

  private var described: DescribedEntry {
    let place = UInt(bitPattern: text.utf8Start)
    if let known = Self.known.withLock({ $0[place] }) { return known }
    let described = read()
    Self.known.withLock { $0[place] = described }
    return described
  }

  /// The file.
  var json: JSON {
    get throws(OAuthError) {
      let size = text.utf8CodeUnitCount
      return try JSON(decoding: UnsafeRawBufferPointer(start: text.utf8Start, count: size))
    }
  }

  private func read() -> DescribedEntry {
    do {
      return try DescribedEntry(builtIn: json, name: name, title: title)
    } catch {
      // Our own source is wrong: the text is a literal, and a test reads each of them.
      preconditionFailure("\(shownName): \(error)")
    }
  }
}

extension BuiltInEntry {
  /// The provider of a name that stands in our own source.
  static func provider(_ name: String) -> Provider {
    // Our own source is wrong: both are made of one list.
    guard let provider = named(name)?.provider else { preconditionFailure(name) }
    return provider
  }

  /// The template of a name that stands in our own source.
  static func template(_ name: String) -> ProviderTemplate {
    // Our own source is wrong: both are made of one list.
    guard let template = named(name)?.template else { preconditionFailure(name) }
    return template
  }
}
