import HTTPTypes
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// The three endpoints of an entry of OAuth 1.0a; every signature is really checked.
///
/// RFC 5849 §2. What a depth has in other words goes the same road: it catches the ``OAuth1Refusal``.
extension Entries {
  func issueTemporaryCredential(_ play: EntryPlay, _ visit: Visit) -> ResponseMessage {
    guard case .oauth1(let service) = play.entry.service else { return refuse("OAuth 1.0a", visit) }
    // Evernote has one URL for both.
    if let signed = try? SignedRequest(reading: visit.request), !(signed.token?.isEmpty ?? true) {
      return issueTokenCredential(play, by: service, visit)
    }
    do throws(OAuth1Refusal) { return try temporaryCredential(at: play, by: service, visit) { _ in [] } } catch {
      return refuse(error, visit)
    }
  }

  /// A temporary credential; `scopes` reads what the person is to be asked for.
  func temporaryCredential(
    at play: EntryPlay, by service: OAuth1Service, _ visit: Visit,
    scopes: (TemporaryCredentialRequest) throws(OAuth1Refusal) -> [String]
  ) throws(OAuth1Refusal) -> ResponseMessage {
    let (client, signed) = try verifiedConsumer(at: play, by: service, visit)
    guard let request = try? TemporaryCredentialRequest(reading: signed, of: visit.request) else { throw .unreadable }
    for (name, value) in service.dialect.temporaryCredentialParameters
    where (try? request.additional.text(of: name))?.hasSameBytes(as: value) != true {
      throw .parameter("\(name)=\(value)")
    }
    var callback: RedirectURI?
    if case .url(let url) = request.callback {
      callback = try registeredCallback(url.text, of: client, at: play)
    }
    let asked = EntryTemporary(client: client.id, callback: callback, scopes: try scopes(request))
    let credential = TemporaryCredential(token: context.drawSecret(), secret: context.drawSecret())
    play.temporaries.save(asked, as: credential.token, secret: credential.secret, at: visit.now)
    context.note(.temporaryCredentialIssued, visit, client: client.id)
    return TemporaryCredentialResponse(credential).response(confirming: !service.dialect.isConfirmationOptional)
  }

  private func registeredCallback(
    _ text: String, of client: PlaygroundClient, at play: EntryPlay
  ) throws(OAuth1Refusal) -> RedirectURI {
    guard let callback = try? RedirectURI(text), client.allows(callback, by: play.documented) else { throw .callback }
    return callback
  }

  func authorize(_ play: EntryPlay, by service: OAuth1Service, _ visit: Visit) -> ResponseMessage {
    guard let request = try? ResourceOwnerAuthorizationRequest(reading: visit.request),
      let temporary = play.temporaries.unanswered(request.token, at: visit.now),
      let client = play.registered(temporary.request.client)
    else { return temporaryCredentialGone(play, visit) }
    var callback = temporary.request.callback
    for (name, value) in service.dialect.authorizationParameters {
      guard let sent = try? visit.query.text(of: name) else {
        return refuse("no parameter \(name), which this provider needs", visit)
      }
      if value == "{callback}", callback == nil {
        do throws(OAuth1Refusal) { callback = try registeredCallback(sent, of: client, at: play) } catch {
          return refuse(error, visit)
        }
      }
      guard
        value.contains("{") || sent.hasSameBytes(as: value) || play.tolerance.optional.contains(name)
          || name == service.dialect.scopeParameter
      else {
        return refuse("no parameter \(name)=\(value), which this provider needs", visit)
      }
    }
    var question = Question(
      provider: play.provider, clientID: client.id, clientName: client.name, destination: callback,
      permissions: ["See who you are"],
      subject: EntryTemporary.Question(play: play.entry.name.text, token: request.token), givesPIN: callback == nil,
      asksAgain: true)
    play.depth?.change(&question, for: temporary.request.scopes, visit)
    return begin(question, visit)
  }

  func sendVerifier(
    _ asked: EntryTemporary.Question, of question: Question, as person: PlaygroundPerson, _ visit: Visit
  ) -> ResponseMessage {
    guard let play = play(of: ProviderName(asked.play)) else { return context.refuse(.expired, visit) }
    guard play.temporaries.unanswered(asked.token, at: visit.now) != nil else {
      return temporaryCredentialGone(play, visit)
    }
    let verifier = question.destination == nil ? drawPIN() : context.drawSecret()
    play.temporaries.answer(asked.token, as: person, verifier: verifier)
    play.consents.remember(question.clientID, by: person)
    guard let callback = question.destination else {
      return context.pages.page(
        "pin", of: play.provider,
        ["client": .text(DisplayText.clean(question.clientName, limit: 60)), "pin": .text(verifier.exposedText)])
    }
    return .seeOther(
      ResourceOwnerAuthorizationCallback.granted(token: asked.token, verifier: verifier).url(to: callback.url))
  }

  /// A denial ends the temporary credential: it cannot be allowed afterwards.
  func refuseVerifier(_ asked: EntryTemporary.Question, of question: Question, _ visit: Visit) -> ResponseMessage {
    guard let play = play(of: ProviderName(asked.play)) else { return context.refuse(.expired, visit) }
    play.temporaries.end(asked.token, at: visit.now)
    guard let callback = question.destination else {
      return context.pages.message(
        "You said no", of: play.provider, status: .ok,
        explanation: "The application gets nothing. You can close this page.")
    }
    return .seeOther(ResourceOwnerAuthorizationCallback.denied(token: asked.token).url(to: callback.url))
  }

  /// Seven digits, each of the ten million texts as likely as any other.
  private func drawPIN() -> Secret {
    let digits = String(UInt32.random(in: 0..<10_000_000, using: &context.random))
    return Secret(String(repeating: "0", count: 7 - digits.utf8.count) + digits)
  }

  private func temporaryCredentialGone(_ play: EntryPlay, _ visit: Visit) -> ResponseMessage {
    context.note(.refused, visit, provider: provider, reason: "unknown_request_token")
    return context.pages.message(
      "This page is no longer valid", of: play.provider, status: .unauthorized,
      explanation: "The request token is unknown, was answered already, or has expired.",
      remedy: "Go back to the application and begin again.", reason: "unknown_request_token")
  }

  func issueTokenCredential(_ play: EntryPlay, by service: OAuth1Service, _ visit: Visit) -> ResponseMessage {
    let (person, temporary): (PlaygroundPerson, EntryTemporary)
    do throws(OAuth1Refusal) { (person, temporary) = try redeemTemporary(at: play, by: service, visit) } catch {
      return refuse(error, visit)
    }
    var additional = Form()
    for member in play.tokenMembers(for: person).members {
      additional.append(member.name, member.value.string ?? member.value.encodedText())
    }
    let credential = TokenCredential(
      token: context.drawSecret(), secret: context.drawSecret(), additional: additional)
    let grant = play.issued.begin(EntryGrant(person: person, client: play.granted(temporary.client)))
    play.issued.saveAccessToken(
      EntryToken(scopes: temporary.scopes, secret: credential.secret), as: credential.token, of: grant, at: visit.now)
    context.note(.tokenIssued, visit, client: temporary.client, person: person)
    return TokenCredentialResponse(credential).response()
  }

  /// Who has allowed the temporary credential that signed a request, and what; it is then used up.
  func redeemTemporary(
    at play: EntryPlay, by service: OAuth1Service, _ visit: Visit
  ) throws(OAuth1Refusal) -> (PlaygroundPerson, EntryTemporary) {
    let signed = try signedRequest(by: service, visit)
    guard let token = signed.token, let temporary = play.temporaries.temporary(token, at: visit.now),
      temporary.request.client == ClientID(signed.consumerKey)
    else { throw .token }
    try verify(signed, at: play, tokenSecret: temporary.secret, visit)
    let verifier = try? TokenCredentialRequest.verifier(in: signed, of: visit.request)
    let person = play.temporaries.redeem(
      token, verifier: verifier, isVerifierOptional: service.dialect.isVerifierOptional, at: visit.now)
    guard let person else { throw .verifier }
    return (person, temporary.request)
  }

  private func refuse(_ refusal: OAuth1Refusal, _ visit: Visit) -> ResponseMessage {
    switch refusal {
    case .parameter(let pair): return refuse("no parameter \(pair), which this provider needs", visit)
    case .callback: return refuse("a callback that is not registered", visit)
    default:
      context.note(.refused, visit, reason: "signature_invalid")
      return .text(.unauthorized, "oauth_problem=signature_invalid")
    }
  }
}
