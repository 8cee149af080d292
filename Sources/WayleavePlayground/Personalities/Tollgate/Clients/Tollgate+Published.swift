import WayleaveOAuth2
import WayleaveWire

/// The clients whose ids are URLs: their documents are fetched before the request is taken.
extension Tollgate {
  private static let placesOfClients: [String] =
    [TollgatePath.authorize, .push, .token, .revoke].map { TollgatePath.mount + $0.rawValue }
    + [PDSPath.authorize, .push, .token, .revoke].map(\.rawValue)

  func documentNeeded(by request: RequestMessage, at path: String) -> ClientID? {
    guard Self.placesOfClients.contains(where: path.hasSameBytes), let id = request.namedClient,
      PublishedClient.url(of: id) != nil, !settings.clients.contains(where: { $0.id == id })
    else { return nil }
    let held = state.published.value(for: Secret(id.text), at: context.now)
    return held.map { context.now - $0.fetchedAt < PublishedClient.lifetime } ?? false ? nil : id
  }

  func keep(_ document: ResponseMessage?, of id: ClientID) {
    let name = Secret(id.text)
    let client = document.flatMap { PublishedClient(reading: $0, of: id, at: context.now) }
    _ = state.published.take(name, at: context.now)
    guard let client else { return }
    state.published.insertDroppingOldest(
      client, for: name, until: context.now + PublishedClient.memory, at: context.now)
  }
}
