import WayleaveWire

/// Hosts that are reached without a proxy: the entries of `NO_PROXY`, as curl and Go's net/http read them.
struct ProxyExceptions: Sendable {
  fileprivate enum Entry: Sendable {
    case everyone
    case range(AddressRange)
    case address(IPAddress, port: UInt16?)
    case domain(String, port: UInt16?)
  }

  private let entries: [Entry]

  /// Entries separated by commas or spaces; what is not an entry is ignored.
  init(_ text: String) {
    entries = Self.words(in: text).compactMap { Entry($0) }
  }

  /// What is not an entry.
  static func unreadable(in text: String) -> [String] { words(in: text).filter { Entry($0) == nil } }

  private static func words(in text: String) -> [String] {
    text.split { $0 == "," || $0 == " " }.map { $0.lowercased() }
  }

  /// Whether every host is reached without a proxy.
  var exceptEveryone: Bool { entries.contains { if case .everyone = $0 { true } else { false } } }

  /// Whether a server is excepted: by its own name or that of a domain above it, or by the address that stands in the URL.
  /// No name is resolved for it.
  func except(_ url: AbsoluteURL) -> Bool {
    guard let host = url.host.map({ $0.hasSuffix(".") ? String($0.dropLast()) : $0 }) else { return false }
    let address = IPAddress(host)
    return entries.contains { entry in
      switch entry {
      case .everyone: true
      case .range(let range): address.map(range.contains) ?? false
      case .address(let excepted, let port): address == excepted && (port == nil || port == url.effectivePort)
      case .domain(let name, let port):
        address == nil && (host == name || host.hasSuffix("." + name)) && (port == nil || port == url.effectivePort)
      }
    }
  }
}

extension ProxyExceptions.Entry {
  fileprivate init?(_ text: String) {
    if text == "*" {
      self = .everyone
    } else if let range = AddressRange(text) {
      self = .range(range)
    } else if let address = IPAddress(text) {
      self = .address(address, port: nil)
    } else {
      self.init(hostAndPort: text)
    }
  }

  /// `10.0.0.1:8443`, `[::1]:8443`, and a domain as `example.com`, `.example.com` or `*.example.com`, perhaps with a port.
  private init?(hostAndPort text: String) {
    let colon = text.lastIndex(of: ":")
    let port = colon.map { UInt16(text[text.index(after: $0)...]) }
    guard port != .some(nil) else { return nil }
    let host = text[..<(colon ?? text.endIndex)]
    if let address = IPAddress(host) {
      self = .address(address, port: port ?? nil)
      return
    }
    let rooted = host.hasPrefix("*.") ? host.dropFirst(2) : host.first == "." ? host.dropFirst() : host
    let name = rooted.last == "." ? rooted.dropLast() : rooted
    guard !name.isEmpty else { return nil }
    self = .domain(String(name), port: port ?? nil)
  }
}
