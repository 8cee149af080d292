import WayleaveWire

/// The machines of an account: a store that was copied or moved is seen before it sends anything.
///
/// Two machines cannot renew one sign-in where a refresh token is accepted once: the provider ends it for both. Machines
/// that share one store share its locks, and each is named once.
extension StoredCredential {
  /// Whether it came from another machine, and was not renewed on this one yet. Where no machine is known, that is not.
  package func isNew(to machine: String?) -> Bool {
    guard let machine, !machines.isEmpty else { return false }
    return !machines.contains { $0.hasSameBytes(as: machine) }
  }

  /// Notes that this machine renews the account from now on; gives whether it is new to it.
  package mutating func move(to machine: String?) -> Bool {
    guard let machine, isNew(to: machine) else { return false }
    machines = machines.suffix(7) + [machine]
    return true
  }
}
