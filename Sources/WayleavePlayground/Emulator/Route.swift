import HTTPTypes

/// Every path that the playground answers; those of the providers are the real ones, which do not clash.
enum Route: String, CaseIterable {
  case index = "/"
  case style = "/playground/style.css"
  case icon = "/playground/icon.svg"
  /// What browsers ask for by themselves.
  case favicon = "/favicon.ico"
  case signIn = "/playground/sign-in"
  case consent = "/playground/consent"
  case resume = "/playground/continue"

  case foursquareAuthenticate = "/oauth2/authenticate"
  case foursquareAuthorize = "/oauth2/authorize"
  /// What Foursquare's own app opens where it is installed; else it is the page.
  case foursquareNative = "/native/oauth2/authenticate"
  case foursquareToken = "/oauth2/access_token"
  case foursquareSelf = "/v2/users/self"
  case foursquareFriends = "/v2/users/self/friends"

  case twitterRequestToken = "/oauth/request_token"
  case twitterAuthorize = "/oauth/authorize"
  case twitterAuthenticate = "/oauth/authenticate"
  case twitterAccessToken = "/oauth/access_token"
  case twitterInvalidate = "/1.1/oauth/invalidate_token"
  /// Without the version, as Twitter also took it.
  case twitterInvalidatePlain = "/oauth/invalidate_token"
  case twitterVerifyCredentials = "/1.1/account/verify_credentials.json"
  case twitterTimeline = "/1.1/statuses/home_timeline.json"
  case twitterOwnTimeline = "/1.1/statuses/user_timeline.json"
  case twitterRateLimit = "/1.1/application/rate_limit_status.json"

  case tollgateServerMetadata = "/.well-known/oauth-authorization-server/tollgate"
  case tollgateProviderMetadata = "/tollgate/.well-known/openid-configuration"
  case tollgateKeys = "/tollgate/jwks"
  case tollgateAuthorize = "/tollgate/authorize"
  case tollgatePush = "/tollgate/par"
  case tollgateToken = "/tollgate/token"
  case tollgateDeviceAuthorization = "/tollgate/device_authorization"
  case tollgateDevice = "/tollgate/device"
  case tollgateBackchannel = "/tollgate/backchannel"
  case tollgateTelephone = "/tollgate/telephone"
  case tollgateRevoke = "/tollgate/revoke"
  case tollgateIntrospect = "/tollgate/introspect"
  case tollgateRegister = "/tollgate/register"
  case tollgateRegistration = "/tollgate/registration"
  case tollgateUserInfo = "/tollgate/userinfo"
  case tollgateLogout = "/tollgate/logout"
  case tollgateNotes = "/tollgate/notes"
  case tollgateNotesMetadata = "/.well-known/oauth-protected-resource/tollgate/notes"
  case tollgateVault = "/tollgate/vault"
  case tollgateVaultMetadata = "/.well-known/oauth-protected-resource/tollgate/vault"

  /// The methods that the path takes.
  var methods: [HTTPRequest.Method] {
    switch self {
    case .signIn, .consent, .foursquareToken, .twitterRequestToken, .twitterAccessToken, .twitterInvalidate,
      .twitterInvalidatePlain, .tollgatePush, .tollgateToken, .tollgateDeviceAuthorization, .tollgateBackchannel,
      .tollgateRevoke,
      .tollgateIntrospect, .tollgateRegister:
      [.post]
    // OpenID Connect Core §3.1.2.1 and §5.3.1, and RP-Initiated Logout §2, have both.
    case .tollgateAuthorize, .tollgateUserInfo, .tollgateLogout, .tollgateDevice, .tollgateTelephone: [.get, .post]
    case .tollgateRegistration: [.get, .put, .delete]
    default: [.get]
    }
  }

  /// Whether programs alone come here: such a path is at the encrypted port as well.
  var isForPrograms: Bool {
    switch self {
    case .tollgatePush, .tollgateToken, .tollgateDeviceAuthorization, .tollgateBackchannel, .tollgateRevoke,
      .tollgateIntrospect, .tollgateUserInfo, .tollgateNotes, .tollgateVault:
      true
    default: false
    }
  }

  /// Whether a person who opens the path in a browser, with nothing else, sees something of use.
  var isPage: Bool {
    switch self {
    case .tollgateServerMetadata, .tollgateProviderMetadata, .tollgateKeys, .tollgateDevice, .tollgateTelephone,
      .tollgateLogout, .tollgateNotesMetadata, .tollgateVaultMetadata:
      true
    default: false
    }
  }

  /// Whose path it is.
  var provider: PlaygroundProvider? {
    switch self {
    case .index, .style, .icon, .favicon, .signIn, .consent, .resume: nil
    case .foursquareAuthenticate, .foursquareAuthorize, .foursquareNative, .foursquareToken, .foursquareSelf,
      .foursquareFriends:
      .foursquare
    case .twitterRequestToken, .twitterAuthorize, .twitterAuthenticate, .twitterAccessToken, .twitterInvalidate,
      .twitterInvalidatePlain, .twitterVerifyCredentials, .twitterTimeline, .twitterOwnTimeline, .twitterRateLimit:
      .twitter
    default: .tollgate
    }
  }

  /// What the index page calls it.
  var title: String? {
    switch self {
    case .foursquareAuthenticate, .twitterAuthenticate: "Sign in; asks only once"
    case .foursquareAuthorize, .twitterAuthorize: "Sign in; asks each time"
    case .foursquareNative: "Sign in, in the app or on this page"
    case .foursquareToken: "Exchange a code for a token"
    case .foursquareSelf, .twitterVerifyCredentials: "Who the user is"
    case .foursquareFriends: "The user's friends"
    case .twitterRequestToken: "Temporary credential"
    case .twitterAccessToken: "Token credential"
    case .twitterInvalidate: "Revoke a token"
    case .twitterTimeline: "Home timeline"
    case .twitterOwnTimeline: "The user's own timeline"
    case .twitterRateLimit: "Rate limits, also without a user"
    case .index, .style, .icon, .favicon, .signIn, .consent, .resume, .twitterInvalidatePlain: nil
    default: tollgateTitle
    }
  }

  private var tollgateTitle: String? {
    switch self {
    case .tollgateServerMetadata: "Server metadata, OAuth 2"
    case .tollgateProviderMetadata: "Server metadata, OpenID Connect"
    case .tollgateKeys: "The keys of ID tokens"
    case .tollgateAuthorize: "Sign in"
    case .tollgatePush: "Push a request"
    case .tollgateToken: "Exchange a grant for tokens"
    case .tollgateDeviceAuthorization: "Get a code for a device"
    case .tollgateDevice: "Type the code of a device"
    case .tollgateBackchannel: "Have a user asked on the telephone (CIBA)"
    case .tollgateTelephone: "The telephone: answer there"
    case .tollgateRevoke: "Revoke a token"
    case .tollgateIntrospect: "Introspect a token"
    case .tollgateRegister: "Register a client"
    case .tollgateRegistration: "Change or end a registration"
    case .tollgateUserInfo: "Who the user is"
    case .tollgateLogout: "End the session"
    case .tollgateNotes: "An API for a token with notes.read"
    case .tollgateVault: "An API for a recent sign-in"
    case .tollgateNotesMetadata: "Metadata of that API"
    case .tollgateVaultMetadata: "Metadata of that API"
    default: nil
    }
  }
}
