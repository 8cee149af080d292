extension Provider {
  /// The entries of the catalogue in the order of their names: the one place to add a new one.
  static let entries: [BuiltInEntry] = [
    BuiltInEntry("discogs") { discogs },
    BuiltInEntry("flickr") { flickr },
    BuiltInEntry("foursquare") { foursquare },
    BuiltInEntry("garmin") { garmin },
    BuiltInEntry("mediawiki") { mediawiki },
    BuiltInEntry("trello") { trello },
    BuiltInEntry("tumblr") { tumblr },
    BuiltInEntry("twitter") { twitter },
  ]
}
