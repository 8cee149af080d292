import Wayleave
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

/// Why a check does not end well: by the caller's doing, or because an issuer cannot be asked.
enum CheckFailure: Error {
  case refused(OAuthError)
  case unavailable(OAuthError)
}

/// Verifies the tokens of one issuer for an API.
struct IssuerVerifier: Sendable {
  private enum Way: Sendable {
    case signature(AccessTokenProfile, Set<SignatureAlgorithm>, Keys)
    case introspection(Introspections)
  }

  private enum Keys: Sendable {
    case fixed(JSONWebKeySet)
    case fetched(FetchedKeys)
  }

  let trusted: TrustedIssuer
  private let api: AbsoluteURL
  private let way: Way

  init(of trusted: TrustedIssuer, for api: AbsoluteURL, by exchange: Exchange) {
    self.trusted = trusted
    self.api = api
    let metadata = IssuerMetadata(of: trusted.url, by: exchange)
    switch trusted.way {
    case .signature(let profile, .fixed(let keys), let algorithms):
      way = .signature(profile, algorithms, .fixed(keys))
    case .signature(let profile, .at(let endpoint), let algorithms):
      way = .signature(profile, algorithms, .fetched(FetchedKeys(at: endpoint, or: metadata, by: exchange)))
    case .signature(let profile, .published, let algorithms):
      way = .signature(profile, algorithms, .fetched(FetchedKeys(at: nil, or: metadata, by: exchange)))
    case .introspection(let client, let endpoint):
      way = .introspection(
        Introspections(to: trusted.issuer, at: endpoint, or: metadata, as: client, by: exchange))
    }
  }

  /// How it verifies.
  var verification: Caller.Verification {
    switch way {
    case .signature: .signature
    case .introspection: .introspection
    }
  }

  /// What a token claims, verified; `jwt` is the token as it was read, where it is a JWT of this issuer, and `client` from
  /// where it came.
  func claims(
    of token: Secret, readAs jwt: PresentedJWT?, from client: String?, at now: Instant
  ) async throws(CheckFailure) -> AccessTokenClaims {
    switch way {
    case .signature(let profile, let algorithms, let keys):
      guard let jwt else { throw .refused(.opaqueToken()) }
      let verify = { (keys: JSONWebKeySet) in
        Result { () throws(OAuthError) in
          let claims = try JWTAccessToken(
            jwt.signature, claims: jwt.claims, verifiedBy: keys, allowing: algorithms, from: trusted.issuer,
            to: trusted.names(of: api), as: profile, at: now
          ).claims
          try trusted.requireAdmission(of: claims, to: api)
          return claims
        }
      }
      return try await claims(of: jwt, with: keys, at: now, verifying: verify)
    case .introspection(let introspections):
      let said: Introspections.Said
      do throws(OAuthError) { said = try await introspections.answer(about: token, from: client, at: now) } catch {
        throw .unavailable(error)
      }
      switch said {
      case .nothing(let error): throw .unavailable(error)
      case .unusable(let error): throw .refused(error)
      case .answer(let answer):
        do throws(OAuthError) { return try trusted.claims(of: answer, for: api, at: now) } catch {
          throw .refused(error)
        }
      }
    }
  }

  /// RFC 7517 §4.5 and OpenID Connect Core §10.1.1: an issuer that has another key now says so by its name.
  private func claims(
    of jwt: PresentedJWT, with keys: Keys, at now: Instant,
    verifying verify: (JSONWebKeySet) -> Result<AccessTokenClaims, OAuthError>
  ) async throws(CheckFailure) -> AccessTokenClaims {
    var result: Result<AccessTokenClaims, OAuthError>
    switch keys {
    case .fixed(let keys): result = verify(keys)
    case .fetched(let keys):
      let known: JSONWebKeySet
      do throws(OAuthError) { known = try await keys.current(at: now) } catch { throw .unavailable(error) }
      result = verify(known)
      if case .failure(let error) = result, jwt.mayBeOfNewKey(error),
        let renewed = await keys.renewed(after: known, at: now)
      {
        result = verify(renewed)
      }
    }
    do throws(OAuthError) { return try result.get() } catch { throw .refused(error) }
  }
}

extension PresentedJWT {
  /// Whether keys that were fetched again may verify it: one without the name of a key may be of any.
  fileprivate func mayBeOfNewKey(_ error: OAuthError) -> Bool {
    error.code == .unknownKey || error.code == .tokenSignatureMismatch && signature.header.keyID == nil
  }
}

extension OAuthError {
  static func opaqueToken() -> OAuthError {
    OAuthError(
      .malformedAccessToken, message: "The token says nothing that could be verified here.", rule: .rfc(9068, "4"),
      remedy: "Send a token that is a signed JWT of an issuer that the API trusts.",
      refusal: ProviderRefusal(error: "invalid_token"))
  }
}
