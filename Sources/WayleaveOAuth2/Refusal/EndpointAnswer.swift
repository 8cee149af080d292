import HTTPTypes
import WayleaveWire

/// The JSON object with which an endpoint answers a direct request: a refusal is thrown, all else must be what was said.
struct EndpointAnswer {
  let members: JSON.Object
  private let rule: OAuthError.Rule

  /// Reads an answer of one of these statuses; throws what ``OAuthError/refused(_:)`` makes of a refusal, and
  /// `answer.unexpected`.
  init(
    _ response: ResponseMessage, status: Set<Int> = [200], rule: OAuthError.Rule,
    dialect: OAuth2Dialect = OAuth2Dialect()
  ) throws(OAuthError) {
    try response.requireDirectAnswer()
    let answer = TokenAnswer(of: response)
    if let refusal = answer.refusal { throw .refused(refusal) }
    guard (200..<300).contains(response.status) else { throw .refused(answer.unreadableRefusal(of: response)) }
    guard status.contains(response.status), answer.isReadable, !answer.isLoose || dialect.answer.isLoose
    else {
      throw .unexpectedEndpointAnswer("a JSON object with its content type and status \(status.sorted()[0])", rule)
    }
    members = answer.members.object
    self.rule = rule
  }

  /// The text that must be there: visible ASCII, and no more of it than anyone needs.
  func text(_ name: String, maximumLength: Int = 4096) throws(OAuthError) -> String {
    guard let text = members[name]?.string, (1...maximumLength).contains(text.utf8.count),
      text.utf8.allSatisfy(\.isVisibleCharacter)
    else { throw missing(name) }
    return text
  }

  /// The lifetime that must be there: a number of seconds above 0, perhaps in quotes.
  func lifetime(_ name: String) throws(OAuthError) -> Int64 {
    guard let seconds = seconds(name), seconds > 0 else { throw missing(name) }
    return seconds
  }

  /// A number of seconds, perhaps in quotes, held to what arithmetic can bear; nil when there is none.
  func seconds(_ name: String) -> Int64? {
    let digits: String? =
      switch members[name] {
      case .number(let digits): digits
      case .string(let digits) where digits.utf8.allSatisfy(\.isDigit): digits
      default: nil
      }
    guard let seconds = digits.flatMap(Double.init), !seconds.isNaN else { return nil }
    return Int64(min(max(seconds, 0), Double(TokenResponse.maximumExpiresIn)))
  }

  /// Whether the answer has a member with a value: `null` and an empty text count as absent.
  func has(_ name: String) -> Bool { members[name].map { $0 != .null && $0 != "" } ?? false }

  func missing(_ name: String) -> OAuthError { .unexpectedEndpointAnswer("a valid “\(name)”", rule, member: name) }
}

extension OAuthError {
  static func unexpectedEndpointAnswer(_ expected: String, _ rule: Rule, member: String? = nil) -> OAuthError {
    OAuthError(
      .unexpectedAnswer, message: "The server's answer does not have \(expected).", rule: rule,
      remedy: member == nil
        ? "Nothing was used. Check the address of the endpoint; else the server's answer is wrong." : .tellProvider,
      member: member)
  }
}
