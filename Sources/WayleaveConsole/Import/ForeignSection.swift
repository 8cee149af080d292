import WayleaveBackport
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveSignIn
import WayleaveWire

/// A section of a file of another program, whose values are checked as they are read.
///
/// A token, a secret or an id that has a space, a line end or another control character is refused: it would end a line
/// of what is sent or written later.
struct ForeignSection {
  /// The program that writes the file.
  let program: String
  let remedy: Remedy
  let json: JSON

  init(_ json: JSON, of program: String, remedy: Remedy) {
    self.json = json
    self.program = program
    self.remedy = remedy
  }

  /// The section of YAML, or of JSON, which is YAML too; throws `account_file.malformed`.
  init(yaml file: [UInt8], of program: String, remedy: Remedy) throws(OAuthError) {
    guard !file.isEmpty else { throw .malformedForeignFile(program, "an empty file", remedy: remedy) }
    guard let text = String(utf8: file) else {
      throw .malformedForeignFile(program, "text that is not UTF-8", remedy: remedy)
    }
    do throws(EntryFinding) {
      self.init(try EntryText(text).json, of: program, remedy: remedy)
    } catch {
      let place = error.place.map { ", in line \($0.line)" } ?? ""
      throw .malformedForeignFile(program, "YAML that cannot be read\(place)", remedy: remedy)
    }
    try requireSection()
  }

  /// The section of JSON, whose keys are distinct; throws `account_file.malformed`.
  init(json file: [UInt8], of program: String, remedy: Remedy) throws(OAuthError) {
    guard !file.isEmpty else { throw .malformedForeignFile(program, "an empty file", remedy: remedy) }
    guard let json = try? JSON(decoding: file) else {
      throw .malformedForeignFile(program, "JSON that cannot be read", remedy: remedy)
    }
    self.init(json, of: program, remedy: remedy)
    try requireSection()
  }

  /// The section of a name; nil where there is none. Throws where something else stands there.
  func section(_ name: String) throws(OAuthError) -> ForeignSection? {
    guard let value = json[name], value != .null else { return nil }
    return try section(value)
  }

  /// The sections below this one, each with its name.
  func sections() throws(OAuthError) -> [(name: String, section: ForeignSection)] {
    var found: [(String, ForeignSection)] = []
    for member in json.object?.members ?? [] { found.append((member.name, try section(member.value))) }
    return found
  }

  /// A token, a secret or an id by the first of the names that it can have; nil where there is none, or an empty one.
  func text(_ names: String...) throws(OAuthError) -> String? {
    for name in names { if let text = try text(named: name) { return text } }
    return nil
  }

  /// The same as a secret.
  func secret(_ names: String...) throws(OAuthError) -> Secret? {
    for name in names { if let text = try text(named: name) { return Secret(text) } }
    return nil
  }

  private func text(named name: String) throws(OAuthError) -> String? {
    let text: String
    switch json[name] {
    case .string(let value)?, .number(let value)?: text = value
    case nil, .null?: return nil
    default: throw refusal("something else than a text as “\(name)”")
    }
    guard text.utf8.allSatisfy(\.isOfToken) else {
      throw refusal("a space, a line end or another character in “\(name)” that no such value has")
    }
    return text.isEmpty ? nil : text
  }

  /// The redirect URIs of a client that can be used here; a program may have stored others, such as its own scheme.
  func redirectURIs(_ texts: [String?]) -> [RedirectURI] { texts.compactMap { $0.flatMap { try? RedirectURI($0) } } }

  /// A client with an id and perhaps a secret.
  func client(named name: String, id: String, secret: Secret?, redirectURIs: [RedirectURI] = []) throws(OAuthError)
    -> FoundClient
  {
    FoundClient(name: name, client: try Client(id: ClientID(id), secret: secret, redirectURIs: redirectURIs))
  }

  /// A token of OAuth 1.0a with its client; nil where a part is missing.
  func oauth1(
    _ names: (token: String, secret: String, key: String, keySecret: String)
  ) throws(OAuthError) -> (credential: Credential, client: FoundClient)? {
    guard let token = try secret(names.token), let tokenSecret = try secret(names.secret),
      let key = try text(names.key), let keySecret = try secret(names.keySecret)
    else { return nil }
    let client = try client(named: program, id: key, secret: keySecret)
    return (.oauth1(.init(token: token, secret: tokenSecret)), client)
  }

  func refusal(_ found: String) -> OAuthError { .malformedForeignFile(program, found, remedy: remedy) }

  private func requireSection() throws(OAuthError) {
    guard json.object != nil else { throw refusal("no section") }
  }

  private func section(_ value: JSON) throws(OAuthError) -> ForeignSection {
    let section = ForeignSection(value, of: program, remedy: remedy)
    try section.requireSection()
    return section
  }
}

extension OAuthError {
  static func malformedForeignFile(_ program: String, _ found: String, remedy: Remedy) -> OAuthError {
    OAuthError(
      .malformedAccountFile, rule: .wayleave("a file of another program is read as that program writes it"),
      expected: "a file with tokens, as \(program) writes it", received: .described(found), remedy: remedy)
  }
}
