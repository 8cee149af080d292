package import WayleaveSignIn
package import WayleaveWire

/// Where the metadata of issuers is stored between processes, one record for each address.
///
/// RFC 8414 §3. Nothing in it is secret, but who can change it can send users elsewhere: a store keeps others out. What
/// it throws is ignored: then the issuer is asked.
package protocol MetadataStore: Sendable {
  /// What was read at an address; nil when nothing was.
  func metadata(at address: AbsoluteURL) async throws -> KeptMetadata?

  /// Stores what was read at an address in place of what was there; nil removes it.
  func put(_ metadata: KeptMetadata?, at address: AbsoluteURL) async throws
}
