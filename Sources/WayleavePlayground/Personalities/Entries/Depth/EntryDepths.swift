/// The providers that are more than their entry: a new one is its folder, and a line here.
enum EntryDepths {
  static let all: [String: @Sendable () -> any EntryDepth] = [
    "facebook": { Facebook() },
    "flickr": { Flickr() },
    "github": { GitHub() },
    "github-app": { GitHub(isApp: true) },
    "slack": { Slack() },
    "slack-oidc": { Slack() },
    "x": { X() },
    "zatar": { Zatar() },
  ]
}
