import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// The front page: users, personalities with their paths and clients, the catalogue, the settings of faults, recent sign-ins.
extension FrontPage {
  /// How many sign-ins it shows.
  private static let storyCount = 8

  func frontPage(
    _ visit: Visit, problem: String? = nil, clockProblem: String? = nil, typed: Form = Form()
  ) -> ResponseMessage {
    let session = context.openSession(visit)
    guard let held = context.sessions.value(for: session, at: visit.now) else { return context.refuse(.expired, visit) }
    let stories = SignInStory.newest(Self.storyCount, in: context.journal.numbered)
    var content: [String: PageValue] = [
      "base": .text(context.base), "csrf": .text(held.formToken.exposedText), "people": context.people,
      "providers": .list(personalities.filter { $0.provider != .entries }.map(section)),
      "stories": .list(stories.map(\.pageValue)), "hasStories": .flag(!stories.isEmpty),
      "now": .text(context.now.description), "clockIsMoved": .flag(context.clock.isMoved),
      "steps": .list(
        FaultSettings.steps.map { .record(["title": .text($0.title), "seconds": .text("\($0.seconds)")]) }),
    ]
    content["clockProblem"] = clockProblem.map(PageValue.text)
    content.merge(catalogue(visit)) { $1 }
    content.merge(faultSettings(typed, problem)) { $1 }
    let status: HTTPResponse.Status = problem == nil && clockProblem == nil ? .ok : .badRequest
    return context.setCookie(session, on: context.pages.page("index", of: nil, status: status, content))
  }

  private func catalogue(_ visit: Visit) -> [String: PageValue] {
    let wanted = DisplayText.clean((try? visit.query.nonEmptyText(of: "find")) ?? "", limit: 60)
    let own = context.configuration.entries
    let all = CatalogueListing.all(with: own)
    let entries = CatalogueListing.entries(containing: wanted, with: own)
    return [
      "entryClient": .text(EntryPlay.clientID.text),
      "find": .text(wanted), "isFiltered": .flag(!wanted.isEmpty), "entryCount": .text("\(all.count)"),
      "foundCount": .text("\(entries.count)"),
      "entries": .list(
        entries.map {
          .record([
            "title": .text($0.title), "name": .text($0.name),
            "link": .text(context.address.root + OwnPath.catalogue + $0.name),
          ])
        }),
    ]
  }

  private func faultSettings(_ typed: Form, _ problem: String?) -> [String: PageValue] {
    let typed = { (name: String) in DisplayText.clean((try? typed.nonEmptyText(of: name)) ?? "", limit: 200) }
    let paths = personalities.flatMap { personality in
      personality.routes.filter { $0.title != nil }.map { personality.path(of: $0) }
    }
    let rules = context.faults.rules
    var content: [String: PageValue] = [
      "path": .text(typed("path")), "faultClient": .text(typed("client")), "value": .text(typed("value")),
      "number": .text(typed("number").isEmpty ? "1" : typed("number")),
      "paths": .texts(paths), "clientIDs": .texts(personalities.flatMap { $0.introduction.clients.map(\.id) }),
      "groups": .list(FaultSettings.groups.map { group(title: $0.title, $0.choices, picked: typed("effect")) }),
      "whens": .list(Self.whens.map { option($0.word, $0.title, picked: typed("when")) }),
      "hasRules": .flag(!rules.isEmpty), "hasManyRules": .flag(rules.count > 1), "rules": .list(rules.map(rule)),
    ]
    content["problem"] = problem.map(PageValue.text)
    return content
  }

  private static let whens: [(word: String, title: String)] = [
    ("all", "each time"), ("nth", "only request number …"), ("from", "from request number … on"),
    ("every", "one request in …"),
  ]

  private func option(_ word: String, _ title: String, picked: String) -> PageValue {
    .record(["word": .text(word), "title": .text(title), "isPicked": .flag(word.hasSameBytes(as: picked))])
  }

  private func group(title: String, _ choices: [FaultSettings.Choice], picked: String) -> PageValue {
    let options = choices.map { choice in
      let value = choice.usual.map(choice.shown) ?? ""
      return option(choice.word, choice.sentence + value, picked: picked)
    }
    return .record(["title": .text(title), "choices": .list(options)])
  }

  private func rule(_ rule: FaultBook.Rule) -> PageValue {
    .record([
      "number": .text("\(rule.number)"), "what": .text(DisplayText.clean(rule.fault.sentence, limit: 300)),
      "place": .address(rule.fault.place), "when": .text(rule.fault.occurrence.sentence), "seen": .text("\(rule.seen)"),
      "isOne": .flag(rule.seen == 1),
    ])
  }

  private func section(_ personality: any Personality) -> PageValue {
    let introduction = personality.introduction
    let endpoints = personality.routes.compactMap { endpoint($0, of: personality) }
    // The names are those of the default tenant.
    let command =
      context.configuration.isKnownByName && context.address.name == nil
      ? introduction.knownCommand ?? "wayleave login playground-\(personality.provider.name)"
      : introduction.command.map {
        ([$0] + [context.configuration.certificateOption].compactMap(\.self)).joined(separator: " ")
      }
    return .record([
      "look": .text(personality.provider.name), "name": .text(personality.provider.title),
      "mark": .text(String(personality.provider.title.prefix(1))),
      "explanation": .text(introduction.explanation), "command": command.map(PageValue.text) ?? .flag(false),
      "endpoints": .list(endpoints), "clientsAre": .text(introduction.clientsAre),
      "endpointCount": .text("\(endpoints.count)"), "clientCount": .text("\(introduction.clients.count)"),
      "clients": .list(introduction.clients.map(application)),
    ])
  }

  private func endpoint(_ route: Route, of personality: any Personality) -> PageValue? {
    guard let title = route.title else { return nil }
    let path = context.address.root + personality.path(of: route)
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
