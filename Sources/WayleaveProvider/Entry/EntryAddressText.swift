import WayleaveWire

/// A URL of an entry before the values of its variables are in it: which part each place stands in.
struct EntryAddressText {
  private let scheme: Substring
  private let host: Substring
  private let port: Substring
  private let rest: Substring

  /// Takes a URL apart, or a host alone; nil for a text that is neither, such as a sentence.
  init?(_ text: String, isHost: Bool = false) {
    let start = text.firstRange(of: "://")
    guard isHost || start != nil, !text.contains(" ") else { return nil }
    scheme = start.map { text[..<$0.lowerBound] } ?? ""
    let address = start.map { text[$0.upperBound...] } ?? text[...]
    let end = address.firstIndex { "/?#".contains($0) } ?? address.endIndex
    let authority = address[..<end]
    let colon = authority.lastIndex(of: ":") ?? authority.endIndex
    host = authority[..<colon]
    port = authority[colon...]
    rest = address[end...]
  }

  /// The first place that no name explains; `takingPlaces` says that those of the path and the query are for answers.
  func undeclared(besides names: [String], takingPlaces: Bool) -> String? {
    let parts = [scheme, host, port] + (takingPlaces ? [] : [rest])
    let places = parts.flatMap { TextTemplate($0).places }
    return places.map(String.init).first { place in !names.contains { $0.hasSameBytes(as: place) } }
  }

  /// What its scheme, host or port has to be for these variables; nil where it is right.
  ///
  /// A customer chooses no domain, unless the variable is a whole host; ``SharedDomain`` says what counts as one. With http the example may be this machine, and
  /// another value is not.
  func fault(of variables: [ProviderVariable], allowingHTTP: Bool) -> String? {
    guard TextTemplate(scheme).places.isEmpty, TextTemplate(port).places.isEmpty else {
      return "a URL with its places in the host, the path or the query"
    }
    let template = TextTemplate(host)
    guard allowingHTTP || template.places.isEmpty || scheme.lowercased() != "http" else {
      return "an https URL, since its host has a place"
    }
    let pieces = template.pieces
    for (index, piece) in pieces.enumerated() {
      guard case .place(let name) = piece, let variable = variables.first(where: { $0.name == name }) else { continue }
      switch variable.form {
      case .host, .words: continue
      case .segment: return "a URL with “{\(name)}” in its path: the form of the variable is segment"
      case .label, .labelOrHost:
        guard Self.isInDomain(pieces[(index + 1)...], of: variables) else {
          return "a URL with a domain of the provider after “{\(name)}”, such as {\(name)}.example.com"
        }
      }
    }
    return nil
  }

  /// Whether a domain follows in which a label or more is a customer's.
  private static func isInDomain(_ pieces: ArraySlice<TextTemplate.Piece>, of variables: [ProviderVariable]) -> Bool {
    let text = pieces.map { piece in
      switch piece {
      case .text(let text): String(text)
      case .place(let name): variables.first { $0.name == name }?.example ?? "x"
      }
    }.joined()
    guard let period = text.firstIndex(of: ".") else { return false }
    let domain = String(text[text.index(after: period)...])
    let hasName = domain.split(separator: ".").last?.utf8.contains(where: \.isLetter) ?? false
    return ProviderVariable.isDomain(domain) && hasName && !SharedDomain.contains(domain)
  }
}
