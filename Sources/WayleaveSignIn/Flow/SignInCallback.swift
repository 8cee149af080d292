import Crypto
package import WayleaveJOSE
package import WayleaveOAuth1
package import WayleaveOAuth2
package import WayleaveWire

/// A callback of either protocol, well formed and not yet matched to a sign-in.
package enum SignInCallback: Sendable, Equatable {
  /// From an OAuth 1.0a provider.
  case oauth1(ResourceOwnerAuthorizationCallback)
  /// From an OAuth 2 authorization server.
  case oauth2(AuthorizationCallback)
  /// From an OAuth 2 authorization server, as one JWT, not yet verified: the state is what it says itself.
  ///
  /// JWT Secured Authorization Response Mode §2.
  case secured(Secret, state: Secret?)
  /// Tokens, or a refusal, in the fragment, not yet read: the provider's entry says whether they may be there.
  ///
  /// RFC 6749 §4.2.2.
  case fragment(state: Secret?)
  /// One that names its sign-in and cannot be used: what is wrong with it.
  case unusable(OAuthError, SignIn.Key)

  /// Reads a callback's address, and decrypts where that was registered; throws what the readers throw.
  ///
  /// What names its sign-in, by one state or token, is not thrown but unusable: it ends that sign-in, whose user would wait
  /// for nothing.
  package init(reading url: AbsoluteURL, decryption: TokenDecryption? = nil) throws(OAuthError) {
    let form = try url.queryForm.unescapingHTML
    if let answer = Self.answer(inFragmentOf: url), Self.key(in: form) == nil {
      self = .fragment(state: (try? answer.nonEmptySecret(of: "state")).flatMap(\.self))
      return
    }
    do throws(OAuthError) { try self.init(reading: form, decryption: decryption) } catch {
      guard let key = Self.key(in: form) else { throw error }
      self = .unusable(error, key)
    }
  }

  private init(reading form: Form, decryption: TokenDecryption?) throws(OAuthError) {
    if form.contains("oauth_token") || form.contains("denied") && !form.contains("state") {
      self = .oauth1(try ResourceOwnerAuthorizationCallback(reading: form))
    } else if let response = try form.nonEmptyText(of: "response") {
      self = .secured(
        Secret(response), state: try SecuredResponse(reading: form, decryption: decryption).unverifiedState)
    } else {
      self = .oauth2(try AuthorizationCallback(reading: form))
    }
  }

  /// The pairs of a fragment that has an answer; nil for one that has none, such as Facebook's `#_=_`.
  private static func answer(inFragmentOf url: AbsoluteURL) -> Form? {
    guard let form = url.fragment.flatMap({ try? Form(decoding: $0) }),
      ["access_token", "code", "error"].contains(where: form.contains)
    else { return nil }
    return form
  }

  /// What the pairs name; nil where they are those of a request, which a person may hand over by mistake.
  private static func key(in form: Form) -> SignIn.Key? {
    guard !form.contains("client_id") else { return nil }
    if form.contains("oauth_token") {
      return (try? form.nonEmptySecret(of: "oauth_token")).flatMap(\.self).map(SignIn.Key.init(temporaryToken:))
    }
    return (try? form.nonEmptySecret(of: "state")).flatMap(\.self).map(SignIn.Key.init(state:))
  }

  /// Why what came answers no sign-in that waits, in a few words, with what the provider says in it.
  package static func reasonIgnored(_ url: AbsoluteURL) -> String {
    guard (try? url.queryForm)?.fields.isEmpty == false || answer(inFragmentOf: url) != nil else {
      return "a visit without an answer"
    }
    guard let answer = try? SignInCallback(reading: url) else { return "an answer that names no sign-in" }
    let whose = answer.key == nil ? "an answer without our state" : "an answer to another sign-in"
    guard let refusal = answer.refusal else { return whose }
    let words = [refusal.error, refusal.description].compactMap(\.self).map { "“\(DisplayText.clean($0, limit: 120))”" }
    return "\(whose), which says \(words.joined(separator: ", "))"
  }

  /// What is wrong with it, where it cannot be used.
  package var fault: OAuthError? {
    guard case .unusable(let error, _) = self else { return nil }
    return error
  }

  /// What the provider says in it against the sign-in; nil where it says nothing.
  package var refusal: ProviderRefusal? {
    switch self {
    case .oauth1(.denied): ProviderRefusal(error: "denied")
    case .oauth2(let callback):
      if case .refused(let refusal) = callback.outcome { refusal } else { nil }
    case .unusable(let error, _): error.refusal
    case .oauth1(.granted), .secured, .fragment: nil
    }
  }

  /// What the sign-in that it answers waits under; nil for one without a state, which answers nothing.
  package var key: SignIn.Key? {
    switch self {
    case .oauth1(let callback): SignIn.Key(temporaryToken: callback.token)
    case .oauth2(let callback): callback.state.map(SignIn.Key.init(state:))
    case .secured(_, let state), .fragment(let state): state.map(SignIn.Key.init(state:))
    case .unusable(_, let key): key
    }
  }
}

extension Form {
  /// The pairs without what an HTML page makes of “&” when it writes a URL twice: `?code=A&amp;state=S`.
  ///
  /// That is safe, since only our state lets them count.
  fileprivate var unescapingHTML: Form {
    let escaped = Array("amp;".utf8)
    var form = self
    form.fields = fields.map { field in
      guard field.name.starts(with: escaped) else { return field }
      return Form.Field(name: Array(field.name.dropFirst(escaped.count)), value: field.value)
    }
    return form
  }
}

extension SignIn {
  /// What a sign-in waits under: its state, its temporary token, or the name of what it polls for.
  package struct Key: Sendable, Equatable {
    /// The bytes, which are as secret as the state itself; stores keep a digest of them.
    package let bytes: [UInt8]

    /// The key of an OAuth 2 sign-in.
    package init(state: Secret) { bytes = Array("state ".utf8) + state.exposedBytes }

    /// The key of a sign-in whose user answers on another device.
    package init(deviceCode: Secret) { bytes = Array("device ".utf8) + deviceCode.exposedBytes }

    /// The key of a sign-in whose user is asked on a device of theirs: its `auth_req_id`.
    package init(backchannelRequest requestID: Secret) {
      bytes = Array("backchannel ".utf8) + requestID.exposedBytes
    }

    /// The key of an OAuth 1.0a sign-in.
    package init(temporaryToken: Secret) { bytes = Array("token ".utf8) + temporaryToken.exposedBytes }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// The key under which the sign-in of an owner waits: without the owner, the right callback does not find it.
    package func owned(by owner: Secret?) -> Key {
      guard let owner else { return self }
      return Key(bytes: Array("owned ".utf8) + Array(SHA256.hash(data: owner.exposedBytes)) + bytes)
    }
  }
}
