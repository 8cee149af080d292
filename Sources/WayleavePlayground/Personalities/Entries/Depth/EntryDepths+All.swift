extension EntryDepths {
  /// Every one: a new one is its folder, and a line here.
  static let all = EntryDepths([
    "apple": { Apple() },
    "facebook": { Facebook() },
    "flickr": { Flickr() },
    "foursquare": { Foursquare() },
    "github": { GitHub() },
    "github-app": { GitHub(isApp: true) },
    "google": { Google() },
    "microsoft": { Microsoft() },
    "slack": { Slack() },
    "slack-oidc": { Slack() },
    "twitter": { Twitter() },
    "x": { X() },
    "zatar": { Zatar() },
  ])
}
