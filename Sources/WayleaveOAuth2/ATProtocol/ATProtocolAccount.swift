import HTTPTypes
package import WayleaveWire

/// The account of the AT Protocol that a sign-in is for.
///
/// AT Protocol, OAuth, § Identity Authentication: the account is the DID, which is known before the user is sent anywhere
/// and is bound to the sign-in from then on.
package struct ATProtocolAccount: Sendable, Equatable {
  /// The account.
  package let did: DID
  /// Its handle, which domain and document confirmed; nil for none that both do.
  package let handle: ATHandle?
  /// What the user typed, without `@`: their server shows it, and they may not know their own DID.
  package let typed: String

  /// An account whose documents were read.
  package init(_ did: DID, handle: ATHandle? = nil, typed: String) {
    self.did = did
    self.handle = handle
    self.typed = typed
  }

  /// The scope without which a session is none of the AT Protocol.
  ///
  /// § Authorization Scopes.
  package static let scope = "atproto"

  /// These scopes, and the one that every session needs.
  package static func scopes(asking scopes: [String]) -> [String] {
    scopes.contains { $0.hasSameBytes(as: scope) } ? scopes : [scope] + scopes
  }

  /// The account as a record has it.
  package var pairs: [String: String] {
    var pairs = ["did": did.text, "typed": typed]
    pairs["handle"] = handle?.text
    return pairs
  }

  /// Reads what ``pairs`` wrote; nil when it is something else.
  package init?(pairs: [String: String]) {
    guard let did = pairs["did"].flatMap({ try? DID($0) }), let typed = pairs["typed"] else { return nil }
    self.init(did, handle: pairs["handle"].flatMap { try? ATHandle($0) }, typed: typed)
  }
}

extension ATProtocolAccount {
  /// Checks that tokens are of this account; throws `token.malformed_answer` or `answer.unexpected`.
  ///
  /// § Authorization Scopes: the answer always names the scopes, and `atproto` is among them. § Identity Authentication:
  /// "it is critical for the client to verify that this DID matches the expected DID bound to the session earlier". That
  /// the server speaks for the account was found out before, by the account's own document.
  package func check(_ answer: TokenResponse) throws(OAuthError) {
    guard let scopes = answer.scopes, scopes.contains(where: { $0.hasSameBytes(as: Self.scope) }) else {
      throw .noSession(scopes: answer.scopes)
    }
    guard let subject = answer.additional["sub"]?.string, subject.hasSameBytes(as: did.text) else {
      throw .anotherAccount(answer.additional["sub"]?.string, expected: self)
    }
  }

  /// Checks that the answer of a refresh is not about another account, as far as it says.
  package func checkRenewal(_ answer: TokenResponse) throws(OAuthError) {
    if let scopes = answer.scopes, !scopes.contains(where: { $0.hasSameBytes(as: Self.scope) }) {
      throw .noSession(scopes: scopes)
    }
    guard let subject = answer.additional["sub"] else { return }
    guard subject.string?.hasSameBytes(as: did.text) ?? false else {
      throw .anotherAccount(subject.string, expected: self)
    }
  }

  /// Checks that an answer to a request with a proof gives a nonce for the next one; throws `answer.unexpected`.
  ///
  /// § Demonstrating Proof of Possession: "Clients must reject responses missing a DPoP-Nonce header". A refusal is
  /// reported by its own words.
  package func checkNonce(of response: ResponseMessage) throws(OAuthError) {
    guard (200..<300).contains(response.status), response.head.headerFields[.dpopNonce] == nil else { return }
    throw .noNonce()
  }
}

extension OAuthError {
  fileprivate static func noSession(scopes: [String]?) -> OAuthError {
    let granted = scopes.map { Received.text($0.joined(separator: " ")).description } ?? "no scopes"
    return OAuthError(
      .malformedTokenResponse, message: "The server grants \(granted), and “atproto” is not among them.",
      rule: .specification("AT Protocol OAuth", "Authorization Scopes"),
      remedy: "Nothing was stored. Begin the sign-in again, and allow what is asked for.", member: "scope")
  }

  fileprivate static func anotherAccount(_ subject: String?, expected account: ATProtocolAccount) -> OAuthError {
    let handle = account.typed.hasSameBytes(as: account.did.text) ? "" : " (\(account.typed))"
    return OAuthError(
      .unexpectedAnswer,
      message: "The server signed in \(Received.text(subject)), and not \(account.did.text)\(handle).",
      rule: .specification("AT Protocol OAuth", "Identity Authentication"),
      remedy: "Nothing was stored. Sign out at the server, or type the account that you mean, and begin again.",
      member: "sub")
  }

  fileprivate static func noNonce() -> OAuthError {
    OAuthError(
      .unexpectedAnswer, message: "The server answers a proof of a key without a nonce for the next one (DPoP-Nonce).",
      rule: .specification("AT Protocol OAuth", "Demonstrating Proof of Possession"), remedy: .tellProvider)
  }
}
