public import HTTPTypes
import WayleaveBackport
public import WayleaveWire

/// What the body of an answer says.
extension Message where Head == HTTPResponse {
  /// The body as text in UTF-8.
  ///
  /// RFC 3629. Throws `wire.malformed_text` for other bytes.
  public var text: String {
    get throws(OAuthError) {
      guard let text = String(utf8: body) else { throw explained(.answerIsNoText()) }
      return text
    }
  }

  /// The body as JSON.
  ///
  /// RFC 8259, read strictly; only a byte order mark before it is passed over, and half of a surrogate pair is U+FFFD.
  /// Throws `wire.malformed_json`. The type that the server names and the status do not matter.
  public var json: JSON {
    get throws(OAuthError) {
      do throws(OAuthError) { return try JSON(decodingAnswer: body) } catch {
        throw explained(error.blamedOn(.provider))
      }
    }
  }

  /// The body as a value of a type, read from its JSON.
  ///
  /// RFC 8259. Nothing is converted: names are those of the type's coding keys, a number is not read from a text, a
  /// whole number must fit, and a `URL` is a text. Throws `wire.malformed_json`, and `answer.unexpected` with the path to the value as
  /// ``OAuthError/member``. An `OAuthError` that the type throws is passed on.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(OAuthError) -> Value {
    let decoder = JSONValueDecoder(value: try json, codingPath: [])
    do { return try Value(from: decoder) } catch {
      if let error = error as? OAuthError { throw error }
      throw explained(.undecodable(error, as: type))
    }
  }

  /// A failure that names the status first where the API refused: its answer is then not the one that was expected.
  private func explained(_ error: OAuthError) -> OAuthError {
    status >= 400 ? error.worded("The API answered \(status). \(error.message)") : error
  }
}

extension OAuthError {
  fileprivate static func answerIsNoText() -> OAuthError {
    OAuthError(
      .malformedText, message: "The body of the answer is not text in UTF-8.", rule: .rfc(3629, "3"),
      remedy: "Use `body`, which has the bytes.",
      fault: .provider)
  }
}
