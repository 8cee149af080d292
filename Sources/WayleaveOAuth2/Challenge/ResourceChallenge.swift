import HTTPTypes
public import WayleaveWire

/// Why an API does not take a request, and what it would take.
///
/// RFC 6750 §3; RFC 9449 §7.1 for DPoP; RFC 9470 §3 for a better sign-in; RFC 9728 §5.1 for its metadata.
public struct ResourceChallenge: Sendable, Equatable {
  /// What is wrong, as far as we know the words.
  public enum Failure: String, Sendable, CaseIterable {
    /// The request is malformed: the same again helps nothing.
    case invalidRequest = "invalid_request"
    /// The token is expired, revoked or malformed: a fresh one may help, once.
    case invalidToken = "invalid_token"
    /// The token allows less than is needed: the user must be asked.
    case insufficientScope = "insufficient_scope"
    /// The user must sign in again, or in a better way.
    case insufficientUserAuthentication = "insufficient_user_authentication"
    /// The proof is not for this request.
    case invalidProof = "invalid_dpop_proof"
    /// The proof needs the server's nonce.
    case nonceNeeded = "use_dpop_nonce"
  }

  /// What kind of token the API wants.
  public var type: TokenType
  /// What is wrong; nil when no token came, or for a word that we do not know.
  public var failure: Failure?
  /// What to add for people.
  public var description: String?
  /// The scopes that are needed.
  public var scopes: [String]
  /// The ways of signing in of which one is needed, the best first.
  public var authenticationContextClasses: [String]
  /// For how many seconds a sign-in is recent enough; nil for any.
  public var maximumAge: Int64?
  /// Where the API's metadata is.
  public var resourceMetadata: AbsoluteURL?
  /// The algorithms of the proofs that the API takes, for a challenge of type DPoP.
  ///
  /// RFC 9449 §7.1, `algs`.
  public var proofAlgorithms: [String]

  /// A challenge to make.
  public init(
    _ failure: Failure? = nil, type: TokenType = .bearer, description: String? = nil, scopes: [String] = [],
    authenticationContextClasses: [String] = [], maximumAge: Int64? = nil, resourceMetadata: AbsoluteURL? = nil,
    proofAlgorithms: [String] = []
  ) {
    self.failure = failure
    self.type = type
    self.description = description
    self.scopes = scopes
    self.authenticationContextClasses = authenticationContextClasses
    self.maximumAge = maximumAge
    self.resourceMetadata = resourceMetadata
    self.proofAlgorithms = proofAlgorithms
  }

  /// Reads the challenge of an answer, preferring one that says what is wrong; nil when there is none for a token.
  public init?(reading response: ResponseMessage) {
    let challenges = response.challenges.filter { $0.isScheme("Bearer") || $0.isScheme("DPoP") }
    guard let challenge = challenges.first(where: { $0["error"] != nil }) ?? challenges.first else { return nil }
    type = challenge.isScheme("DPoP") ? .dpop : .bearer
    failure = challenge["error"].flatMap { Failure(rawValue: $0) }
    description = challenge["error_description"].map { DisplayText.clean($0) }
    scopes = Self.words(challenge["scope"])
    authenticationContextClasses = Self.words(challenge["acr_values"])
    // RFC 9470 §3: "a non-negative integer".
    maximumAge = challenge["max_age"].flatMap { $0.utf8.allSatisfy(\.isDigit) ? Int64($0) : nil }
    resourceMetadata = challenge["resource_metadata"].flatMap { try? AbsoluteURL($0) }
    proofAlgorithms = Self.words(challenge["algs"])
  }

  /// The answer on the wire.
  ///
  /// RFC 6750 §3.1: 400 for a malformed request, 403 where the scope is too narrow, else 401.
  public func response() -> ResponseMessage {
    let status: HTTPResponse.Status =
      switch failure {
      case .invalidRequest: .badRequest
      case .insufficientScope: .forbidden
      default: .unauthorized
      }
    var response = ResponseMessage(HTTPResponse(status: status))
    response.head.headerFields[.wwwAuthenticate] = header
    response.head.headerFields[.cacheControl] = "no-store"
    return response
  }

  private var header: String {
    let parameters: [(String, String?)] = [
      ("error", failure?.rawValue), ("error_description", description),
      ("scope", scopes.isEmpty ? nil : scopes.joined(separator: " ")),
      (
        "acr_values",
        authenticationContextClasses.isEmpty ? nil : authenticationContextClasses.joined(separator: " ")
      ),
      ("max_age", maximumAge.map(String.init)), ("resource_metadata", resourceMetadata?.text),
      ("algs", proofAlgorithms.isEmpty ? nil : proofAlgorithms.joined(separator: " ")),
    ]
    let written = parameters.compactMap { name, value in value.map { "\(name)=\"\(Self.quotable($0))\"" } }
    return ([type.rawValue] + [written.joined(separator: ", ")]).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// RFC 6750 §3: the texts "MUST NOT include characters outside the set %x20-21 / %x23-5B / %x5D-7E".
  private static func quotable(_ text: String) -> String {
    let bytes = text.utf8.map { byte in
      byte.isVisibleCharacter && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") ? byte : UInt8(ascii: "?")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func words(_ text: String?) -> [String] {
    text?.split(separator: " ").map(String.init) ?? []
  }
}
