public import WayleaveWire

extension ProtectedResource {
  /// What an API wants of its callers, and says about itself; each has a default that is right for one process.
  public struct Settings: Sendable {
    /// Whether callers show a proof of a key with their token.
    ///
    /// RFC 9449 §7.1.
    public enum Proofs: Sendable, Hashable {
      /// A token that is bound to a key comes with its proof, another one without.
      case whereBound
      /// Only bound tokens are accepted.
      case always
    }

    /// The scopes that the metadata names. `offline_access` is the client's business, and no scope of an API.
    ///
    /// RFC 9728 §2, `scopes_supported`.
    public var scopes: [String] = []
    /// Which scopes include others.
    public var hierarchy: ScopeHierarchy = [:]
    /// Whether callers show proofs.
    public var proofs: Proofs = .whereBound
    /// Whether a proof must have a nonce of this API, so that none can be made ahead.
    ///
    /// RFC 9449 §9.
    public var demandsNonces = false
    /// The key of the nonces: processes that answer for the same API share one. Nil for one of this process alone.
    public var nonceKey: Secret?
    /// How many proofs are remembered, which are those of two minutes. When there are more, the answer is 503, since forgetting
    /// one would let it be used again; and for a key that has a tenth of them, when they are half full.
    ///
    /// RFC 9449 §11.1.
    public var proofCapacity = 100_000
    /// Where callers reach the API, without the paths of requests; empty for the origin of its identifier.
    ///
    /// RFC 9449 §4.3, number 9: a proof is for a public address. Header fields such as `Forwarded`, which a caller can write,
    /// count for nothing.
    public var addresses: [AbsoluteURL] = []
    /// Whether issuers beyond this machine may be http, for tests alone: anyone on the network path can then forge tokens.
    public var allowsHTTP = false
    /// Further members of the metadata, such as `resource_name` and `resource_documentation`.
    public var metadata = JSON.Object()

    /// The usual settings.
    public init() {}
  }
}
