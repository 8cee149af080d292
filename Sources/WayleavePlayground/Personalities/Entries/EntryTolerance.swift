import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// What a real provider takes in addition to the one way that its entry names, and what its answers have of their own.
///
/// An entry names the way in which we ask. Clients that others wrote for the same providers ask in these, and are served.
struct EntryTolerance: Sendable {
  /// How a client may authenticate as well.
  var clientAuthentication: Set<ClientAuthenticationMethod> = []
  /// Whether the secret may stand in the body although it is in the header field as well, against RFC 6749 §2.3.
  var takesTwoAuthentications = false
  /// The formats that a token request may have as well.
  var formats: Set<TokenRequestFormat> = []
  /// Whether a verifier may have any characters, where RFC 7636 §4.1 has 43 to 128 unreserved ones: these servers hash
  /// what comes, and compare.
  var takesAnyVerifier = false
  /// Whether a token request must repeat the redirect URI.
  var needsRedirectURI = true
  /// Where a token may travel as well.
  var tokenPlacements: [TokenPlacement] = []
  /// The words that may stand before a token as well.
  var schemes: [String] = []
  /// The pairs and header fields that may be left out, or have another value.
  var optional: Set<String> = []
  /// Whether it answers in its one way whatever `response_mode` says.
  var ignoresResponseMode = false
  /// Whether the user may be asked for by POST as well.
  var takesPost = false
  /// Whether the request for the user may have another body, since it only chooses members, or is of no meaning.
  var takesAnyBody = false
  /// Whether ID tokens leave out the nonce.
  var omitsNonce = false
  /// What may stand between scopes as well.
  var scopeSeparators: Set<Character> = []
  /// Members of the token answer that its entry does not read.
  var tokenMembers: [String: JSON] = [:]
  /// The member of the token answer that says when the token ends, in seconds since 1970.
  var endMember: String?
  /// Whether the API gives JSON as a text without a charset: many clients then read it as Latin-1.
  var answersAsText = false
  /// Whether each token answer has the status 200, and a number at the entry's path of errors says how it went.
  var refusesWithStatus200 = false

  static func of(_ entry: Provider) -> EntryTolerance {
    var tolerance = table[entry.name.text] ?? EntryTolerance()
    tolerance.takesAnyVerifier = hashingAnyVerifier.contains(entry.name.text)
    if case .issuer = entry.service {
      // As its metadata here says, and OpenID Connect Core §5.3.1.
      tolerance.clientAuthentication.insert(.post)
      tolerance.tokenPlacements.append(.form("access_token"))
    }
    return tolerance
  }

  /// The verifier in a request.
  func verifier(_ text: Secret) throws(OAuthError) -> CodeVerifier {
    takesAnyVerifier ? CodeVerifier(unchecked: text) : try CodeVerifier(text)
  }

  /// git-credential-oauth 0.4.2 of Debian 12 signs in at these with base64, which has “+”, “/” and “=”.
  ///
  /// https://github.com/doorkeeper-gem/doorkeeper, `generate_code_challenge`: what GitLab is built on only hashes.
  private static let hashingAnyVerifier: Set<String> = ["bitbucket", "codeberg", "gitea", "github", "gitlab"]
  private static let inQuery = EntryTolerance(tokenPlacements: [.query("access_token")])
  private static let twoAuthentications = EntryTolerance(takesTwoAuthentications: true)
  private static let byToken = EntryTolerance(schemes: ["token"])
  private static let byPost = EntryTolerance(clientAuthentication: [.post])

  private static let table: [String: EntryTolerance] = [
    // https://developer.amazon.com, "Obtain Customer Profile Information": "access_token" in the query.
    "amazon": inQuery,
    // https://developer.apple.com, "Request an authorization to the Sign in with Apple server".
    "apple": EntryTolerance(optional: ["response_mode"]),
    // https://developer.atlassian.com, "OAuth 2.0 (3LO) apps": without it, who has consented is not asked again.
    "atlassian": EntryTolerance(optional: ["prompt"]),
    "bitbucket": EntryTolerance(takesTwoAuthentications: true, tokenPlacements: [.query("access_token")]),
    "box": inQuery,
    "clever": byPost,
    "codeberg": byToken,
    "dailymotion": inQuery,
    // https://discord.com/developers/docs/topics/oauth2: Basic or the form.
    "discord": byPost,
    // https://disqus.com/api/docs/auth/: the secret in place of the key.
    "disqus": EntryTolerance(optional: ["api_key"]),
    // https://www.dropbox.com/developers/documentation/http/documentation, "/oauth2/token": Basic or the form.
    // "/oauth2/authorize": token_access_type is optional; without it no refresh token comes.
    // "RPC endpoints": without arguments the body is "null", or empty.
    "dropbox": EntryTolerance(clientAuthentication: [.post], optional: ["token_access_type"], takesAnyBody: true),
    // A public client here; what it does not know of, it does not read.
    "etsy": byPost,
    // https://www.eventbrite.com/platform/api, "Authenticate API Requests": "token" in the query.
    "eventbrite": EntryTolerance(tokenPlacements: [.query("token")]),
    // https://dev.evernote.com/doc/articles/authentication.php: in milliseconds; here in the year 2100.
    "evernote": EntryTolerance(tokenMembers: ["edam_expires": "4102444800000"]),
    // https://developers.facebook.com, "Manually Build a Login Flow": a GET, and a code unless another type is named.
    "facebook": EntryTolerance(
      formats: [.get], tokenPlacements: [.query("access_token")], optional: ["response_type"]),
    "fitbit": twoAuthentications,
    // https://www.flickr.com/services/api, "User Authentication": read, write or delete.
    "flickr": EntryTolerance(optional: ["perms"]),
    // https://docs.foursquare.com, "Using OAuth Authentication": a GET. RFC 6749 §2.3.1: Basic; §3.1: what the
    // server does not know is ignored.
    "foursquare": EntryTolerance(
      clientAuthentication: [.basic], formats: [.get], optional: ["state"], ignoresResponseMode: true),
    // https://docs.gitea.com, "API Usage".
    "gitea": byToken,
    // https://docs.github.com/rest, "Authenticating to the REST API": either word; the version may be left out.
    // Its page names the body alone; the defaults of requests-oauthlib and Authlib send HTTP Basic, and sign in there.
    "github": EntryTolerance(clientAuthentication: [.basic], schemes: ["token"], optional: ["X-GitHub-Api-Version"]),
    "github-app": EntryTolerance(
      clientAuthentication: [.basic], schemes: ["token"], optional: ["X-GitHub-Api-Version"]),
    // https://gitlab.com/.well-known/openid-configuration: client_secret_basic and client_secret_post.
    "gitlab": EntryTolerance(clientAuthentication: [.basic], tokenPlacements: [.query("access_token")]),
    // https://developers.google.com, "Using OAuth 2.0 for Web Server Applications".
    // https://accounts.google.com/.well-known/openid-configuration: client_secret_post and client_secret_basic.
    "google": EntryTolerance(clientAuthentication: [.basic], optional: ["access_type"]),
    // https://gumroad.com/api: "access_token" among the parameters.
    "gumroad": inQuery,
    "instagram": inQuery,
    // https://developers.kakao.com, "Retrieve user information": GET or POST.
    "kakao": EntryTolerance(takesPost: true),
    // Without a secret, as Etsy; what it does not know of, it does not read.
    "lichess": byPost,
    // https://github.com/authlib/authlib, issue 763.
    "linkedin": EntryTolerance(omitsNonce: true),
    // https://mailchimp.com/developer/marketing/docs/fundamentals, "Authenticate with OAuth 2".
    "mailchimp": EntryTolerance(schemes: ["Bearer"]),
    // https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration: client_secret_basic as well.
    "microsoft": EntryTolerance(clientAuthentication: [.basic]),
    "musicbrainz": inQuery,
    // https://apiok.ru/dev/methods: access_token with the other parameters.
    "odnoklassniki": inQuery,
    "orcid": inQuery,
    // https://developer.paypal.com, "Get access token": the code, no more.
    "paypal": EntryTolerance(needsRedirectURI: false),
    // Its page shows JSON, and social-core sends a form there.
    "podio": EntryTolerance(formats: [.form]),
    // https://qiita.com/api/v2/docs: client_id, client_secret and code, no more.
    "qiita": EntryTolerance(needsRedirectURI: false),
    // https://github.com/reddit-archive/reddit/wiki/OAuth2: without a duration it is "temporary".
    "reddit": EntryTolerance(takesTwoAuthentications: true, optional: ["duration"]),
    // https://help.salesforce.com, "OAuth 2.0 Web Server Flow": client_secret in the body, or Basic.
    "salesforce": byPost,
    // https://shopify.dev, "Authorization code grant": without it a token comes that does not expire.
    "shopify": EntryTolerance(optional: ["expiring"]),
    "simplelogin": inQuery,
    // https://docs.slack.dev, "Installing with OAuth": client_id, scope, user_scope and redirect_uri, no more.
    "slack": EntryTolerance(optional: ["response_type"]),
    // https://docs.slack.dev/reference/methods/openid.connect.token: client_secret in the body as well.
    // https://docs.slack.dev/apis/web-api: each answer says whether it went well; refusals are the usual ones here.
    // Slack's own library for Python has commas between the scopes.
    "slack-oidc": EntryTolerance(
      clientAuthentication: [.basic, .post], scopeSeparators: [","], tokenMembers: ["ok": true]),
    // https://developers.snap.com, "Login Kit": a query of GraphQL.
    "snapchat": EntryTolerance(takesAnyBody: true),
    "spotify": twoAuthentications,
    // https://developers.strava.com/docs/authentication: client_id, client_secret, code and grant_type, no more.
    // "Token exchange": expires_at and expires_in.
    "strava": EntryTolerance(
      needsRedirectURI: false, tokenPlacements: [.query("access_token")], endMember: "expires_at"),
    // https://docs.stripe.com/connect/oauth-reference: the code, no more.
    "stripe": EntryTolerance(needsRedirectURI: false),
    // https://business-api.tiktok.com, "Authentication": code 0 is success.
    "tiktok-ads": EntryTolerance(refusesWithStatus200: true),
    // https://developer.vimeo.com/api/authentication: the version is chosen by Accept, and may be left out.
    "vimeo": EntryTolerance(
      clientAuthentication: [.post], tokenPlacements: [.query("access_token")], optional: ["Accept"]),
    // https://open.weixin.qq.com: either method; appid, secret, code and grant_type, no more.
    // https://developers.weixin.qq.com, "Website application WeChat login": errcode, with status 200.
    // https://github.com/Eleme-IMF/DRDNetworking, issue 32: text/plain.
    "wechat": EntryTolerance(
      formats: [.form], needsRedirectURI: false, answersAsText: true, refusesWithStatus200: true),
    // https://developer.withings.com, "Response status": 0 is success.
    "withings": EntryTolerance(refusesWithStatus200: true),
    "yandex": EntryTolerance(clientAuthentication: [.post], tokenPlacements: [.query("oauth_token")]),
    // https://www.zoho.com/accounts/protocol/oauth: without access_type no refresh token comes.
    "zoho": EntryTolerance(optional: ["access_type", "prompt"]),
  ]
}
