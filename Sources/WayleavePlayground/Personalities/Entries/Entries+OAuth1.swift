import HTTPTypes
import WayleaveJOSE
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// The three endpoints of an entry of OAuth 1.0a; every signature is really checked.
///
/// RFC 5849 §2.
extension Entries {
  func issueTemporaryCredential(_ play: EntryPlay, _ visit: Visit) -> ResponseMessage {
    guard case .oauth1(let service) = play.entry.service else { return refuse("OAuth 1.0a", visit) }
    // Evernote has one URL for both.
    if let signed = try? SignedRequest(reading: visit.request), !(signed.token?.isEmpty ?? true) {
      return issueTokenCredential(play, by: service, visit)
    }
    guard let signed = proven(visit, at: play, by: service, tokenSecret: nil), signed.token?.isEmpty ?? true,
      let request = try? TemporaryCredentialRequest(reading: signed, of: visit.request)
    else { return refuseSignature(visit) }
    for (name, value) in service.dialect.temporaryCredentialParameters {
      guard (try? request.additional.text(of: name))?.hasSameBytes(as: value) ?? false else {
        return refuse("no parameter \(name)=\(value), which this provider needs", visit)
      }
    }
    var callback: RedirectURI?
    if case .url(let url) = request.callback {
      guard let asked = try? RedirectURI(url.text), (try? RedirectURI.registered.allow(asked)) == true else {
        return refuse("a callback that is not registered", visit)
      }
      callback = asked
    }
    let credential = TemporaryCredential(token: context.drawSecret(), secret: context.drawSecret())
    play.temporaries.save(
      EntryTemporary(callback: callback), as: credential.token, secret: credential.secret, at: visit.now)
    context.note(.temporaryCredentialIssued, visit, client: play.client.id)
    return TemporaryCredentialResponse(credential).response()
  }

  func authorize(_ play: EntryPlay, by service: OAuth1Service, _ visit: Visit) -> ResponseMessage {
    guard let request = try? ResourceOwnerAuthorizationRequest(reading: visit.request),
      let temporary = play.temporaries.unanswered(request.token, at: visit.now)
    else { return refuse("no oauth_token of a temporary credential, or one that was answered", visit) }
    var callback = temporary.request.callback
    for (name, value) in service.dialect.authorizationParameters {
      guard let sent = try? visit.query.text(of: name) else {
        return refuse("no parameter \(name), which this provider needs", visit)
      }
      if value == "{callback}" { callback = callback ?? (try? RedirectURI(sent)) }
      guard value.contains("{") || sent.hasSameBytes(as: value) || play.tolerance.optional.contains(name) else {
        return refuse("no parameter \(name)=\(value), which this provider needs", visit)
      }
    }
    return begin(
      Question(
        provider: play.provider, clientID: play.client.id, clientName: "Wayleave Demo", destination: callback,
        permissions: ["See who you are"],
        subject: EntryTemporary.Question(play: play.entry.name.text, token: request.token, callback: callback)), visit)
  }

  func sendVerifier(
    _ asked: EntryTemporary.Question, as person: PlaygroundPerson, _ visit: Visit
  ) -> ResponseMessage {
    guard let play = play(of: ProviderName(asked.play)) else { return context.refuse(.expired, visit) }
    let verifier = Secret(RandomText.alphanumeric(8, using: &context.random))
    play.temporaries.answer(asked.token, as: person, verifier: verifier)
    guard let callback = asked.callback else {
      return context.pages.page(
        "pin", of: play.provider, ["client": .text("Wayleave Demo"), "pin": .text(verifier.exposedText)])
    }
    return .seeOther(
      ResourceOwnerAuthorizationCallback.granted(token: asked.token, verifier: verifier).url(to: callback.url))
  }

  func issueTokenCredential(_ play: EntryPlay, by service: OAuth1Service, _ visit: Visit) -> ResponseMessage {
    guard let signed = try? SignedRequest(reading: visit.request), let token = signed.token,
      let temporary = play.temporaries.temporary(token, at: visit.now), temporary.isAnswered,
      proven(visit, at: play, by: service, tokenSecret: temporary.secret) != nil
    else { return refuseSignature(visit) }
    let verifier = try? TokenCredentialRequest.verifier(in: signed, of: visit.request)
    let person = play.temporaries.redeem(
      token, verifier: verifier, isVerifierOptional: service.dialect.isVerifierOptional, at: visit.now)
    guard let person else { return refuseSignature(visit) }
    var additional = Form()
    for member in play.profile(of: person).token.members {
      additional.append(member.name, member.value.string ?? member.value.encodedText())
    }
    let credential = TokenCredential(
      token: context.drawSecret(), secret: context.drawSecret(), additional: additional)
    play.issued.saveAccessToken(
      EntryToken(scopes: temporary.request.scopes, secret: credential.secret), as: credential.token,
      of: play.issued.begin(EntryGrant(person: person)), at: visit.now)
    context.note(.tokenIssued, visit, client: play.client.id, person: person)
    return TokenCredentialResponse(credential).response()
  }

  /// The token that signed a request; nil for one that is not good.
  func provenToken(
    at play: EntryPlay, by service: OAuth1Service, _ visit: Visit
  ) -> (text: Secret, token: EntryLedger.ShownToken)? {
    guard let signed = try? SignedRequest(reading: visit.request), let text = signed.token,
      let token = play.issued.goodToken(text, at: visit.now),
      proven(visit, at: play, by: service, tokenSecret: token.content.secret) != nil
    else { return nil }
    return (text, token)
  }

  /// A request signed by the client in the way of the entry; nil for any other.
  private func proven(
    _ visit: Visit, at play: EntryPlay, by service: OAuth1Service, tokenSecret: Secret?
  ) -> SignedRequest? {
    guard let signed = try? SignedRequest(reading: visit.request),
      signed.signatureMethod == service.dialect.signatureMethod,
      signed.consumerKey.hasSameBytes(as: play.client.id.text)
    else { return nil }
    do {
      try signed.prove(consumerSecret: EntryPlay.secret, tokenSecret: tokenSecret)
      try play.nonces.admit(signed, at: visit.realNow)
      return signed
    } catch { return nil }
  }

  private func refuseSignature(_ visit: Visit) -> ResponseMessage {
    context.note(.refused, visit, reason: "signature_invalid")
    return .text(.unauthorized, "oauth_problem=signature_invalid")
  }
}
