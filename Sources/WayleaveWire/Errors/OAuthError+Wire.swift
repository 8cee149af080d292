/// The failures of this floor. The factories stand together because many types of the floor share them.
extension OAuthError {
  package static func malformedPercentEncoding() -> OAuthError {
    OAuthError(
      .malformedPercentEncoding, rule: .rfc(3986, "2.1"), expected: "two hexadecimal digits after every “%”",
      received: .described("a “%” without them"), remedy: "The sender must write a literal “%” as “%25”.")
  }

  static func malformedText(of name: String) -> OAuthError {
    OAuthError(
      .malformedText, message: "“\(DisplayText.clean(name, limit: 60))” is not UTF-8.", rule: .rfc(6749, "B"),
      expected: "UTF-8 in “\(DisplayText.clean(name, limit: 60))”", remedy: "The sender must encode it as UTF-8.")
  }

  package static func duplicateParameter(_ name: String) -> OAuthError {
    OAuthError(
      .duplicateParameter, message: "“\(DisplayText.clean(name, limit: 60))” occurs more than once.",
      rule: .rfc(6749, "3.1"), expected: "“\(DisplayText.clean(name, limit: 60))” once",
      remedy: "Nothing was used. If this repeats, the sender is at fault.")
  }

  package static func tooManyFormFields(maximum: Int) -> OAuthError {
    OAuthError(
      .tooManyFormFields, rule: .wayleave("a form has a bounded number of fields"),
      expected: "at most \(maximum) fields",
      received: .described("more"), remedy: "Nothing was used. If this repeats, the sender is at fault.")
  }

  static func malformedJSON(expected: String, at position: Int) -> OAuthError {
    OAuthError(
      .malformedJSON, message: "The text is not valid JSON (byte \(position)).", rule: .rfc(8259, "2"),
      expected: expected, remedy: "Nothing was used. If the JSON is yours, correct it; else tell its sender.")
  }

  static func duplicateJSONMember(_ name: String) -> OAuthError {
    OAuthError(
      .malformedJSON, message: "The JSON has the name “\(DisplayText.clean(name, limit: 60))” twice in one object.",
      rule: .rfc(8259, "4"), expected: "member names that differ",
      remedy: "Readers disagree on which of two equal names counts; nothing was used.")
  }

  package static func malformedURL(_ expected: String, _ text: String) -> OAuthError {
    OAuthError(
      .malformedURL, rule: .rfc(3986, "3"), expected: expected, received: .url(text),
      remedy: "Check the URL for typing errors; an international name is written as punycode.")
  }

  package static func insecureURL(_ text: String) -> OAuthError {
    OAuthError(
      .insecureURL, message: "\(OAuthError.Received.url(text)) would send secrets unprotected: it is not https.",
      rule: .rfc(6749, "3.1"), expected: "an https URL, or http on this machine", remedy: .useHTTPS)
  }

  package static func forbiddenHeaderCharacter(_ name: String) -> OAuthError {
    OAuthError(
      .forbiddenHeaderCharacter, message: "“\(name)” has characters that a header field cannot have.",
      rule: .rfc(9110, "5.5"), expected: "visible ASCII characters in “\(name)”",
      remedy: "Remove line breaks and characters outside ASCII from the value.")
  }
}
