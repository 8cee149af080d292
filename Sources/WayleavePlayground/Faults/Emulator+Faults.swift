import WayleaveWire

/// The faults of the playground, as the listener asks for them.
extension Emulator {
  /// What goes wrong with a request; asked once for each, before it is handled.
  func reply(to request: RequestMessage) -> FaultyReply {
    FaultyReply(faults: faults.take(for: request)) { [self] in await note($0) }
  }

  func use(_ faults: Faults) { self.faults = faults }

  private func note(_ fault: Fault) {
    note(
      PlaygroundEvent(
        instant: configuration.clock(), provider: Route(rawValue: fault.path)?.provider, kind: .faultBegun,
        path: fault.path, client: nil, person: nil, reason: fault.effect.word))
  }
}
