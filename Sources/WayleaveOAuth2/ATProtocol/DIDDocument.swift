package import WayleaveWire

/// What an account of the AT Protocol publishes of itself: its handle, and the server that has its data (PDS).
///
/// AT Protocol, DID, § DID Documents.
package struct DIDDocument: Sendable, Equatable {
  /// The handle that it claims, which only the handle's domain can confirm; nil for none.
  package let handle: ATHandle?
  /// The server of the account's data.
  package let server: Origin

  /// Reads the document of a DID; throws `discovery.issuer_mismatch` or `discovery.malformed_metadata`.
  package init(reading response: ResponseMessage, of did: DID) throws(OAuthError) {
    try response.requireDirectAnswer()
    guard response.status == 200 else { throw .noDocument(did, "its address answers \(response.status)") }
    guard let document = (try? JSON(decodingAnswer: response.body))?.object else {
      throw .noDocument(did, "it is no JSON object")
    }
    guard let id = document["id"]?.string, id.hasSameBytes(as: did.text) else {
      throw .foreignDocument(of: document["id"]?.string, expected: did)
    }
    // § DID Documents: the first valid one counts, and others are ignored.
    let names = (document["alsoKnownAs"]?.array ?? []).compactMap(\.string).filter { $0.hasPrefix("at://") }
    handle = names.lazy.compactMap { try? ATHandle(String($0.dropFirst(5))) }.first
    let ids = ["#atproto_pds", "\(did.text)#atproto_pds"]
    let entry = (document["service"]?.array ?? []).first { service in
      service["id"]?.string.map { id in ids.contains { $0.hasSameBytes(as: id) } } ?? false
    }
    guard let entry, entry["type"]?.string == "AtprotoPersonalDataServer",
      let text = entry["serviceEndpoint"]?.string, let endpoint = try? Endpoint(text), let server = try? Origin(text)
    else { throw .noServer(of: did) }
    guard endpoint.url.mayBeNamed(by: did.document) else { throw .serverInside(text, of: did) }
    self.server = server
  }
}

extension OAuthError {
  fileprivate static func noDocument(_ did: DID, _ fault: String) -> OAuthError {
    OAuthError(
      .malformedMetadata, message: "The document of \(did.text) cannot be used: \(fault).",
      rule: .specification("AT Protocol DID", "DID Documents"),
      remedy: "Check the DID. A deactivated account has no document.")
  }

  fileprivate static func foreignDocument(of id: String?, expected did: DID) -> OAuthError {
    OAuthError(
      .metadataIssuerMismatch, message: "The document of \(did.text) is about \(Received.text(id)).",
      rule: .specification("AT Protocol DID", "DID Documents"),
      remedy: "Nothing of it was used. Only the owner of the account can correct it.", member: "id")
  }

  fileprivate static func noServer(of did: DID) -> OAuthError {
    OAuthError(
      .malformedMetadata,
      message: "The document of \(did.text) names no server of its data (#atproto_pds) by an https origin.",
      rule: .specification("AT Protocol DID", "DID Documents"),
      remedy: "The account is not active, or its document is wrong. Only its owner can change that.", member: "service")
  }

  fileprivate static func serverInside(_ server: String, of did: DID) -> OAuthError {
    OAuthError(
      .malformedMetadata,
      message: "The document of \(did.text) names a server on this machine or in your network, "
        + "and is not there itself.",
      rule: .wayleave("a public document names no address of this network"), received: .url(server),
      remedy: "Nothing was sent there.", member: "service")
  }
}
