import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// The front page: every personality with its paths, its clients and its users.
extension Reception {
  func frontPage() -> ResponseMessage {
    house.pages.page(
      "index", of: nil,
      ["base": .text(house.base), "providers": .list(personalities.map(section)), "people": house.people])
  }

  private func section(_ personality: any Personality) -> PageValue {
    let introduction = personality.introduction
    let endpoints = personality.routes.compactMap { endpoint($0, of: personality) }
    let command =
      house.configuration.isKnownByName
      ? "wayleave login playground-\(personality.provider.name)" : introduction.command
    return .record([
      "look": .text(personality.provider.name), "name": .text(personality.provider.title),
      "explanation": .text(introduction.explanation), "command": command.map(PageValue.text) ?? .flag(false),
      "endpoints": .list(endpoints), "clientsAre": .text(introduction.clientsAre),
      "clients": .list(introduction.clients.map(application)),
    ])
  }

  private func endpoint(_ route: Route, of personality: any Personality) -> PageValue? {
    guard let title = route.title else { return nil }
    let path = house.address.root + personality.path(of: route)
    return .record([
      "what": .text(title), "method": .text(route.methods.map(\.rawValue).joined(separator: "/")),
      "path": .address(path), "link": route.isPage ? .text(path) : .flag(false),
    ])
  }

  private func application(_ application: Introduction.Application) -> PageValue {
    .record([
      "name": .text(DisplayText.clean(application.name, limit: 60)),
      "id": .text(DisplayText.clean(application.id, limit: 60)),
      "callbacks": .list(application.redirectURIs.map { .address($0.text) }),
    ])
  }
}
