import WayleaveOAuth2
import WayleaveWire

/// What a provider knows of the code that a token request shows.
enum EntryShownCode {
  case good(EntryCode)
  /// With the grant of its first use, where that ends now.
  case used(ended: EntryGrant?)
  case expired, unknown, malformed
}

extension EntryPlay {
  private static let codeLength = 43

  /// The standing of a code, for the client whose it must be; where its second use ends the tokens of the first, they end.
  func shownCode(_ text: Secret, of client: ClientID? = nil, at now: Instant) -> EntryShownCode {
    guard text.exposedBytes.count == Self.codeLength else { return .malformed }
    guard let shown = issued.code(text, at: now), client.map({ $0 == shown.content.request.clientID }) ?? true else {
      return .unknown
    }
    switch shown.standing {
    case .good: return .good(shown.content)
    case .expired: return .expired
    case .used(let grant): return .used(ended: issued.endAfterReuse(grant, at: now))
    }
  }

  /// Uses a good code up, for the grant that begins.
  func redeem(_ code: EntryCode, _ text: Secret, as client: String? = nil) -> GrantID {
    let grant = issued.begin(EntryGrant(person: code.person, client: client))
    issued.spendCode(text, for: grant)
    return grant
  }
}

extension EntryRequest {
  /// The code in a request, as it came.
  var codeText: Secret { Secret(pair("code") ?? "") }

  var shownCode: EntryShownCode { play.shownCode(codeText, of: shownClient?.id, at: visit.now) }

  /// The code in a request; nil for one that is not good, whichever way.
  var goodCode: EntryCode? {
    guard case .good(let code) = shownCode else { return nil }
    return code
  }

  /// Uses a good code up, for the grant that begins, and notes that tokens are issued.
  func redeem(_ code: EntryCode, as client: ClientID) -> GrantID {
    context.note(.tokenIssued, visit, client: client, person: code.person)
    return play.redeem(code, codeText, as: play.granted(client))
  }

  /// What the data of the entry answers, for a depth that changes it.
  var answerOfEntry: ResponseMessage { entries.answer(visit, at: url, of: play) }
}

extension PlaygroundPerson {
  /// Whether the account at Google and at Microsoft belongs to no organization: that of the third resident.
  var hasPersonalAccount: Bool { id == Self.residents.last?.id }
}
