import HTTPTypes
import WayleaveOAuth1
import WayleaveWire

/// `POST /oauth/access_token` and `/oauth/invalidate_token`.
///
/// RFC 5849 §2.3.
extension Emulator {
  func twitterTokenCredential(_ visit: Visit) -> ResponseMessage {
    do throws(TwitterRefusal) {
      if let form = try? visit.request.bodyForm, form.contains("x_auth_mode") {
        // xAuth is for applications that Twitter chose, and here it chose none.
        _ = try provenConsumerRequest(visit)
        throw .notPermitted
      }
      let (signed, token, temporary) = try provenTemporaryRequest(visit)
      let person = try personProved(by: signed, token, temporary, visit)
      _ = twitter.temporaries.take(token, at: visit.now)
      let credential = TokenCredential(
        token: Secret("\(person.id)-\(RandomText.alphanumeric(40, using: &random))"), secret: drawSecret(),
        additional: ["user_id": String(person.id), "screen_name": person.handle])
      let grant = TwitterGrants.Token(secret: credential.secret, consumerKey: signed.consumerKey, person: person)
      let forEver = Instant(secondsSinceEpoch: .max)
      guard twitter.tokens.insert(grant, for: credential.token, until: forEver, at: visit.now) else {
        throw .overCapacity
      }
      note(.tokenIssued, visit, client: signed.consumerKey, person: person)
      return asTwitterSendsForms(TokenCredentialResponse(credential).response())
    } catch {
      return refuse(error, visit)
    }
  }

  func twitterInvalidation(_ visit: Visit) -> ResponseMessage {
    do throws(TwitterRefusal) {
      let (token, grant) = try provenAccountRequest(visit)
      _ = twitter.tokens.take(token, at: visit.now)
      note(.tokenRevoked, visit, client: grant.consumerKey, person: grant.person)
      return ResponseMessage(.ok, json: ["access_token": .string(token.exposedText)])
    } catch {
      return refuse(error, visit)
    }
  }

  /// Who allowed it, when the verifier is the one that went to the callback; compared in constant time.
  private func personProved(
    by signed: SignedRequest, _ token: Secret, _ temporary: TwitterGrants.Temporary, _ visit: Visit
  ) throws(TwitterRefusal) -> PlaygroundPerson {
    let verifier = try? TokenCredentialRequest.verifier(in: signed, of: visit.request)
    if let answer = temporary.answer, let verifier, verifier == answer.verifier { return answer.person }
    if temporary.wrongVerifiers + 1 >= TwitterGrants.maximumWrongVerifiers {
      _ = twitter.temporaries.take(token, at: visit.now)
    } else {
      twitter.temporaries.update(token) { $0.wrongVerifiers += 1 }
    }
    throw .badVerifier
  }
}
