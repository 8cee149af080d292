import WayleaveOAuth2
import WayleaveProvider

/// The providers that are more than their entry: a new one is its folder, and a line here.
enum EntryDepths {
  /// The depth of an entry; those of a template share one.
  static func depth(of name: ProviderName) -> (any EntryDepth)? {
    (all[name.text] ?? all[name.templateAndValue?.template.text ?? ""])?()
  }

  /// The clients without a secret that some of them have in addition.
  static var nativeClients: [ClientID] { Set(all.values.compactMap { $0().nativeClient }).sorted { $0.text < $1.text } }

  private static let all: [String: @Sendable () -> any EntryDepth] = [
    "apple": { Apple() },
    "facebook": { Facebook() },
    "flickr": { Flickr() },
    "github": { GitHub() },
    "github-app": { GitHub(isApp: true) },
    "google": { Google() },
    "microsoft": { Microsoft() },
    "slack": { Slack() },
    "slack-oidc": { Slack() },
    "x": { X() },
    "zatar": { Zatar() },
  ]
}
