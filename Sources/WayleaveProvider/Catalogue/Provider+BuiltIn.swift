extension Provider {
  /// Every built-in provider, in the order of their names.
  public static let builtIn: [Provider] = [
    discogs, flickr, foursquare, garmin, mediawiki, trello, tumblr, twitter,
  ]
}
