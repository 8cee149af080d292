#if canImport(Security)
  import Foundation
  import WayleaveBackport
  import WayleaveOAuth1
  import WayleaveSignIn
  import WayleaveWire

  /// What an earlier library left: the credential, and whose it is.
  struct EarlierCredential: Equatable {
    var credential: Credential
    /// The client to which it was issued; nil where the library did not say.
    var client: String?
    /// The issuer; nil where the library did not say.
    var issuer: AbsoluteURL?
    /// The hosts of the pages and endpoints that the library used; none where it did not say.
    var endpointHosts: [String] = []
    /// What was there too and has no place here, for people.
    var leftOut: [String] = []
  }

  extension EarlierCredential {
    /// What an app stored in its own way: an archive, a credential in JSON, or the text of an access token; throws
    /// `account_file.malformed` for anything else.
    init(stored data: Data, at now: Instant) throws(OAuthError) {
      guard data.starts(with: "bplist".utf8) || data.starts(with: "{".utf8) else {
        try self.init(plain: String(utf8: data) ?? "")
        return
      }
      try self.init(archived: data, at: now)
    }

    /// The credential that a library archived, or encoded in JSON; throws `account_file.malformed` for anything else, and
    /// `credential.sign_in_needed` where the library knew that it has ended.
    init(archived data: Data, at now: Instant) throws(OAuthError) {
      guard data.count <= BinaryPropertyList.maximumSize else {
        throw .unreadable("It has \(data.count) bytes, and a credential has 1 MiB at most.")
      }
      let bytes = [UInt8](data)
      if bytes.first == UInt8(ascii: "{") {
        try self.init(oauthSwift: OAuthSwiftValues(encoded: bytes))
        return
      }
      guard let root = KeyedArchive(bytes)?.root else { throw .unreadable(KeyedArchive.fault(of: bytes)) }
      switch root.className {
      case "BDBOAuth1Credential", "BDBOAuthToken":
        self.init(credential: .oauth1(try TokenCredential(of: root, tokenName: "token", at: now)))
      case "AFOAuth1Token": self.init(credential: .oauth1(try TokenCredential(of: root, tokenName: "key", at: now)))
      case "GTMAppAuthFetcherAuthorization", "GTMAuthSession": try self.init(appAuth: root, at: now)
      case _ where root.isKind(of: "OIDAuthState"): try self.init(appAuth: root, at: now)
      // A Swift class is archived with its module.
      case let name where name.split(separator: ".").last == "OAuthSwiftCredential":
        try self.init(oauthSwift: OAuthSwiftValues(root))
      default: throw .unreadable("The archive has a “\(DisplayText.clean(root.className, limit: 100))”.")
      }
    }

    /// The token that an app stored as a text; throws `account_file.malformed` for one with characters that none has.
    init(plain text: String) throws(OAuthError) {
      guard (1...4096).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw .noPlainToken()
      }
      self.init(credential: .oauth2(Credential.Tokens(accessToken: Secret(text))))
    }
  }

  extension TokenCredential {
    /// The token of BDBOAuth1Manager or AFOAuth1Client.
    fileprivate init(of root: ArchivedObject, tokenName: String, at now: Instant) throws(OAuthError) {
      guard let token = root.text(tokenName), !token.isEmpty, let secret = root.text("secret"), !secret.isEmpty else {
        throw .unreadable("There is no token in it.")
      }
      var additional = Form()
      for field in root.texts("userInfo") where !field.name.hasPrefix("oauth_") {
        additional.append(field.name, field.value)
      }
      if let handle = root.text("session"), !handle.isEmpty { additional.append("oauth_session_handle", handle) }
      if let end = root.time("expiration").flatMap(Instant.init(secondsSince2001:)) {
        // Of a lifetime of nothing the answer of a provider would say that there is no end.
        additional.append("oauth_expires_in", "\(max(1, end.secondsSinceEpoch - now.secondsSinceEpoch))")
      }
      self.init(token: Secret(token), secret: Secret(secret), additional: additional, issuedAt: now)
    }
  }

  extension Instant {
    /// The moment of an archive or of JSON, both of which count from 2001; nil for what is no date.
    init?(secondsSince2001 seconds: Double) {
      let (secondsTo2001, secondsTo10000) = (978_307_200.0, 253_402_300_800 as Int64)
      guard let whole = Int64(exactly: (seconds + secondsTo2001).rounded()), (0..<secondsTo10000).contains(whole)
      else { return nil }
      self.init(secondsSinceEpoch: whole)
    }
  }

  extension OAuthError {
    static func unreadable(_ why: String) -> OAuthError {
      OAuthError(
        .malformedAccountFile, message: "What the earlier library left is no credential that can be read. \(why)",
        rule: .wayleave("an archive is read as data, whatever class it names"),
        expected: """
          an archive of OIDAuthState, GTMAuthSession, GTMAppAuthFetcherAuthorization, OAuthSwiftCredential, \
          BDBOAuth1Credential, BDBOAuthToken or AFOAuth1Token, or an OAuthSwiftCredential in JSON
          """,
        remedy: "Nothing was changed. Sign in again.")
    }

    fileprivate static func noPlainToken() -> OAuthError {
      OAuthError(
        .malformedAccountFile, message: "What the earlier version of the app stored is no access token.",
        rule: .rfc(6749, "A.12"), remedy: "Nothing was changed. Sign in again.")
    }
  }
#endif
