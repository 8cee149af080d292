import HTTPTypes

/// Every path that the playground answers; those of the providers are the real ones, which do not clash.
enum Route: String, CaseIterable {
  case index = "/"
  case style = "/playground/style.css"
  case signIn = "/playground/sign-in"
  case consent = "/playground/consent"
  case resume = "/playground/continue"

  case foursquareAuthenticate = "/oauth2/authenticate"
  case foursquareAuthorize = "/oauth2/authorize"
  case foursquareToken = "/oauth2/access_token"
  case foursquareSelf = "/v2/users/self"
  case foursquareFriends = "/v2/users/self/friends"

  case twitterRequestToken = "/oauth/request_token"
  case twitterAuthorize = "/oauth/authorize"
  case twitterAuthenticate = "/oauth/authenticate"
  case twitterAccessToken = "/oauth/access_token"
  case twitterInvalidate = "/oauth/invalidate_token"
  case twitterVerifyCredentials = "/1.1/account/verify_credentials.json"
  case twitterTimeline = "/1.1/statuses/home_timeline.json"

  /// The method that the path takes.
  var method: HTTPRequest.Method {
    switch self {
    case .signIn, .consent, .foursquareToken, .twitterRequestToken, .twitterAccessToken, .twitterInvalidate: .post
    default: .get
    }
  }

  /// Whose path it is.
  var provider: PlaygroundProvider? {
    switch self {
    case .index, .style, .signIn, .consent, .resume: nil
    case .foursquareAuthenticate, .foursquareAuthorize, .foursquareToken, .foursquareSelf, .foursquareFriends:
      .foursquare
    case .twitterRequestToken, .twitterAuthorize, .twitterAuthenticate, .twitterAccessToken, .twitterInvalidate,
      .twitterVerifyCredentials, .twitterTimeline:
      .twitter
    }
  }

  /// What the index page calls it.
  var title: String? {
    switch self {
    case .foursquareAuthenticate, .twitterAuthenticate: "Sign in, asking only once"
    case .foursquareAuthorize, .twitterAuthorize: "Sign in, asking each time"
    case .foursquareToken: "Code into token"
    case .foursquareSelf, .twitterVerifyCredentials: "Who the user is"
    case .foursquareFriends: "The user's friends"
    case .twitterRequestToken: "Temporary credential"
    case .twitterAccessToken: "Lasting credential"
    case .twitterInvalidate: "Give a token back"
    case .twitterTimeline: "What the user reads"
    case .index, .style, .signIn, .consent, .resume: nil
    }
  }
}
