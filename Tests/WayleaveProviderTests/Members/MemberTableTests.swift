import Foundation
import Testing
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

import enum WayleaveTestSupport.TestsFolder

@Suite("What an answer leaves out, or writes otherwise, is decided once for each reader and member")
struct MemberTableTests {
  private static let readers = MemberReader.ofOAuth2 + MemberReader.ofDocuments + MemberReader.ofUsers

  @Test("absent, null, empty and other types are the same as absent, an error by name, or a value", arguments: readers)
  func decided(reader: MemberReader) {
    for row in reader.rows {
      let outcomes = reader.outcomes(of: row)
      #expect(outcomes == row.decided, "\(row.name)")
    }
  }

  @Test("a name of a form that is absent, empty, there or there twice", arguments: PairReader.all)
  func decidedOfPairs(reader: PairReader) {
    for row in reader.rows {
      let outcomes = reader.outcomes(of: row)
      #expect(outcomes == row.decided, "\(row.name)")
    }
  }

  @Test("every member that a reader looks at, or lists, has a row")
  func rows() throws {
    for reader in Self.readers {
      let known = Set(reader.rows.map(\.name)).union(reader.others)
      #expect(Set(reader.listed).subtracting(known).isEmpty, "\(reader.title)")
      for file in reader.files {
        #expect(try Self.names(in: file).subtracting(known).isEmpty, "\(reader.title) in \(file)")
      }
    }
    for reader in PairReader.all {
      let known = Set(reader.rows.map(\.name)).union(reader.others)
      for file in reader.files {
        #expect(try Self.names(in: file).subtracting(known).isEmpty, "\(reader.title) in \(file)")
      }
    }
  }

  @Test("every file that reads an answer, a token or a document is in the table, or says where it is shown")
  func files() throws {
    let listed = Set((Self.readers.flatMap(\.files) + PairReader.all.flatMap(\.files))).union(Self.elsewhere.keys)
    let signs = [
      "decodingAnswer:", "EndpointAnswer(", "TokenAnswer(of:", "JSONWebTokenClaims(", "CredentialForm(reading",
      "JSON(decoding: response",
    ]
    let sources = Self.sources
    for floor in ["OAuth1", "OAuth2", "OpenID", "JOSE", "Provider", "SignIn"].map({ "Wayleave" + $0 }) {
      let folder = FileManager.default.enumerator(atPath: sources.appending(path: floor).path)
      let files = (folder?.allObjects as? [String] ?? []).filter { $0.hasSuffix(".swift") }
      #expect(!files.isEmpty)
      for file in files.map({ "\(floor)/\($0)" }) where !listed.contains(file) {
        let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
        #expect(!signs.contains(where: { text.contains($0) }), "\(file)")
      }
    }
  }

  /// What reads for others, or is shown by tests of its own.
  private static let elsewhere = [
    "WayleaveOAuth1/Flow/TokenCredentialRequest.swift": "CredentialForm",
    "WayleaveOAuth1/Refusal/ProviderRefusal+OAuth1.swift": "ProviderRefusalTests",
    "WayleaveOAuth1/Refusal/ReportedProblem.swift": "ProviderRefusalTests",
    "WayleaveOAuth2/AccessToken/JWTAccessToken.swift": "AccessTokenClaims",
    "WayleaveOAuth2/Assertion/ClientAssertion.swift": "ClientAssertionTests",
    "WayleaveOAuth2/Assertion/VerifiedAssertion.swift": "AssertionGrantTests",
    "WayleaveOAuth2/Backchannel/SignedBackchannelRequest.swift": "BackchannelTests",
    "WayleaveOAuth2/DPoP/DPoPNonceDemand.swift": "the word of a refusal",
    "WayleaveOAuth2/DPoP/DPoPProof.swift": "DPoPTests",
    "WayleaveOAuth2/Refusal/EndpointAnswer.swift": "those that use it",
    "WayleaveOAuth2/Refusal/RecommendedAction+Answer.swift": "the word of a refusal",
    "WayleaveOAuth2/Registration/ClientConfiguration.swift": "the word of a refusal",
    "WayleaveOAuth2/Registration/ClientIDMetadataDocument.swift": "ClientIDMetadataDocumentTests",
    "WayleaveOAuth2/RequestObject/RequestObject.swift": "RequestObjectTests",
    "WayleaveOAuth2/Revocation/RevocationRequest.swift": "the word of a refusal",
    "WayleaveOAuth2/SecuredResponse/SecuredResponse.swift": "SecuredResponseTests",
    "WayleaveOAuth2/Token/SalvagedTokens.swift": "SalvagedTokensTests",
    "WayleaveOAuth2/Token/TokenAnswer.swift": "TokenMembers",
    "WayleaveOAuth2/Token/TokenResponse.swift": "TokenMembers",
    "WayleaveOpenID/IDToken/EarlierIDToken.swift": "IDTokenBindingTests",
    "WayleaveOpenID/UserInfo/SignedUserInfo.swift": "SignedUserInfoTests",
    "WayleaveSignIn/HandOver/TokenInspection.swift": "InspectedHandOverTests",
  ]

  @Test("a key of an entry that is null is absent, and a value of another type is refused by its key")
  func entries() throws {
    let tables = ["every protocol", "openid", "oauth2", "oauth1", "identity"]
    for table in EntryFormat.tables where tables.contains(table.name) {
      for path in table.rows.map(\.path) {
        func read(_ form: MemberForm) -> Result<Provider, any Error> {
          let value = MemberRow(path, "").value(form)
          let keys = path.split(separator: ".").map(String.init)
          return Result { try Provider(json: .object(Self.entry(of: table.name).setting(value, at: keys))) }
        }
        let (absent, null) = (read(.absent), read(.null))
        #expect((try? absent.get()) == (try? null.get()), "\(path)")
        #expect(absent.failure?.code == null.failure?.code, "\(path)")
        for form in MemberForm.allCases {
          guard let error = read(form).failure else { continue }
          let key = path.split(separator: ".").last.map(String.init) ?? path
          #expect(error.member != nil || error.message.contains(key), "\(path) \(form): \(error.message)")
        }
      }
    }
  }

  private static func entry(of table: String) -> JSON.Object {
    let entry: JSON =
      switch table {
      case "openid": ["name": "shop", "protocol": "openid", "issuer": "https://p.example"]
      case "oauth1":
        [
          "name": "shop", "protocol": "oauth1", "temporary_credential_endpoint": "https://p.example/t",
          "authorization_endpoint": "https://p.example/a", "token_endpoint": "https://p.example/k",
        ]
      default:
        [
          "name": "shop", "protocol": "oauth2", "authorization_endpoint": "https://p.example/a",
          "token_endpoint": "https://p.example/t", "identity": ["endpoint": "https://p.example/me", "subject": "{id}"],
        ]
      }
    return entry.object ?? JSON.Object()
  }

  private static let sources = TestsFolder.url.deletingLastPathComponent().appending(path: "Sources")

  /// The names of members in the source of a reader.
  private static func names(in file: String) throws -> Set<String> {
    let looks =
      #/(?:\[|\b(?:text|texts|lifetime|seconds|has|bytes|number|present|instant|isAbsent|verifyText|verifyTexts|shown)\(|\bof: |\bas: )"([a-z][a-z0-9_]*)"/#
    let source = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
    return Set(source.matches(of: looks).map { String($0.1) })
  }
}

extension JSON.Object {
  /// The object with another value at the end of a path of names.
  fileprivate func setting(_ value: JSON?, at path: [String]) -> JSON.Object {
    var object = self
    guard let name = path.first else { return object }
    let inner = object[name]?.object ?? JSON.Object()
    object[name] = path.count == 1 ? value : .object(inner.setting(value, at: Array(path.dropFirst())))
    return object
  }
}

extension Result {
  /// The error of our own with which it failed.
  fileprivate var failure: OAuthError? {
    guard case .failure(let error) = self else { return nil }
    return error as? OAuthError
  }
}
