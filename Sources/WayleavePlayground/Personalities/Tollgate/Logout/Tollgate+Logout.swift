import HTTPTypes
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire

/// `/tollgate/logout`.
///
/// OpenID Connect RP-Initiated Logout §2 and §3.
extension Tollgate {
  func logOut(_ visit: Visit) -> ResponseMessage {
    // The page of our own posts to the same address.
    if (try? visit.request.bodyForm.contains("csrf")) == true { return confirmLogout(visit) }
    guard let request = try? LogoutRequest(reading: visit.request) else {
      return refuseLogout("invalid_request", visit)
    }
    let person = context.presence(at: .tollgate, visit)?.person
    guard let hint = request.idTokenHint else { return askLogout(person, visit) }
    guard let claims = ownIDToken(hint, at: visit.now), let audience = claims.audience.first,
      let client = registeredClient(ClientID(audience), at: visit.now),
      request.clientID.map({ $0 == client.id }) ?? true
    else { return refuseLogout("invalid_id_token_hint", visit) }
    // A client that knew one person must not end the session of another: §2, on the hint.
    guard person.map({ claims.subject?.hasSameBytes(as: String($0.id)) == true }) ?? true else {
      return askLogout(person, visit)
    }
    let back: AbsoluteURL?
    do { back = try request.redirect(registered: client.postLogoutRedirectURIs) } catch {
      return refuseLogout("post_logout_redirect_uri_mismatch", visit)
    }
    endPresence(visit)
    return back.map { .seeOther($0.text) } ?? signedOutPage
  }

  private func askLogout(_ person: PlaygroundPerson?, _ visit: Visit) -> ResponseMessage {
    guard let person else { return signedOutPage }
    let session = context.openSession(visit)
    guard let held = context.sessions.value(for: session, at: visit.now) else { return context.refuse(.expired, visit) }
    return context.pages.page(
      "logout", of: .tollgate, ["person": .text(person.name), "csrf": .text(held.formToken.exposedText)])
  }

  private func confirmLogout(_ visit: Visit) -> ResponseMessage {
    switch context.readForm(visit) {
    case .failure(let refusal): return context.refuse(refusal, visit)
    case .success((let form, _)):
      guard (try? form.text(of: "decision")) == "sign-out" else {
        return context.pages.message(
          "You are still signed in", of: .tollgate, status: .ok,
          explanation: "Nothing was done. You can close this page.")
      }
      endPresence(visit)
      return signedOutPage
    }
  }

  private func endPresence(_ visit: Visit) {
    guard let ended = context.endPresence(at: .tollgate, visit) else { return }
    context.note(.signedOut, visit, person: ended.person)
  }

  private var signedOutPage: ResponseMessage {
    context.pages.message("You are signed out", of: .tollgate, status: .ok, explanation: "You can close this page.")
  }

  private func refuseLogout(_ reason: String, _ visit: Visit) -> ResponseMessage {
    context.note(.refused, visit, reason: reason)
    return context.pages.message(
      "You are not signed out", of: .tollgate, status: .badRequest,
      explanation: "The application that sent you here made a mistake, so nothing was done.",
      remedy: "The maker of the application must fix it.", reason: reason)
  }
}
