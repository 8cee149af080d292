#if canImport(Security)
  import WayleaveSignIn
  import WayleaveWire

  extension EarlierCredential {
    /// The tokens of an `OIDAuthState` of AppAuth, or of what GTMAppAuth puts around one.
    ///
    /// The names are those of the libraries' coders. Verifier, state, nonce and code are of the sign-in that is over.
    init(appAuth root: ArchivedObject, at now: Instant) throws(OAuthError) {
      guard let state = root.isKind(of: "OIDAuthState") ? root : try root.object("authState", of: "OIDAuthState") else {
        throw .unreadable("There is no OIDAuthState in it.")
      }
      guard state.object("authorizationError") == nil else { throw .refusedBefore() }
      let authorization = try state.object("lastAuthorizationResponse", of: "OIDAuthorizationResponse")
      let request = try authorization?.object("request", of: "OIDAuthorizationRequest")
      let place = try request?.object("configuration", of: "OIDServiceConfiguration")
      let answer = try state.object("lastTokenResponse", of: "OIDTokenResponse") ?? authorization
      let (access, refresh) = (answer?.filled("access_token"), state.filled("refreshToken"))
      guard access != nil || refresh != nil else { throw .unreadable("There is no token in it.") }
      let mustBeRenewed = access == nil || state.flag("needsTokenRefresh")
      let tokens = Credential.Tokens(
        accessToken: Secret(access ?? ""), tokenType: answer?.filled("token_type") ?? "Bearer",
        refreshToken: refresh.map { Secret($0) },
        scopes: state.filled("scope").map { $0.split(separator: " ").map(String.init) },
        expiresAt: mustBeRenewed ? now : answer?.time("expires_in").flatMap(Instant.init(secondsSince2001:)),
        idToken: answer?.filled("id_token").map { Secret($0) })
      self.init(credential: .oauth2(tokens), client: request?.filled("client_id"))
      issuer = place?.url("issuer").flatMap { try? AbsoluteURL($0) }
      endpointHosts = ["authorizationEndpoint", "tokenEndpoint"].compactMap { place?.url($0).flatMap(Self.host) }
      if request?.filled("client_secret") != nil { leftOut.append("the secret of the client") }
      if answer?.texts("additionalParameters").isEmpty == false { leftOut.append("what else the provider answered") }
      if ["userID", "userEmail", "serviceProvider"].contains(where: { root.filled($0) != nil }) {
        leftOut.append("who the user is")
      }
    }

    private static func host(of url: String) -> String? {
      (try? AbsoluteURL(url)).flatMap(Origin.init(of:))?.host
    }
  }

  extension ArchivedObject {
    /// A text with characters in it; nil where there is none.
    func filled(_ name: String) -> String? { text(name).flatMap { $0.isEmpty ? nil : $0 } }

    /// An object of a class; nil where there is none, and an error where it is of another class.
    fileprivate func object(_ name: String, of className: String) throws(OAuthError) -> ArchivedObject? {
      guard let object = object(name) else { return nil }
      guard object.isKind(of: className) else {
        let found = DisplayText.clean(object.className, limit: 100)
        throw .unreadable("Its “\(name)” is a “\(found)”, and no \(className).")
      }
      return object
    }
  }

  extension OAuthError {
    fileprivate static func refusedBefore() -> OAuthError {
      OAuthError(
        .signInNeeded, message: "AppAuth noted that this sign-in has ended: the provider had refused it.",
        rule: .rfc(6749, "5.2"), remedy: "Nothing was changed. Sign in again, and delete what is stored there.")
    }
  }
#endif
