/// Which addresses a server may send us to.
extension AbsoluteURL {
  /// Whether a server at `source` may name this address as one that we are to ask.
  ///
  /// RFC 9728 §7.7. A server elsewhere that names addresses of this machine or network makes us ask our own
  /// services in its name: so an address of this machine may be named only by this machine, and a private one only from
  /// a private network. A name can still lead there; what resolves names looks again.
  package func mayBeNamed(by source: AbsoluteURL) -> Bool {
    if isThisMachine { return source.isThisMachine }
    return isPublic || !source.isPublic
  }

  /// Whether the host leads to this machine by its text, also in the ways that ``isLoopback`` trusts no plain http with.
  private var isThisMachine: Bool { host.map(HostName.isThisMachine) ?? false }
}
