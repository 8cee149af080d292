extension Provider {
  /// Every built-in provider, in the order of their names.
  public static let builtIn: [Provider] = [foursquare, twitter]
}
