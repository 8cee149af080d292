import WayleaveWire

extension ProviderName {
  /// Every name that people may use for the provider, the shortest first; the last one is the full one.
  ///
  /// A provider of the catalogue has one name. An issuer has a short one, its URL without the scheme, and its URL. The
  /// short one is the host without `www.` and port: `issuer.example`. On this machine and at an IP address, where hosts
  /// say nothing, it is the last part of the path when that is a word: `tollgate`.
  package var names: [String] {
    guard text.contains("://"), let url = try? AbsoluteURL(text), let host = url.host, let authority = url.authority
    else { return [text] }
    let path = url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path
    let short = Self.wordOfPath(url) ?? (host.hasPrefix("www.") ? String(host.dropFirst(4)) : host)
    return [short, authority + path, text].reduce(into: []) { names, name in
      let isNew = !names.contains { $0.hasSameBytes(as: name) }
      if isNew, !Self.isReserved(name) { names.append(name) }
    }
  }

  private static func wordOfPath(_ url: AbsoluteURL) -> String? {
    guard url.isLoopback || url.host.flatMap({ IPAddress($0) }) != nil,
      let last = url.path.split(separator: "/").last, isWord(last)
    else { return nil }
    return String(last)
  }

  /// The name of an entry of ours is never that of an issuer.
  private static func isReserved(_ name: String) -> Bool {
    let name = ProviderName(name)
    // The word before the first period may be that of a template.
    let names = [name, name.templateAndValue?.template ?? name]
    return names.contains(where: Provider.builtInNames.contains) || name.text.hasPrefix("playground-")
  }

  private static func isWord(_ text: Substring) -> Bool {
    text.utf8.count <= 32 && text.utf8.first?.isLetter == true
      && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }

  /// Whether people may use this name for the provider.
  package func isMeant(by name: String) -> Bool { names.contains { $0.hasSameBytes(as: name) } }
}
