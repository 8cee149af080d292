import HTTPTypes
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

/// Which handler answers which path.
extension Emulator {
  func answer(_ request: RequestMessage, from certificate: PeerCertificate? = nil) -> ResponseMessage {
    var response = isAddressedToUs(request) ? dispatch(request, from: certificate) : misdirected()
    if response.head.headerFields[.cacheControl] != Pages.oneDay {
      response.head.headerFields[.cacheControl] = "no-store"
    }
    response.head.headerFields[.xContentTypeOptions] = "nosniff"
    return response
  }

  /// A page of elsewhere whose name was made to point here still sends its own name.
  private func isAddressedToUs(_ request: RequestMessage) -> Bool {
    guard let authority = request.head.authority, request.head.headerFields["Host"] == nil else { return false }
    let named = "\(request.head.scheme ?? "")://\(authority)"
    return !base.isEmpty && (named.hasSameBytes(as: base) || encryptedBase.map(named.hasSameBytes) ?? false)
  }

  private func misdirected() -> ResponseMessage {
    .text(
      .misdirectedRequest,
      base.isEmpty ? "The playground is not open yet.\n" : "The playground is at \(base)/ and nowhere else.\n")
  }

  private func dispatch(_ request: RequestMessage, from certificate: PeerCertificate?) -> ResponseMessage {
    let path = request.pathWithoutQuery
    guard let route = Route(rawValue: path) else { return unknownPath(path) }
    // Pages are at one origin only, so that a browser has one session.
    guard request.head.scheme == "http" || route.isForPrograms else { return misdirected() }
    let isExtraGET = route == .foursquareToken && configuration.takesTokenRequestsByGET && request.head.method == .get
    guard route.methods.contains(request.head.method) || isExtraGET else {
      let methods = route.methods.map(\.rawValue)
      var response = ResponseMessage.text(
        .methodNotAllowed, "This path takes \(methods.joined(separator: " or ")).\n")
      response.head.headerFields[.allow] = methods.joined(separator: ", ")
      return response
    }
    guard let query = try? Form(decoding: request.query ?? "") else {
      return pages.message(
        "This URL is broken", of: route.provider, status: .badRequest,
        explanation: "Its query holds a “%” that no two hexadecimal digits follow.")
    }
    return handle(
      Visit(request: request, route: route, query: query, now: configuration.clock(), certificate: certificate))
  }

  private func handle(_ visit: Visit) -> ResponseMessage {
    switch visit.route {
    case .index: indexPage()
    case .style: Pages.style
    case .icon, .favicon: Pages.icon
    case .signIn: signIn(visit)
    case .consent: consent(visit)
    case .resume: resume(visit)
    case .foursquareAuthenticate, .foursquareNative: foursquareAuthorization(visit, asksAgain: false)
    case .foursquareAuthorize: foursquareAuthorization(visit, asksAgain: true)
    case .foursquareToken: foursquareToken(visit)
    case .foursquareSelf, .foursquareFriends: foursquareAPI(visit)
    case .twitterRequestToken: twitterTemporaryCredential(visit)
    case .twitterAuthenticate: twitterAuthorization(visit, asksAgain: false)
    case .twitterAuthorize: twitterAuthorization(visit, asksAgain: true)
    case .twitterAccessToken: twitterTokenCredential(visit)
    case .twitterInvalidate, .twitterInvalidatePlain: twitterInvalidation(visit)
    case .twitterVerifyCredentials, .twitterTimeline, .twitterOwnTimeline: twitterAPI(visit)
    case .twitterRateLimit: twitterRateLimit(visit)
    case .tollgateServerMetadata, .tollgateProviderMetadata: tollgateMetadata()
    case .tollgateKeys: tollgateKeySet(visit)
    case .tollgateAuthorize: tollgateAuthorization(visit)
    case .tollgatePush: tollgatePush(visit)
    case .tollgateToken: tollgateToken(visit)
    case .tollgateDeviceAuthorization: tollgateDeviceAuthorization(visit)
    case .tollgateDevice: visit.request.head.method == .post ? tollgateUserCode(visit) : tollgateDevicePage(visit)
    case .tollgateBackchannel: tollgateBackchannel(visit)
    case .tollgateTelephone:
      visit.request.head.method == .post ? tollgateTelephoneAnswer(visit) : tollgateTelephonePage(visit)
    case .tollgateRevoke: tollgateRevocation(visit)
    case .tollgateIntrospect: tollgateIntrospection(visit)
    case .tollgateRegister: tollgateRegister(visit)
    case .tollgateRegistration: tollgateRegistration(visit)
    case .tollgateUserInfo: tollgateUserInfo(visit)
    case .tollgateLogout: tollgateLogout(visit)
    case .tollgateNotes: tollgateNotes(visit)
    case .tollgateVault: tollgateVault(visit)
    case .tollgateNotesMetadata: tollgateResourceMetadata(tollgateOffer.notes)
    case .tollgateVaultMetadata: tollgateResourceMetadata(tollgateOffer.vault)
    }
  }

  private func unknownPath(_ path: String) -> ResponseMessage {
    if path.hasPrefix("/v2/") { return foursquareUnknownEndpoint() }
    if path.hasPrefix("/1.1/") { return TwitterRefusal.pageDoesNotExist.response() }
    return pages.message(
      "There is nothing here", of: nil, status: .notFound, explanation: "The playground has no page at this URL.",
      remedy: "The front page, at /, lists all that there is.")
  }

  func revokeTokens(at provider: PlaygroundProvider) {
    switch provider {
    case .foursquare: foursquare.revokeAll()
    case .twitter: twitter.revokeAll()
    case .tollgate: tollgate.endAll()
    }
  }
}
