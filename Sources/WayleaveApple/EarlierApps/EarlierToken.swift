#if canImport(Security)
  import Foundation
  import WayleaveOAuth1
  import WayleaveSignIn
  import WayleaveWire

  extension Credential {
    /// The token in an archive of BDBOAuth1Manager or AFOAuth1Client; throws `account_file.malformed` for anything else.
    init(archived data: Data, at now: Instant) throws(OAuthError) {
      guard let archive = KeyedArchive([UInt8](data)), let names = ArchivedNames(of: archive.className),
        let token = archive.text(names.token), !token.isEmpty, let secret = archive.text("secret"), !secret.isEmpty
      else { throw .noArchivedToken() }
      var additional = Form()
      for field in archive.texts("userInfo") where !field.name.hasPrefix("oauth_") {
        additional.append(field.name, field.value)
      }
      if let handle = archive.text("session"), !handle.isEmpty { additional.append("oauth_session_handle", handle) }
      if let seconds = archive.time("expiration").flatMap({ Self.seconds(from: now, to: $0) }) {
        additional.append("oauth_expires_in", "\(seconds)")
      }
      self = .oauth1(
        TokenCredential(token: Secret(token), secret: Secret(secret), additional: additional, issuedAt: now))
    }

    /// The token that an app stored as a text; throws `account_file.malformed` for one with characters that none has.
    init(plain text: String) throws(OAuthError) {
      guard (1...4096).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw .noPlainToken()
      }
      self = .oauth2(Tokens(accessToken: Secret(text)))
    }

    /// How long a token is good whose end is so many seconds after 2001; nil where its end is no date.
    private static func seconds(from now: Instant, to end: Double) -> Int64? {
      let secondsTo2001 = 978_307_200.0
      guard let end = Int64(exactly: (end + secondsTo2001).rounded()) else { return nil }
      let (left, isTooFar) = end.subtractingReportingOverflow(now.secondsSinceEpoch)
      // Of a lifetime of nothing the answer of a provider would say that there is no end.
      return isTooFar ? nil : max(1, left)
    }
  }

  /// The name under which the libraries archived the token itself.
  private struct ArchivedNames {
    let token: String

    init?(of className: String) {
      switch className {
      case "BDBOAuth1Credential", "BDBOAuthToken": token = "token"
      case "AFOAuth1Token": token = "key"
      default: return nil
      }
    }
  }

  extension OAuthError {
    fileprivate static func noArchivedToken() -> OAuthError {
      OAuthError(
        .malformedAccountFile, message: "What the earlier library left in the keychain is no token that can be read.",
        rule: .wayleave("an archive is read as data, whatever class it names"),
        expected: "an archive of BDBOAuth1Credential, BDBOAuthToken or AFOAuth1Token",
        remedy: "Nothing was changed. Sign in again.")
    }

    fileprivate static func noPlainToken() -> OAuthError {
      OAuthError(
        .malformedAccountFile, message: "What the earlier version of the app stored is no access token.",
        rule: .rfc(6749, "A.12"), remedy: "Nothing was changed. Sign in again.")
    }
  }
#endif
