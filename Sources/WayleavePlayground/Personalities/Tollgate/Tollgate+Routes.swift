import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// What Tollgate answers.
extension Tollgate {
  var routes: [Route] {
    (metadataRoutes + pageRoutes + programRoutes + resourceRoutes + originRoutes + pdsRoutes).map { route in
      var route = route
      route.happenings += [.keys, .way]
      return route
    }
  }

  private var metadataRoutes: [Route] {
    [
      Route(
        WellKnownAddress.authorizationServerPath + TollgatePath.mount, title: "Server metadata, OAuth 2", isPage: true,
        isAtRoot: true, answer: serverMetadata),
      Route(
        TollgatePath.providerMetadata.rawValue, title: "Server metadata, OpenID Connect", isPage: true,
        answer: serverMetadata),
      Route(TollgatePath.keys.rawValue, title: "The keys of ID tokens", isPage: true, answer: keySet),
    ]
  }

  private var pageRoutes: [Route] {
    [
      // OpenID Connect Core §3.1.2.1 and §5.3.1, and RP-Initiated Logout §2, have both methods.
      Route(
        TollgatePath.authorize.rawValue, [.get, .post], title: "Sign in", happenings: [.question, .callback],
        answer: authorize),
      Route(
        TollgatePath.device.rawValue, [.get, .post], title: "Type the code of a device", isPage: true,
        happenings: [.question]
      ) {
        $0.request.head.method == .post ? self.takeUserCode($0) : self.devicePage($0)
      },
      Route(
        TollgatePath.telephone.rawValue, [.get, .post], title: "The telephone: answer there", isPage: true,
        happenings: [.question]
      ) {
        $0.request.head.method == .post ? self.telephoneAnswer($0) : self.telephonePage($0)
      },
      Route(TollgatePath.logout.rawValue, [.get, .post], title: "End the session", isPage: true, answer: logOut),
    ]
  }

  var programRoutes: [Route] {
    [
      Route(TollgatePath.push.rawValue, [.post], title: "Push a request", isForPrograms: true, answer: push),
      Route(
        TollgatePath.token.rawValue, [.post], title: "Exchange a grant for tokens", isForPrograms: true,
        happenings: [.idToken, .refresh], answer: grantTokens),
      Route(
        TollgatePath.deviceAuthorization.rawValue, [.post], title: "Get a code for a device", isForPrograms: true,
        answer: authorizeDevice),
      Route(
        TollgatePath.backchannel.rawValue, [.post], title: "Have a user asked on the telephone (CIBA)",
        isForPrograms: true,
        answer: askPerson),
      Route(TollgatePath.revoke.rawValue, [.post], title: "Revoke a token", isForPrograms: true, answer: revoke),
      Route(
        TollgatePath.introspect.rawValue, [.post], title: "Introspect a token", isForPrograms: true, answer: introspect),
      Route(TollgatePath.register.rawValue, [.post], title: "Register a client", answer: register),
      Route(
        TollgatePath.registration.rawValue, [.get, .put, .delete], title: "Change or end a registration",
        answer: changeRegistration),
    ]
  }

  /// The second server, at the root of the tenant.
  private var originRoutes: [Route] {
    [
      Route(TollgateOriginPath.metadata.rawValue, isAtRoot: true) {
        $0.ways.contains(.originIsPDS) ? self.pdsServerMetadata() : self.originMetadata($0)
      },
      Route(
        TollgateOriginPath.authorize.rawValue, [.get, .post], isAtRoot: true, happenings: [.question, .callback],
        answer: authorize),
      Route(
        TollgateOriginPath.token.rawValue, [.post], isForPrograms: true, isAtRoot: true,
        happenings: [.idToken, .refresh], answer: grantTokens),
      Route(TollgateOriginPath.register.rawValue, [.post], isAtRoot: true, answer: register),
    ]
  }

  private var resourceRoutes: [Route] {
    let wellKnown = WellKnownAddress.protectedResourcePath + TollgatePath.mount
    return [
      Route(
        TollgatePath.userInfo.rawValue, [.get, .post], title: "Who the user is", isForPrograms: true, answer: userInfo),
      Route(
        TollgatePath.notes.rawValue, title: "An API for a token with notes.read", isForPrograms: true, answer: notes),
      Route(wellKnown + TollgatePath.notes.rawValue, title: "Metadata of that API", isPage: true, isAtRoot: true) { _ in
        self.resourceMetadata(self.offer.notes, scope: "notes.read")
      },
      Route(TollgatePath.vault.rawValue, title: "An API for a recent sign-in", isForPrograms: true, answer: vault),
      Route(wellKnown + TollgatePath.vault.rawValue, title: "Metadata of that API", isPage: true, isAtRoot: true) { _ in
        self.resourceMetadata(self.offer.vault, scope: "vault.read")
      },
      Route(
        TollgatePath.tools.rawValue, [.post, .delete], title: "An API with tools (MCP)", isForPrograms: true,
        answer: tools),
      Route(wellKnown + TollgatePath.tools.rawValue, title: "Metadata of that API", isPage: true, isAtRoot: true) {
        self.toolsMetadata($0, isAtRoot: false)
      },
      Route(WellKnownAddress.protectedResourcePath, isAtRoot: true) {
        $0.ways.contains(.originIsPDS) ? self.pdsMetadata($0) : self.toolsMetadata($0, isAtRoot: true)
      },
    ]
  }
}
