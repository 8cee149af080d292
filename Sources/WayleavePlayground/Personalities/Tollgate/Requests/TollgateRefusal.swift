import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// Why Tollgate does not do what it is asked: a word of the protocol, and the rule for the reader.
///
/// RFC 6749 §4.1.2.1 and §5.2.
struct TollgateRefusal: Error {
  let word: String
  let description: String?

  init(_ word: String, _ description: String? = nil) {
    self.word = word
    self.description = description.map(Self.quotable)
  }

  /// A refusal that names what was expected instead.
  init(_ word: String, expecting what: String) { self.init(word, "expected \(what)") }

  /// A failure of reading or verifying, by its own word where it has one.
  init(_ error: OAuthError, otherwise word: String) {
    self.init(error.refusal?.error ?? word, "\(error.message) (\(error.rule))")
  }

  /// There is no room for more.
  static let full = TollgateRefusal("temporarily_unavailable")

  /// The answer at an endpoint that is asked directly.
  func response() -> ResponseMessage {
    var response = TokenErrorResponse(word, description: description).response()
    if word == Self.full.word {
      response.head.status = .serviceUnavailable
      response.head.headerFields[.retryAfter] = "1"
    }
    return response
  }

  /// RFC 6749 §5.2: "MUST NOT include characters outside the set %x20-21 / %x23-5B / %x5D-7E".
  private static func quotable(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { cleaned, scalar in
      switch scalar {
      case "“", "”", "\"": cleaned += "'"
      case "§": cleaned += "section "
      case " "..."~" where scalar != "\\": cleaned.unicodeScalars.append(scalar)
      default: cleaned += "?"
      }
    }
  }
}

/// Does what can fail on another floor, and says so in the protocol's words; `word` is for failures that have none.
func refusing<Result>(
  as word: String = "invalid_request", _ body: () throws(OAuthError) -> Result
) throws(TollgateRefusal) -> Result {
  do throws(OAuthError) { return try body() } catch { throw TollgateRefusal(error, otherwise: word) }
}

extension Form {
  /// RFC 6749 §3.1 and §3.2: "parameters MUST NOT be included more than once", but for the few that may.
  func requireSingle(but repeatable: Set<String> = []) throws(TollgateRefusal) {
    for field in fields {
      let name = String(decoding: field.name, as: UTF8.self)
      if repeatable.contains(name) { continue }
      _ = try refusing { () throws(OAuthError) in try text(of: name) }
    }
  }
}
