/// The authorization servers that Tollgate plays: each has an issuer and clients of its own; the people are the same.
enum TollgateServer: Sendable {
  /// The one below its mount.
  case own
  /// The one of the origin, for APIs of the Model Context Protocol without metadata.
  case origin
  /// The one of the personal data server, whose issuer is the origin as well.
  case pds

  init(at path: String) {
    self = TollgateOriginPath(rawValue: path) != nil ? .origin : PDSPath(rawValue: path) != nil ? .pds : .own
  }
}
