import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveWire

extension DocumentedRules {
  /// The names of all rows.
  package static var names: [String] { table.keys.sorted() }

  /// The row of an entry, or of the template that it is made of; read when it is asked for. Nil where there is none.
  package static func of(_ name: ProviderName) -> DocumentedRules? {
    guard let text = table[name.text] ?? table[name.templateAndValue?.template.text ?? ""] else { return nil }
    return (try? JSON(decoding: Array(text.utf8))).flatMap(DocumentedRules.init)
  }

  /// Reads a row; nil for one with a key or a value that is not of the format, and for one without a page.
  package init?(_ json: JSON) {
    guard let page = json["page"]?.string.flatMap({ try? AbsoluteURL($0) }) else { return nil }
    self.page = page
    seen = json["seen"]?.string ?? ""
    for member in json["rules"]?.object?.members ?? [] {
      guard read(member.name, member.value) else { return nil }
    }
  }

  private mutating func read(_ name: String, _ value: JSON) -> Bool {
    switch name {
    case "redirect":
      redirect = value.string.flatMap(Redirect.init)
      return redirect != nil
    case "pkce":
      challenge = value.string.flatMap(Challenge.init)
      return challenge != nil
    case "public_clients":
      takesPublicClients = value.bool
      return takesPublicClients != nil
    case "client_authentication":
      clientAuthentication = Self.methods(value)
      return clientAuthentication != nil
    case "scope_separator":
      scopeSeparator = value.string
      return scopeSeparator?.count == 1
    case "refresh_token":
      refreshToken = Self.refreshToken(value)
      return refreshToken != nil
    case "refresh_token_rotates":
      rotatesRefreshTokens = value.bool
      return rotatesRefreshTokens != nil
    case "api_headers":
      for member in value.object?.members ?? [] { apiHeaders[member.name] = member.value.string }
      return !apiHeaders.isEmpty
    case "device_flow":
      hasDeviceFlow = value.bool
      return hasDeviceFlow != nil
    case "revocation":
      revocation = Revocation(value)
      return revocation != nil
    case "closed":
      isClosed = value.bool ?? false
      return value.bool != nil
    default: return false
    }
  }

  private static func methods(_ json: JSON) -> Set<ClientAuthenticationMethod>? {
    let names: [String: ClientAuthenticationMethod] = [
      "basic": .basic, "post": .post, "private_key_jwt": .privateKeyJWT, "none": .publicClient,
    ]
    let words = (json.array ?? []).compactMap(\.string)
    let methods = words.compactMap { names[$0] }
    return methods.isEmpty || methods.count != json.array?.count ? nil : Set(methods)
  }

  private static func refreshToken(_ json: JSON) -> RefreshToken? {
    switch json.string {
    case "always": return .always
    case "never": return .never
    default: break
    }
    if let scope = json["scope"]?.string { return .scope(scope) }
    guard let name = json["parameter"]?.string, let value = json["value"]?.string else { return nil }
    return .parameter(name: name, value: value)
  }
}

extension DocumentedRules.Revocation {
  fileprivate init?(_ json: JSON) {
    guard let members = json.object?.members, !members.isEmpty else { return nil }
    self.init()
    for member in members {
      guard let text = member.value.string else { return nil }
      switch member.name {
      case "endpoint":
        guard let read = try? Endpoint(text) else { return nil }
        endpoint = read
      case "method": method = text.uppercased()
      case "token_parameter": tokenParameter = text
      case "authenticated_by":
        guard let read = Authentication(rawValue: text) else { return nil }
        authentication = read
      default: return nil
      }
    }
  }
}
