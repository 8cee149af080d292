import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// A personal data server of the AT Protocol, which is its own authorization server.
///
/// AT Protocol, OAuth. Its authorization server is Tollgate's, with pushed requests and bound tokens alone.
extension Tollgate {
  var pdsRoutes: [Route] {
    [
      Route(PDSPath.push.rawValue, [.post], title: "PDS: push a request", isAtRoot: true, answer: push),
      Route(
        PDSPath.authorize.rawValue, title: "PDS: sign in", isAtRoot: true, happenings: [.question, .callback],
        answer: authorize),
      Route(
        PDSPath.token.rawValue, [.post], title: "PDS: exchange a grant for tokens", isAtRoot: true,
        happenings: [.refresh], answer: grantTokens),
      Route(PDSPath.revoke.rawValue, [.post], title: "PDS: revoke a token", isAtRoot: true, answer: revoke),
      Route(PDSPath.session.rawValue, title: "PDS: who the user is", isAtRoot: true, answer: pdsSession),
      Route(
        "/xrpc/com.atproto.identity.resolveHandle", title: "PDS: the DID of a handle (?handle=)", isAtRoot: true,
        answer: resolveHandle),
      Route("/pds/plc/*", title: "PDS: the document of a DID", isAtRoot: true, answer: didDocument),
      Route("/pds/handles/*", title: "PDS: the DID of a handle, as its host has it", isAtRoot: true) {
        self.text(ofDID: self.person(named: $0.wildcards.first ?? ""))
      },
      Route("/.well-known/atproto-did", isAtRoot: true) { _ in self.text(ofDID: self.personByWeb) },
      Route(TenantAddress.document, isForPrograms: true, isAtRoot: true) { _ in
        self.document(of: self.personByWeb)
      },
    ]
  }

  /// RFC 9728 §2. AT Protocol, OAuth, Server Metadata: exactly one server, and its address has no path.
  func pdsMetadata(_ visit: Visit) -> ResponseMessage {
    let issuer = visit.ways.contains(.otherIssuer) ? "https://elsewhere.invalid" : context.base
    return ResponseMessage(
      .ok,
      json: [
        "resource": .string(context.base), "authorization_servers": [.string(issuer)],
        "scopes_supported": [], "bearer_methods_supported": ["header"],
      ])
  }

  /// AT Protocol, OAuth, Server Metadata.
  func pdsServerMetadata() -> ResponseMessage {
    let address = { (path: PDSPath) in JSON.string(self.context.base + path.rawValue) }
    return ResponseMessage(
      .ok,
      json: [
        "issuer": .string(context.base), "authorization_endpoint": address(.authorize),
        "token_endpoint": address(.token), "pushed_authorization_request_endpoint": address(.push),
        "revocation_endpoint": address(.revoke), "scopes_supported": JSON(TollgateOffer.pdsScopes.map(\.name)),
        "response_types_supported": ["code"], "response_modes_supported": ["query", "form_post"],
        "grant_types_supported": JSON([AuthorizationCodeGrant.grantType, RefreshTokenGrant.grantType]),
        "code_challenge_methods_supported": JSON([CodeChallenge.method]),
        "token_endpoint_auth_methods_supported": ["none", "private_key_jwt"],
        "token_endpoint_auth_signing_alg_values_supported": ["ES256"],
        "authorization_response_iss_parameter_supported": true, "require_pushed_authorization_requests": true,
        "dpop_signing_alg_values_supported": ["ES256"], "client_id_metadata_document_supported": true,
        "protected_resources": [.string(context.base)],
      ])
  }

  private func pdsSession(_ visit: Visit) -> ResponseMessage {
    let demand = TollgateDemand(
      resource: context.base, takesBoundTokensOnly: true, namesMetadata: false, scopes: [TollgateOffer.pdsScope])
    return admit(visit, wanting: demand) { token in
      guard let person = token.person else { return .text(.notFound, "There is no user.\n") }
      var members = JSON.Object()
      members["did"] = .string(did(of: person))
      members["handle"] = .string(Self.handle(of: person))
      let showsEmail = token.access.scopes.contains(where: "transition:email".hasSameBytes)
      members["email"] = showsEmail ? .string(person.email) : nil
      members["active"] = true
      return ResponseMessage(.ok, json: .object(members))
    }
  }

  private func resolveHandle(_ visit: Visit) -> ResponseMessage {
    let handle = (try? visit.query.nonEmptyText(of: "handle")) ?? ""
    guard let person = person(named: handle) else {
      return ResponseMessage(
        .badRequest, json: ["error": "InvalidRequest", "message": "There is no such handle here."])
    }
    return ResponseMessage(.ok, json: ["did": .string(did(of: person))])
  }

  /// What plc.directory has of a DID, and the host of a `did:web` of its own.
  private func didDocument(_ visit: Visit) -> ResponseMessage {
    document(of: person(named: visit.wildcards.first ?? ""))
  }
}
