/// The paths of the playground itself, within the tenant.
enum OwnPath: String, CaseIterable {
  case frontPage = "/"
  /// How a client is pointed at an entry of the catalogue.
  case entry = "/playground/catalogue/*"
  /// Where the forms of the front page are sent.
  case settings = "/playground/settings"
  case style = "/playground/style.css"
  case icon = "/playground/icon.svg"
  /// What browsers ask for by themselves.
  case favicon = "/favicon.ico"
  case signIn = "/playground/sign-in"
  case consent = "/playground/consent"
  case resume = "/playground/continue"
  case journal = "/playground/journal"
  case faults = "/playground/faults"
  case clock = "/playground/clock"
  /// The applications of developers.
  case clients = "/playground/clients"
  case reset = "/playground/reset"

  /// What the pages of the catalogue begin with.
  static let catalogue = "/playground/catalogue/"

  private static let apart: [OwnPath] = [.settings, .style, .icon, .journal, .faults, .clock, .clients, .reset]

  /// Whether no fault concerns a path, and the journal leaves it out: the settings stay within reach.
  static func isApart(_ path: String) -> Bool {
    guard path.hasPrefix("/playground/") else { return path == OwnPath.frontPage.rawValue }
    return OwnPath(rawValue: path).map(apart.contains) ?? false || path.hasPrefix(catalogue)
  }
}
