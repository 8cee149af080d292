import WayleaveOAuth2
import WayleaveWire

extension EntryRequest {
  /// What a provider knows of the code that a token request shows.
  enum ShownCode {
    case good(EntryGrants.Code)
    case expired, used, malformed
  }

  private static let codeLength = 43

  var shownCode: ShownCode {
    let text = Secret(pair("code") ?? "")
    guard text.exposedBytes.count == Self.codeLength else { return .malformed }
    // A code that has expired stands in the table until its place is needed.
    guard let code = play.grants.codes.value(for: text, at: Instant(secondsSinceEpoch: .min)) else { return .used }
    return play.grants.codes.value(for: text, at: visit.now) == nil ? .expired : .good(code)
  }

  /// What the data of the entry answers, for a depth that changes it.
  var answerOfEntry: ResponseMessage { entries.answer(visit, at: url, of: play) }
}

extension PlaygroundPerson {
  /// Whether the account at Google and at Microsoft belongs to no organization: that of the third resident.
  var hasPersonalAccount: Bool { id == Self.residents.last?.id }
}
