import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
package import WayleaveWire

/// One account in a form that leaves this computer: its record, with what it takes to use it elsewhere.
package struct ExportedAccount: Sendable, Equatable {
  private static let mark = "wayleave_account"

  /// The account, with its provider's entry, its client and its credential.
  package let stored: StoredCredential

  /// An account that is to leave this computer.
  package init(_ stored: StoredCredential) {
    var stored = stored
    // The name of another record of this store.
    stored.provisionalSubject = nil
    // A file of this computer.
    stored.trustRoots = nil
    self.stored = stored
  }

  /// Reads what ``contents`` wrote; throws `account_file.malformed`.
  package init(reading contents: Secret) throws(OAuthError) {
    guard let json = try? JSON(decoding: contents.exposedBytes, maximumDepth: 2 * JSON.maximumDepth),
      let version = json[Self.mark]?.integer, let record = json["account"]
    else { throw .noAccountInFile() }
    guard version <= RecordVersion.current, !RecordVersion.isLater(record) else { throw .laterAccountFile() }
    guard !RecordVersion.isBeyondUs(record) else { throw .laterAccountFile() }
    guard let stored = StoredCredential(exposedJSON: record), stored.isConsistent else { throw .noAccountInFile() }
    self.init(stored)
  }

  /// The account with its secrets in the clear, to be encrypted and for nothing else.
  package var contents: Secret {
    let json: JSON = [Self.mark: JSON(RecordVersion.current), "account": stored.exposedJSON]
    return Secret(json.encoded() + [UInt8(ascii: "\n")])
  }
}

extension StoredCredential {
  /// Whether the key names the provider and the client that the record has, the name is one that can be given, and a
  /// provider could have issued the credential.
  fileprivate var isConsistent: Bool {
    guard account.provider == provider.name, clientID == client.id, !account.subject.isEmpty else { return false }
    guard credential.isIssuable else { return false }
    guard let name else { return true }
    return (try? GivenName.require(name)) != nil
  }
}

extension Credential {
  /// Whether its tokens are such that the answer of a provider could have brought them: no line breaks, no controls.
  ///
  /// RFC 6749 §A.12 and §A.17; anyone can write a file, and what is in it is printed and sent as a header.
  fileprivate var isIssuable: Bool {
    switch self {
    case .oauth1(let credential):
      // A secret may be empty there: RFC 5849 §3.4.2.
      !credential.token.isEmpty
        && (credential.token.exposedBytes + credential.secret.exposedBytes).allSatisfy(\.isVisibleCharacter)
    case .oauth2(let tokens):
      tokens.accessToken.isToken() && !tokens.tokenType.isEmpty
        && tokens.tokenType.utf8.allSatisfy(\.isVisibleCharacter)
        && (tokens.refreshToken?.isToken(from: 0x20) ?? true)
        && [tokens.idToken, tokens.firstIDToken].allSatisfy { $0?.isToken() ?? true }
    }
  }
}

extension OAuthError {
  fileprivate static func noAccountInFile() -> OAuthError {
    malformedAccountFile(
      "something else than an account of Wayleave", remedy: "Export it again with `wayleave export`.")
  }

  fileprivate static func laterAccountFile() -> OAuthError {
    OAuthError(
      .malformedAccountFile, message: "A later version of this program wrote the file.",
      rule: .wayleave("a record of a later version is not read"), remedy: "Import it with that version or a later one.")
  }
}
