import Foundation
import Wayleave
import WayleaveHummingbird

/// The providers of the playground, and the clients that the app and this server have there.
///
/// At a real provider take its own entry, such as `.twitter`. A secret never stands in the code: these are made up.
extension AppProvider {
  /// A code with its verifier, from a command-line app.
  static func tollgate(at playground: String) throws -> AppProvider {
    try AppProvider(
      "tollgate", .issuer("\(playground)/tollgate"),
      as: Client(
        id: "tollgate-web", secret: secret("TOLLGATE_SECRET", orMadeUp: "tollgate-web-secret-not-real"),
        redirectURIs: [RedirectURI("http://127.0.0.1/callback")]))
  }

  /// A code from an app on a phone, which comes back to it by the scheme of its own.
  static func foursquare(at playground: String) throws -> AppProvider {
    let entry = """
      {
        "format": 1, "name": "app-foursquare", "title": "Foursquare", "protocol": "oauth2",
        "authorization_endpoint": "\(playground)/oauth2/authenticate",
        "token_endpoint": "\(playground)/oauth2/access_token",
        "dialect": {
          "client_authentication": "client_secret_post", "default_token_type": "Bearer",
          "token_query_parameter": "oauth_token", "api_parameters": {"v": "20260101"}
        },
        "api_origins": ["\(playground)"],
        "identity": {
          "endpoint": "\(playground)/v2/users/self", "subject": "{response.user.id}",
          "name": "{response.user.firstName} {response.user.lastName}"
        }
      }
      """
    return try AppProvider(
      "foursquare", Provider(json: JSON(decoding: Array(entry.utf8))),
      as: Client(
        id: "wayleave-demo", secret: secret("FOURSQUARE_SECRET", orMadeUp: "playground-secret-not-real"),
        redirectURIs: [RedirectURI("wayleave.callback:/callback")]))
  }

  /// An Echo, or a token with its secret: Twitter has no codes in OAuth 1.0a.
  static func twitter(at playground: String) throws -> AppProvider {
    let user = "\(playground)/1.1/account/verify_credentials.json"
    let entry = """
      {
        "format": 1, "name": "app-twitter", "title": "Twitter", "protocol": "oauth1",
        "temporary_credential_endpoint": "\(playground)/oauth/request_token",
        "authorization_endpoint": "\(playground)/oauth/authenticate",
        "token_endpoint": "\(playground)/oauth/access_token",
        "api_origins": ["\(playground)"],
        "identity": {"endpoint": "\(user)", "subject": "{id_str}", "name": "{name}", "handle": "{screen_name}"},
        "hand_over": {"verify_credentials": "\(user)"}
      }
      """
    return try AppProvider(
      "twitter", Provider(json: JSON(decoding: Array(entry.utf8))),
      as: Client(
        id: "wayleave-demo-consumer", secret: secret("TWITTER_SECRET", orMadeUp: "playground-consumer-secret-not-real")),
      accepting: [.echo, .tokenAndSecret])
  }

  private static func secret(_ variable: String, orMadeUp text: String) -> Secret {
    Secret(ProcessInfo.processInfo.environment[variable] ?? text)
  }
}
