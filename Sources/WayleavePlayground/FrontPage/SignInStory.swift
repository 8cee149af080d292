import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// The requests of one client from the beginning of a sign-in on, each with its answer and its events.
struct SignInStory {
  let provider: String
  let client: String
  private(set) var steps: [(number: Int, entry: JournalEntry)] = []
  private(set) var isCut = false

  /// More steps than a person reads.
  static let longest = 30

  /// What begins a sign-in: a second one of the same kind begins another.
  private static let beginnings: Set<PlaygroundEvent.Kind> = [
    .authorizationRequested, .temporaryCredentialIssued, .requestPushed, .deviceCodeIssued, .backchannelAsked,
  ]

  /// The sign-ins in a journal, the newest first.
  static func newest(_ count: Int, in journal: [(number: Int, value: JournalEntry)]) -> [SignInStory] {
    var stories: [SignInStory] = []
    var latest: [String: Int] = [:]
    for (number, entry) in journal {
      guard let client = entry.events.lazy.compactMap(\.client).first ?? entry.request.namedClient,
        let provider = entry.events.lazy.compactMap(\.provider).first ?? entry.provider
      else { continue }
      let key = "\(entry.provider?.name ?? provider.name) \(client.text)"
      if let index = latest[key], !stories[index].isOver(before: entry) {
        stories[index].append(number, entry)
      } else {
        latest[key] = stories.count
        stories.append(SignInStory(provider: provider.title, client: client.text))
        stories[stories.count - 1].append(number, entry)
      }
    }
    return stories.suffix(count).reversed()
  }

  private init(provider: String, client: String) {
    (self.provider, self.client) = (provider, client)
  }

  private mutating func append(_ number: Int, _ entry: JournalEntry) {
    if steps.count < Self.longest { steps.append((number, entry)) } else { isCut = true }
  }

  private var events: [PlaygroundEvent] { steps.flatMap(\.entry.events) }

  private func isOver(before entry: JournalEntry) -> Bool {
    let begun = Set(entry.events.map(\.kind)).intersection(Self.beginnings)
    guard !begun.isEmpty else { return false }
    let kinds = Set(events.map(\.kind))
    return kinds.contains(.tokenIssued) || kinds.contains(.denied) || !kinds.isDisjoint(with: begun)
  }

  /// The handle of the person who signed in.
  var person: String? { events.lazy.compactMap(\.person).first }

  /// How it ended, in words.
  var outcome: (sentence: String, isGood: Bool) {
    let kinds = events.map(\.kind)
    if kinds.contains(.tokenIssued) { return ("Has a token", true) }
    if kinds.contains(.denied) { return ("Denied", false) }
    // A nonce that is asked for is a step of every sign-in with DPoP: RFC 9449 §8.
    if let reason = events.last(where: { $0.kind == .refused && $0.reason != "use_dpop_nonce" })?.reason {
      return ("Refused: \(DisplayText.clean(reason, limit: 60))", false)
    }
    if kinds.contains(where: { [.allowed, .allowedBefore, .allowedAutomatically].contains($0) }) {
      return ("Allowed, no token yet", false)
    }
    return ("Not finished", false)
  }
}

/// How the front page shows it.
extension SignInStory {
  var pageValue: PageValue {
    .record([
      "provider": .text(provider), "client": .text(DisplayText.clean(client, limit: 60)),
      "person": person.map(PageValue.text) ?? .flag(false), "time": .text(steps.first?.entry.instant.description ?? ""),
      "outcome": .text(outcome.sentence), "isGood": .flag(outcome.isGood),
      "steps": .list(steps.map { Self.pageValue($0.entry, $0.number) }), "isCut": .flag(isCut),
    ])
  }

  private static func pageValue(_ entry: JournalEntry, _ number: Int) -> PageValue {
    // The journal's own form, in which no secret stands.
    let shown = entry.json(number: number)
    let credential = shown["headers"]?["authorization"]?.string.map { [("Authorization", $0)] } ?? []
    let sent = credential + ["query", "form", "json"].flatMap { pairs(shown[$0]) }
    let answer = shown["answer"]
    let location = answer?["location"]?.string.map { [("Location", $0)] } ?? []
    return .record([
      "method": .text(entry.request.head.method.rawValue), "path": .address(DisplayText.clean(entry.path, limit: 200)),
      "sent": .list(sent.map(pageValue)), "status": .text(entry.answer.map { "\($0.head.status.code)" } ?? "no answer"),
      "type": answer?["type"]?.string.map { .text(DisplayText.clean($0, limit: 60)) } ?? .flag(false),
      "received": .list((location + pairs(answer?["json"])).map(pageValue)),
      "faults": .texts(entry.faults),
      "events": .list(
        entry.events.map { event in
          .record([
            "kind": .text(event.kind.rawValue),
            "reason": event.reason.map { .text(DisplayText.clean($0, limit: 80)) } ?? .flag(false),
          ])
        }),
    ])
  }

  private static func pairs(_ json: JSON?) -> [(String, String)] {
    (json?.object?.members ?? []).prefix(20).map { ($0.name, $0.value.string ?? $0.value.encodedText()) }
  }

  private static func pageValue(_ pair: (String, String)) -> PageValue {
    .record([
      "name": .text(DisplayText.clean(pair.0, limit: 60)), "value": .address(DisplayText.clean(pair.1, limit: 160)),
    ])
  }
}
