import Wayleave
import WayleaveOAuth2
import WayleaveWire

/// The rules of a sign-in that its record can be held against.
struct TraceRules {
  typealias Check = TraceReplay.Check

  private let record: TraceRecord
  private let exchanges: [TraceExchange]

  init(_ record: TraceRecord) {
    self.record = record
    exchanges = TraceExchange.all(in: record.steps)
  }

  private var steps: [TraceRecord.Step] { record.steps }

  private func indices(of name: Event.Name) -> [Int] { steps.indices.filter { steps[$0].event.name == name } }

  /// Each step comes after the one that it rests on.
  var order: [Check] {
    guard let first = steps.first else {
      return [check("order", .wayleave("a record has steps"), nil, "The record has no steps.")]
    }
    // A sign-in that another process began has its callback here first.
    let began: [Event.Name] = [.signInBegan, .refreshBegan, .requestSent, .callbackAccepted]
    guard began.contains(first.event.name) else {
      return [
        check(
          "order", .rfc(6749, "4.1"), 0,
          "The record does not begin with a sign-in, but with \(first.event.name.rawValue).")
      ]
    }
    var (open, wasSent, cameBack) = (0, first.event.name == .callbackAccepted, false)
    for (index, step) in steps.enumerated() {
      switch step.event.name {
      case .requestSent:
        open += 1
        let isExchange = step.event.value(of: "grant_type") == "authorization_code"
        if isExchange, wasSent, !cameBack {
          return [check("order", .rfc(6749, "4.1.3"), index, "A code is exchanged before any callback came.")]
        }
      case .answerReceived:
        guard open > 0 else {
          return [check("order", .rfc(9110, "3.4"), index, "An answer comes to no request.")]
        }
        open -= 1
      case .userSent: wasSent = true
      case .callbackAccepted:
        guard wasSent else {
          return [
            check("order", .rfc(6749, "4.1.2"), index, "A callback is accepted before the user was sent anywhere.")
          ]
        }
        cameBack = true
      default: break
      }
    }
    return [check("order", .rfc(6749, "4.1"), 0, nil)]
  }

  /// Time goes forward, and a sign-in of the command line waits for its callback for an hour.
  var times: [Check] {
    let limit = Accounts.timeToResume
    for index in steps.indices.dropFirst() where steps[index].after < steps[index - 1].after {
      return [check("times", .wayleave("time goes forward"), index, "The step is before the one above it.")]
    }
    guard let sent = indices(of: .userSent).first, let back = indices(of: .callbackAccepted).first, back > sent else {
      return []
    }
    let time = steps[back].after - steps[sent].after
    // A longer time may have been asked for; then the sign-in worked all the same.
    let fault =
      time > limit && record.failure != nil
      ? "The user came back after \(time.wholeSeconds) seconds, and a sign-in waits for \(limit.wholeSeconds)." : nil
    return [check("times", .wayleave("a sign-in waits for an hour"), back, fault)]
  }

  /// Metadata names the issuer of its own URL.
  var metadata: [Check] {
    exchanges.compactMap { exchange in
      guard exchange.request.event.isDiscovery, exchange.status == 200, let index = exchange.answerIndex,
        let issuer = exchange.answer?.event.value(of: "issuer")
      else { return nil }
      let isSame = Self.places(of: issuer).contains { $0.text.hasSameBytes(as: exchange.place) }
      return check(
        "metadata", .rfc(8414, "3.3"), index,
        isSame ? nil : "The metadata of \(exchange.place) names the issuer \(issuer).")
    }
  }

  /// Where the metadata of an issuer can be.
  private static func places(of issuer: String) -> [AbsoluteURL] {
    guard let issuer = try? AbsoluteURL(issuer) else { return [] }
    return [
      try? WellKnownAddress.openIDConfiguration(of: issuer), try? WellKnownAddress.authorizationServer(of: issuer),
    ]
    .compactMap(\.self)
  }

  /// What was asked for in front of the user: in the URL, or in the request that was pushed before it.
  private func asked(_ name: String, before index: Int) -> String? {
    steps[..<index].last { step in
      let isRequest = step.event.name == .userSent || step.event.rule == .rfc(9126, "2.1")
      return isRequest && step.event.name != .answerReceived && step.event.value(of: name) != nil
    }?.event.value(of: name)
  }

  /// The state that comes back is the one that was sent; so is the temporary credential of OAuth 1.0a.
  var states: [Check] {
    indices(of: .callbackAccepted).flatMap { index in
      [("state", OAuthError.Rule.rfc(6749, "10.12")), ("oauth_token", .rfc(5849, "2.2"))].compactMap { name, rule in
        guard let sent = asked(name, before: index) else { return nil }
        guard let seen = steps[index].event.value(of: name) else {
          return check("state", rule, index, "The callback has no “\(name)”, and \(sent) was sent.")
        }
        // Of a short one there is no fingerprint, so that it cannot be compared.
        return check(
          "state", rule, index, sent == seen ? nil : "The callback has the \(name) \(seen), and \(sent) was sent.")
      }
    }
  }

  /// The issuer in a callback is the one of the metadata, and is there where the metadata says so.
  var issuers: [Check] {
    let documents = exchanges.filter { $0.request.event.isDiscovery && $0.status == 200 }.compactMap(\.answer?.event)
    guard let document = documents.last, let issuer = document.value(of: "issuer") else { return [] }
    let isPromised = document.value(of: "authorization_response_iss_parameter_supported") == "true"
    return indices(of: .callbackAccepted).compactMap { index in
      let event = steps[index].event
      // A signed answer carries its issuer inside.
      guard event.value(of: "response") == nil else { return nil }
      guard let seen = event.value(of: "iss") else {
        guard isPromised else { return nil }
        return check(
          "issuer", .rfc(9207, "2.4"), index, "The callback does not name its issuer, as the metadata promises.")
      }
      return check(
        "issuer", .rfc(9207, "2.4"), index,
        seen == issuer ? nil : "The callback is from \(seen), and the user was sent to \(issuer).")
    }
  }

  /// The callback comes to the redirect URI that was asked for, and the exchange of the code names the same.
  var redirectURIs: [Check] {
    let callbacks: [Check] = indices(of: .callbackAccepted).compactMap { index in
      guard let asked = asked("redirect_uri", before: index) else { return nil }
      let seen = String(steps[index].event.detail.prefix { $0 != "?" && $0 != "#" })
      let isSame = seen == asked.prefix { $0 != "?" }
      return check(
        "redirect target", .rfc(6749, "3.1.2"), index,
        isSame ? nil : "The callback came to \(seen), and \(asked) was asked for.")
    }
    let grants: [Check] = codeExchanges.compactMap { exchange in
      guard let sent = asked("redirect_uri", before: exchange.requestIndex),
        let named = exchange.request.event.value(of: "redirect_uri")
      else { return nil }
      return check(
        "redirect URI", .rfc(6749, "4.1.3"), exchange.requestIndex,
        sent == named ? nil : "The exchange names \(named), and the user was sent with \(sent).")
    }
    return callbacks + grants
  }

  private var codeExchanges: [TraceExchange] {
    exchanges.filter { $0.request.event.value(of: "grant_type") == "authorization_code" }
  }

  /// The code that is exchanged is the one of the callback, and a challenge is answered by a verifier.
  var codes: [Check] {
    codeExchanges.flatMap { exchange in
      let (event, index) = (exchange.request.event, exchange.requestIndex)
      var checks: [Check] = []
      let callback = steps[..<index].last { $0.event.name == .callbackAccepted }?.event
      if let came = callback?.value(of: "code"), let used = event.value(of: "code") {
        checks.append(
          check(
            "code", .rfc(6749, "4.1.3"), index, came == used ? nil : "The code \(used) is exchanged, and \(came) came.")
        )
      }
      if asked("code_challenge", before: index) != nil {
        let isThere = event.value(of: "code_verifier") != nil
        checks.append(
          check(
            "verifier", .rfc(7636, "4.5"), index,
            isThere ? nil : "A code challenge was sent, and no verifier comes with the code."
          ))
      }
      return checks
    }
  }

  /// An answer is an error only where the request was not sent again.
  var answers: [Check] {
    exchanges.enumerated().compactMap { number, exchange in
      guard let rule = exchange.request.event.rule else { return nil }
      let isRepeated = {
        exchanges.dropFirst(number + 1).contains { next in
          next.place == exchange.place || (exchange.request.event.isDiscovery && next.request.event.isDiscovery)
        }
      }
      // Who the user is, and an API's refusal, do not decide whether the sign-in works.
      let isNeeded = exchange.isOfSignIn || record.failure != nil
      guard let index = exchange.answerIndex, let event = exchange.answer?.event else {
        // One that was sent again, or that another answer made needless, is left without one.
        guard isNeeded, record.failure != nil, !isRepeated() else { return nil }
        return check("answer", .rfc(9110, "3.4"), exchange.requestIndex, "\(exchange.place) did not answer.")
      }
      guard let status = exchange.status, (100...599).contains(status) else {
        return check("answer", .rfc(9110, "15"), index, "The answer has no status.")
      }
      guard status >= 300, isNeeded, !isRepeated() else { return check("answer", rule, index, nil) }
      let words = [event.value(of: "error"), event.value(of: "error_description")].compactMap(\.self)
      let said = words.isEmpty ? "" : ": \(words.joined(separator: ", "))"
      return check("answer", rule, index, "\(exchange.place) answers with status \(status)\(said).")
    }
  }

  /// A callback with an error.
  var callbackErrors: [Check] {
    indices(of: .callbackAccepted).map { index in
      let event = steps[index].event
      let description = event.value(of: "error_description").map { " (\($0))" } ?? ""
      let fault = event.value(of: "error").map { "The provider sends the user back with “\($0)”\(description)." }
      return check("callback", .rfc(6749, "4.1.2.1"), index, fault)
    }
  }

  /// How it ended: with a credential, or with an error that no other check explains.
  func ending(isExplained: Bool) -> [Check] {
    if isExplained { return [] }
    let rule = OAuthError.Rule.wayleave("a sign-in ends with a credential")
    let last = steps.indices.last
    if let failure = record.failure {
      let code = failure.code.isEmpty ? "" : " [\(failure.code)]"
      return [check("ending", rule, last, "The sign-in failed: \(failure.message)\(code)")]
    }
    let hasCredential = steps.contains { [.credentialIssued, .credentialStored].contains($0.event.name) }
    return [check("ending", rule, last, hasCredential ? nil : "The record ends before any credential came.")]
  }

  private func check(_ name: String, _ rule: OAuthError.Rule, _ step: Int?, _ fault: String?) -> Check {
    Check(name: name, rule: rule, step: step, fault: fault.map { DisplayText.clean($0, limit: 1000) })
  }
}

extension TraceExchange {
  /// Whether the sign-in cannot go on without it: metadata, a pushed request, a token.
  fileprivate var isOfSignIn: Bool {
    let event = request.event
    // A device asks again and again, and its grant may be pending.
    if event.value(of: "grant_type") != nil || event.isDiscovery { return true }
    return [.rfc(9126, "2.1"), .rfc(8628, "3.1")].contains(event.rule) || event.value(of: "oauth_callback") != nil
  }
}
