import HTTPTypes
package import WayleaveWire

/// Finds the authorization server of an account of the AT Protocol: handle, DID, document, the server of its data (PDS),
/// and the issuer that this one names.
///
/// AT Protocol, OAuth, § Identity Authentication and § Server Metadata. A value without effects: send what it asks for, and
/// hand in what came. Nothing is believed that only one side says: a handle counts when domain and document name each other.
package struct ATProtocolSearch: Sendable {
  /// What to do next.
  package enum Next: Sendable, Equatable {
    /// Send this and hand in the answer. It may be somewhere else on its origin.
    case send(RequestMessage)
    /// This is the account; its data is at that origin, and its tokens come from that issuer.
    case found(ATProtocolAccount, server: Origin, issuer: Issuer)
  }

  private enum Stage: Sendable {
    /// The domain of the typed handle says which account it is.
    case handle(ATHandle)
    case document(DID)
    /// The domain of a handle that a document claims is asked whether that is so.
    case claim(ATHandle, ATProtocolAccount, DIDDocument)
    case server(ATProtocolAccount, DIDDocument)
    case found(ATProtocolAccount, Origin, Issuer)
  }

  /// What DNS said of a handle, where it named no account.
  private enum Texts: Sendable { case absent, ofNoAccount }

  private let typed: String
  private let typedHandle: ATHandle?
  private var stage: Stage
  /// Nil where DNS was not asked, or named the account.
  private var texts: Texts?
  /// Whether a domain has named an account.
  private var isNamed = false

  /// Whether a text is meant as an account of the AT Protocol.
  package static func begins(_ typed: String) -> Bool { typed.hasPrefix("@") || typed.hasPrefix("did:") }

  /// A search for `@alice.example.com`, `did:plc:…` or `did:web:…`; throws `wire.malformed_url`.
  package init(for typed: String) throws(OAuthError) {
    if typed.hasPrefix("did:") {
      (self.typed, typedHandle, stage) = (typed, nil, .document(try DID(typed)))
    } else {
      let name = typed.hasPrefix("@") ? String(typed.dropFirst()) : typed
      let handle = try ATHandle(name)
      (self.typed, typedHandle, stage) = (name, handle, .handle(handle))
    }
  }

  /// What to do now.
  package var next: Next {
    get throws(OAuthError) {
      switch stage {
      case .handle(let handle), .claim(let handle, _, _): .send(Self.request(to: try handle.address, for: "text/plain"))
      case .document(let did): .send(Self.request(to: did.document, for: "application/did+ld+json, application/json"))
      case .server(_, let document):
        .send(
          Self.request(
            to: try WellKnownAddress.protectedResource(of: AbsoluteURL(document.server.description)),
            for: ContentType.json))
      case .found(let account, let server, let issuer): .found(account, server: server, issuer: issuer)
      }
    }
  }

  /// The name in DNS whose texts say the same as what is asked next; nil where there is none.
  ///
  /// AT Protocol, Handle, § DNS TXT Method. No handle of an account on this machine is in DNS.
  package var textName: String? {
    switch stage {
    case .handle(let handle): "_atproto.\(handle.text)"
    case .claim(let handle, let account, _) where account.did.document.isPublic: "_atproto.\(handle.text)"
    case .claim, .document, .server, .found: nil
    }
  }

  /// Takes these texts, nil where none came; false where they name no account, and what is asked next is to be sent.
  package mutating func receive(texts: [String]?) throws(OAuthError) -> Bool {
    guard let did = texts.flatMap(DID.init(inTexts:)) else {
      self.texts = texts?.isEmpty ?? true ? .absent : .ofNoAccount
      return false
    }
    try receive(did)
    return true
  }

  /// Takes what a handle's domain says, by either way.
  private mutating func receive(_ did: DID) throws(OAuthError) {
    isNamed = true
    switch stage {
    case .handle(let handle):
      guard did.document.mayBeNamed(by: try handle.address) else { throw .accountInside(did) }
      stage = .document(did)
    case .claim(let handle, let account, let document):
      let isConfirmed = did == account.did
      stage = .server(
        ATProtocolAccount(account.did, handle: isConfirmed ? handle : nil, typed: account.typed), document)
    case .document, .server, .found: break
    }
  }

  /// Whether what is asked may fail: a handle that only a document claims is left out then.
  package var canSkip: Bool { if case .claim = stage { true } else { false } }

  /// Goes on without the answer, where ``canSkip`` says so.
  package mutating func skip() {
    if case .claim(_, let account, let document) = stage { stage = .server(account, document) }
  }

  /// Takes an answer; throws `discovery.issuer_mismatch` or `discovery.malformed_metadata`.
  package mutating func receive(_ response: ResponseMessage) throws(OAuthError) {
    switch stage {
    case .handle(let handle), .claim(let handle, _, _): try receive(DID(reading: response, of: handle))
    case .document(let did): stage = try stage(after: DIDDocument(reading: response, of: did), of: did)
    case .server(let account, let document):
      stage = .found(account, document.server, try Self.issuer(in: response, of: document.server))
    case .found: break
    }
  }

  /// The failure of a step; where a typed handle was not found, with what both its ways said.
  ///
  /// AT Protocol, Handle, § Handle Resolution.
  package func explained(_ error: OAuthError) -> OAuthError {
    guard case .handle(let handle) = stage, !isNamed, ![.cancelled, .unsupported].contains(error.code) else {
      return error
    }
    let name = "_atproto.\(handle.text)"
    let inDNS =
      switch texts {
      case nil: ""
      case .absent: " DNS gives no TXT record for \(name)."
      case .ofNoAccount: " The TXT record of \(name) in DNS names no account, or several."
      }
    guard error.category == .network else { return error.worded(error.message + inDNS) }
    return error.worded("The handle \(handle.text) was not found. \(error.message)\(inDNS)").remedied(
      by: .advice(
        "Check the spelling and the network, and try again. If you know the account's DID, type it in place of the handle."
      ))
  }

  private func stage(after document: DIDDocument, of did: DID) throws(OAuthError) -> Stage {
    guard let typedHandle else {
      let account = ATProtocolAccount(did, typed: typed)
      // A document of a public place could have us ask our own network: its handles are domains, never addresses.
      return document.handle.map { .claim($0, account, document) } ?? .server(account, document)
    }
    guard document.handle == typedHandle else {
      throw .handleNotClaimed(typedHandle, by: did, claiming: document.handle)
    }
    return .server(ATProtocolAccount(did, handle: typedHandle, typed: typed), document)
  }

  /// The one issuer that the server of an account's data names.
  ///
  /// § Server Metadata: one authorization server, "a simple origin URL": no path, and no port that goes without saying.
  private static func issuer(in response: ResponseMessage, of server: Origin) throws(OAuthError) -> Issuer {
    let metadata: ProtectedResourceMetadata
    do throws(OAuthError) {
      metadata = try ProtectedResourceMetadata(
        reading: response, for: AbsoluteURL(server.description), named: ["\(server)", "\(server)/"], allowingHTTP: false
      )
    } catch {
      // The account's server names its issuer itself: to name one by hand, as for another API, helps no one here.
      throw error.code == .metadataIssuerMismatch ? error.remedied(by: .tellProvider) : error
    }
    guard let issuer = metadata.authorizationServers.first, metadata.authorizationServers.count == 1,
      let origin = try? Origin(issuer.text), origin.description.hasSameBytes(as: issuer.text)
    else { throw .noSingleIssuer(metadata.authorizationServers, of: server) }
    return issuer
  }

  private static func request(to url: AbsoluteURL, for type: String) -> RequestMessage {
    var request = RequestMessage(.get, to: url)
    request.head.headerFields[.accept] = type
    return request
  }
}

extension OAuthError {
  fileprivate static func handleNotClaimed(
    _ handle: ATHandle, by did: DID, claiming other: ATHandle?
  ) -> OAuthError {
    OAuthError(
      .metadataIssuerMismatch,
      message: "\(handle.text) names the account \(did.text), whose document names "
        + "\(other.map { "another handle, \($0.text)" } ?? "no handle").",
      rule: .specification("AT Protocol Handle", "Handle Resolution"),
      remedy: "Nothing was sent. Type the account's own handle or its DID, if it is the one that you mean.",
      member: "alsoKnownAs")
  }

  fileprivate static func noSingleIssuer(_ issuers: [Issuer], of server: Origin) -> OAuthError {
    let named = issuers.map { URLRedaction.redact($0.text) }.joined(separator: ", ")
    return OAuthError(
      .malformedMetadata,
      message: "\(server) has to name one authorization server by its origin, and names "
        + "\(issuers.isEmpty ? "none" : named).",
      rule: .specification("AT Protocol OAuth", "Server Metadata"), remedy: .tellProvider,
      member: "authorization_servers")
  }
}
