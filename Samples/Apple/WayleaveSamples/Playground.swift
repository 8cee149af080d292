import Foundation
import WayleaveApple

/// The providers of `wayleave playground --port 9765`. In the simulator, 127.0.0.1 is the Mac it runs on. For another port,
/// set `PLAYGROUND` to its URL in the scheme of Xcode.
///
/// Replace them by `.foursquare`, `.twitter` and `.flickr`, and the clients by yours, to sign in at the real ones.
enum Playground {
  static let base = ProcessInfo.processInfo.environment["PLAYGROUND"] ?? "http://127.0.0.1:9765"

  /// The URL of a server of yours, as `BACKEND` in the scheme of Xcode names it; empty for none.
  static let server = ProcessInfo.processInfo.environment["BACKEND"] ?? ""

  /// Where each sign-in comes back to this app. The playground has registered it; Info.plist names its scheme.
  static let redirectURI = "wayleave.callback:/callback"

  /// A public client has no secret. Prefer such a one: what is in an app is known to everyone who has the app.
  static func tollgateClient() throws(OAuthError) -> Client {
    try Client(id: "tollgate-native", redirectURIs: [RedirectURI(redirectURI)])
  }

  /// The made-up secret of the playground is no secret. Leave a real one to a server of yours.
  static func client(_ id: String, madeUpSecret: String) throws(OAuthError) -> Client {
    try Client(id: ClientID(id), secret: Secret(madeUpSecret), redirectURIs: [RedirectURI(redirectURI)])
  }

  /// As `wayleave providers show playground-foursquare --json` prints it.
  static func foursquare() throws(OAuthError) -> Provider {
    try provider(
      """
      {
        "format": 1, "name": "playground-foursquare", "title": "Foursquare", "protocol": "oauth2",
        "authorization_endpoint": "\(base)/oauth2/authenticate", "token_endpoint": "\(base)/oauth2/access_token",
        "dialect": {
          "client_authentication": "client_secret_post", "default_token_type": "Bearer",
          "token_query_parameter": "oauth_token", "api_parameters": {"v": "20260101"}
        },
        "api_origins": ["\(base)"],
        "identity": {
          "endpoint": "\(base)/v2/users/self", "subject": "{response.user.id}",
          "name": "{response.user.firstName} {response.user.lastName}"
        }
      }
      """)
  }

  /// Foursquare's page, and a server of yours for all that follows: Documentation/server.md.
  static func foursquare(exchangingAt server: String) throws(OAuthError) -> Provider {
    try provider(
      """
      {
        "format": 1, "name": "foursquare-of-server", "title": "Foursquare", "protocol": "oauth2",
        "authorization_endpoint": "\(base)/oauth2/authenticate",
        "token_endpoint": "\(server)/app/sign-in/foursquare", "revocation_endpoint": "\(server)/app/sign-out",
        "api_origins": ["\(server)"],
        "identity": {"endpoint": "\(server)/me", "subject": "{sub}", "name": "{name}"}
      }
      """)
  }

  static func twitter() throws(OAuthError) -> Provider {
    try provider(
      """
      {
        "format": 1, "name": "playground-twitter", "title": "Twitter", "protocol": "oauth1",
        "temporary_credential_endpoint": "\(base)/oauth/request_token",
        "authorization_endpoint": "\(base)/oauth/authenticate", "token_endpoint": "\(base)/oauth/access_token",
        "invalidation_endpoint": "\(base)/1.1/oauth/invalidate_token",
        "api_origins": ["\(base)"],
        "identity": {
          "endpoint": "\(base)/1.1/account/verify_credentials.json?include_email=true", "subject": "{id_str}",
          "name": "{name}", "handle": "{screen_name}", "email": "{email}", "picture": "{profile_image_url_https}"
        }
      }
      """)
  }

  static func flickr() throws(OAuthError) -> Provider {
    let site = "\(base)/entries/flickr/www.flickr.com/services/oauth"
    return try provider(
      """
      {
        "format": 1, "name": "playground-flickr", "title": "Flickr", "protocol": "oauth1",
        "temporary_credential_endpoint": "\(site)/request_token", "authorization_endpoint": "\(site)/authorize",
        "token_endpoint": "\(site)/access_token",
        "dialect": {"text_parts": true, "authorization_parameters": {"perms": "read"}},
        "api_origins": ["\(base)"],
        "identity": {
          "endpoint": "\(flickrAPI)?method=flickr.test.login&format=json&nojsoncallback=1", "subject": "{user.id}",
          "handle": "{user.username._content}"
        }
      }
      """)
  }

  static let flickrAPI = "\(base)/entries/flickr/api.flickr.com/services/rest/"

  /// An entry of another provider is text of the same form: Documentation/providers.md.
  private static func provider(_ entry: String) throws(OAuthError) -> Provider {
    try Provider(json: JSON(decoding: Array(entry.utf8)))
  }
}
