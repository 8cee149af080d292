package import WayleaveWire

extension ProviderRefusal {
  /// What an API says against a request, in whichever of the known shapes: the challenge in its header, JSON in its body.
  ///
  /// Nil for an answer that refuses nothing, or says so by its status alone.
  package init?(reading response: ResponseMessage) {
    let response = response.withRefusalBody
    guard let refusal = TokenAnswer(of: response).refusal ?? ResourceChallenge(reading: response)?.refusal(response)
    else { return nil }
    self = refusal
  }

  /// What an API says in a sentence alone: GitHub's `message`, Figma's `err` and the `detail` of RFC 9457 §3.1.4.
  ///
  /// The status stands in place of the word, such as `http_401`. No OAuth endpoint refuses in this way, so it is not one
  /// of the shapes of ``find(in:status:)``.
  package init?(sentenceIn response: ResponseMessage) {
    let response = response.withRefusalBody
    guard response.isJSON, (400..<500).contains(response.status), let members = try? JSON(decoding: response.body),
      let sentence = members["message"]?.string ?? members["detail"]?.string ?? members["err"]?.string
    else { return nil }
    self.init(error: "http_\(response.status)", description: sentence, status: response.status, shape: .other)
  }

  /// Reads the members of an answer; nil when they refuse nothing.
  ///
  /// An `error` member wins over everything else in the answer: GitHub sends it with status 200.
  static func find(in members: JSON.LazyObject, status: Int) -> ProviderRefusal? {
    // None of the shapes is without one of these.
    if members.isAbsent("error"), members.isAbsent("errors"), members.isAbsent("meta"), members.isAbsent("violations") {
      return nil
    }
    // An empty "error" next to a token refuses nothing: RFC 6749 §5.2 has no empty word.
    let hasTokens = !members.isAbsent("access_token") && members["error"]?.isEmpty == true
    for shape in (hasTokens ? [] : [standard, facebook, anyError]) + [twitter, foursquare, zatar] {
      if let refusal = shape(members, status) { return refusal }
    }
    return nil
  }

  /// RFC 6749 §5.2: a word, perhaps with a description and an address.
  private static func standard(_ members: JSON.LazyObject, _ status: Int) -> ProviderRefusal? {
    guard let error = members["error"]?.string else { return nil }
    // Next to another word, `needed` may be anything.
    let needed = error.hasSameBytes(as: "missing_scope") ? members["needed"]?.string : nil
    return ProviderRefusal(
      error: error.isEmpty ? "http_\(status)" : error, description: members["error_description"]?.string,
      uri: members["error_uri"]?.string,
      status: status, demand: needed.map(neededScopes))
  }

  /// Slack's `needed`, next to `missing_scope`: scopes with commas.
  private static func neededScopes(_ text: String) -> AccessDemand {
    AccessDemand(scopes: text.split { $0 == "," || $0 == " " }.map(String.init))
  }

  /// Facebook: an object with `code`, `error_subcode` and `message`.
  private static func facebook(_ members: JSON.LazyObject, _ status: Int) -> ProviderRefusal? {
    guard let error = members["error"], error.object != nil else { return nil }
    let (code, subcode) = (error["code"]?.integer, error["error_subcode"]?.integer)
    return ProviderRefusal(
      error: code.map(String.init) ?? error["type"]?.string ?? "http_\(status)", subcode: subcode.map(String.init),
      description: error["message"]?.string, status: status, shape: .object,
      retryAfter: error["is_transient"]?.bool == true ? RefusalTable.pauseInTrouble : nil)
  }

  /// An `error` of any other kind is one all the same.
  private static func anyError(_ members: JSON.LazyObject, _ status: Int) -> ProviderRefusal? {
    switch members["error"] {
    case nil, .null, .bool(false): nil
    case let other?:
      ProviderRefusal(
        error: other.isEmpty ? "http_\(status)" : other.encodedText(), status: status, shape: .other)
    }
  }

  /// Twitter: a list `errors`, of which the first counts.
  private static func twitter(_ members: JSON.LazyObject, _ status: Int) -> ProviderRefusal? {
    guard let error = members["errors"]?.array?.first else { return nil }
    let code = error["code"]?.integer
    return ProviderRefusal(
      error: code.map(String.init) ?? "http_\(status)", description: error["message"]?.string, status: status,
      shape: .list)
  }

  /// Foursquare: `meta` with `code`, `errorType` and `errorDetail`.
  private static func foursquare(_ members: JSON.LazyObject, _ status: Int) -> ProviderRefusal? {
    guard let meta = members["meta"], let type = meta["errorType"]?.string else { return nil }
    return ProviderRefusal(
      error: type, subcode: meta["code"]?.integer.map(String.init), description: meta["errorDetail"]?.string,
      status: status, shape: .meta)
  }

  /// Zatar: `violations`, a list of what was wrong with the request.
  private static func zatar(_ members: JSON.LazyObject, _ status: Int) -> ProviderRefusal? {
    guard let violations = members["violations"], !violations.isEmpty else { return nil }
    return ProviderRefusal(
      error: "violations", description: violations.encodedText(), status: status, shape: .other)
  }
}

extension ResourceChallenge {
  /// What the challenge of an answer says against a request; nil when it only asks for a token.
  func refusal(_ response: ResponseMessage) -> ProviderRefusal? {
    failure.map {
      ProviderRefusal(error: $0.rawValue, description: description, status: response.status, demand: demand)
    }
  }
}
