extension OAuthError {
  /// The stable name of a failure: a promise, never renamed.
  ///
  /// Those that a program decides by have a name in Swift. Every other one is compared by its text:
  /// `error.code.rawValue == "network.proxy"`. Documentation/errors.md lists all of them.
  public struct Code: RawRepresentable, Sendable, Hashable {
    package let listed: Listed

    private init(_ listed: Listed) { self.listed = listed }

    /// The code of this text; nil where it is none of ours.
    public init?(rawValue: String) {
      guard let listed = Listed(rawValue: rawValue) else { return nil }
      self.listed = listed
    }

    /// The text of the code, such as `sign_in.denied`.
    public var rawValue: String { listed.rawValue }
  }
}

extension OAuthError.Code: CustomStringConvertible {
  public var description: String { rawValue }
}

extension OAuthError.Code {
  /// No such account is held.
  public static let unknownAccount = Self(.unknownAccount)
  /// The name is that of another account.
  public static let nameTaken = Self(.nameTaken)
  /// The user, or the provider in the user's name, said no.
  public static let denied = Self(.denied)
  /// The user went away, or pressed Ctrl-C.
  public static let cancelled = Self(.cancelled)
  /// The user did not answer in time.
  public static let timedOut = Self(.timedOut)
  /// A sign-in is before the user already.
  public static let alreadyInProgress = Self(.alreadyInProgress)
  /// The metadata of the provider lacks a protection that it had before.
  public static let metadataDowngraded = Self(.metadataDowngraded)
  /// The request was sent, and it is unknown whether it was carried out.
  public static let outcomeUnknown = Self(.outcomeUnknown)
  /// Something handed over that was verified before.
  public static let replayedHandOver = Self(.replayedHandOver)
  /// The credential is expired or refused, and only a new sign-in helps.
  public static let signInNeeded = Self(.signInNeeded)
  /// The API wants the user to have signed in more recently, or in a better way.
  public static let stepUpNeeded = Self(.stepUpNeeded)
  /// The API wants the user to allow more.
  public static let scopeNeeded = Self(.scopeNeeded)
  /// An account that is stored already, and that is not to be replaced.
  public static let accountExists = Self(.accountExists)
  /// The store cannot be read.
  public static let storeUnreadable = Self(.storeUnreadable)
  /// The store cannot be written.
  public static let storeUnwritable = Self(.storeUnwritable)
  /// The store is damaged, or its key is another one.
  public static let storeDamaged = Self(.storeDamaged)
  /// The key of the store is in a keyring that is locked or cannot be used.
  public static let storeLocked = Self(.storeLocked)
  /// The key of the store was in memory alone, and the machine was restarted: the store can never be read again.
  public static let storeKeyGone = Self(.storeKeyGone)
  /// The file system of the store has no locks.
  public static let storeWithoutLocks = Self(.storeWithoutLocks)
  /// Another process holds the store.
  public static let storeBusy = Self(.storeBusy)
  /// The record changed in the meantime.
  public static let storeConflict = Self(.storeConflict)
}

// The other ones, for us.
extension OAuthError.Code {
  package static var allCases: [Self] { Listed.allCases.map(Self.init) }

  package static let malformedPercentEncoding = Self(.malformedPercentEncoding)
  package static let malformedText = Self(.malformedText)
  package static let duplicateParameter = Self(.duplicateParameter)
  package static let tooManyFormFields = Self(.tooManyFormFields)
  package static let malformedJSON = Self(.malformedJSON)
  package static let malformedURL = Self(.malformedURL)
  package static let insecureURL = Self(.insecureURL)
  package static let forbiddenHeaderCharacter = Self(.forbiddenHeaderCharacter)
  package static let invalidClient = Self(.invalidClient)
  package static let invalidRedirectURI = Self(.invalidRedirectURI)
  package static let invalidValue = Self(.invalidValue)
  package static let unknownProvider = Self(.unknownProvider)
  package static let malformedProvider = Self(.malformedProvider)
  package static let unknownClient = Self(.unknownClient)
  package static let clientOfOtherHost = Self(.clientOfOtherHost)
  package static let ambiguousAccount = Self(.ambiguousAccount)
  package static let unsupported = Self(.unsupported)
  package static let weakKey = Self(.weakKey)
  package static let unsupportedKey = Self(.unsupportedKey)
  package static let updateRefused = Self(.updateRefused)
  package static let stateMismatch = Self(.stateMismatch)
  package static let unsolicitedCallback = Self(.unsolicitedCallback)
  package static let malformedCallback = Self(.malformedCallback)
  package static let issuerMismatch = Self(.issuerMismatch)
  package static let audienceMismatch = Self(.audienceMismatch)
  package static let expiredCallback = Self(.expiredCallback)
  package static let temporaryCredentialMismatch = Self(.temporaryCredentialMismatch)
  package static let callbackNotConfirmed = Self(.callbackNotConfirmed)
  package static let verifierMissing = Self(.verifierMissing)
  package static let sourceFailed = Self(.sourceFailed)
  package static let authorizationRefused = Self(.authorizationRefused)
  package static let accountSuspended = Self(.accountSuspended)
  package static let outOfOrder = Self(.outOfOrder)
  package static let portInUse = Self(.portInUse)
  package static let metadataIssuerMismatch = Self(.metadataIssuerMismatch)
  package static let malformedMetadata = Self(.malformedMetadata)
  package static let registrationRefused = Self(.registrationRefused)
  package static let malformedTokenResponse = Self(.malformedTokenResponse)
  package static let unsupportedTokenType = Self(.unsupportedTokenType)
  package static let tokenDowngraded = Self(.tokenDowngraded)
  package static let tokenRefused = Self(.tokenRefused)
  package static let clientRefused = Self(.clientRefused)
  package static let grantRefused = Self(.grantRefused)
  package static let unexpectedAnswer = Self(.unexpectedAnswer)
  package static let unexpectedRedirect = Self(.unexpectedRedirect)
  package static let answerTooLarge = Self(.answerTooLarge)
  package static let contentCoding = Self(.contentCoding)
  package static let serverUnavailable = Self(.serverUnavailable)
  package static let unreachable = Self(.unreachable)
  package static let connectionRefused = Self(.connectionRefused)
  package static let hostNotFound = Self(.hostNotFound)
  package static let certificateName = Self(.certificateName)
  package static let certificateTrust = Self(.certificateTrust)
  package static let proxyFailed = Self(.proxyFailed)
  package static let networkTimedOut = Self(.networkTimedOut)
  package static let signatureMismatch = Self(.signatureMismatch)
  package static let malformedSignedRequest = Self(.malformedSignedRequest)
  package static let missingParameter = Self(.missingParameter)
  package static let repeatedParameter = Self(.repeatedParameter)
  package static let parametersInTwoPlaces = Self(.parametersInTwoPlaces)
  package static let unsupportedVersion = Self(.unsupportedVersion)
  package static let malformedTimestamp = Self(.malformedTimestamp)
  package static let bodyHashMismatch = Self(.bodyHashMismatch)
  package static let unsupportedSignatureMethod = Self(.unsupportedSignatureMethod)
  package static let staleTimestamp = Self(.staleTimestamp)
  package static let replayedNonce = Self(.replayedNonce)
  package static let nonceHistoryFull = Self(.nonceHistoryFull)
  package static let foreignEcho = Self(.foreignEcho)
  package static let unverifiableHandOver = Self(.unverifiableHandOver)
  package static let refusedHandOver = Self(.refusedHandOver)
  package static let foreignClient = Self(.foreignClient)
  package static let foreignUser = Self(.foreignUser)
  package static let handOverMemoryFull = Self(.handOverMemoryFull)
  package static let malformedJOSE = Self(.malformedJOSE)
  package static let unsupportedAlgorithm = Self(.unsupportedAlgorithm)
  package static let unknownKey = Self(.unknownKey)
  package static let ambiguousKey = Self(.ambiguousKey)
  package static let criticalHeader = Self(.criticalHeader)
  package static let tokenSignatureMismatch = Self(.tokenSignatureMismatch)
  package static let undecryptable = Self(.undecryptable)
  package static let oversizedJOSE = Self(.oversizedJOSE)
  package static let missingIDToken = Self(.missingIDToken)
  package static let idTokenType = Self(.idTokenType)
  package static let idTokenIssuer = Self(.idTokenIssuer)
  package static let idTokenAudience = Self(.idTokenAudience)
  package static let idTokenAuthorizedParty = Self(.idTokenAuthorizedParty)
  package static let expiredIDToken = Self(.expiredIDToken)
  package static let idTokenNotYetValid = Self(.idTokenNotYetValid)
  package static let idTokenIssuedAt = Self(.idTokenIssuedAt)
  package static let idTokenNonce = Self(.idTokenNonce)
  package static let idTokenAuthenticationTime = Self(.idTokenAuthenticationTime)
  package static let idTokenAuthenticationContext = Self(.idTokenAuthenticationContext)
  package static let idTokenAccessTokenHash = Self(.idTokenAccessTokenHash)
  package static let idTokenCodeHash = Self(.idTokenCodeHash)
  package static let idTokenStateHash = Self(.idTokenStateHash)
  package static let idTokenSubject = Self(.idTokenSubject)
  package static let idTokenRenewal = Self(.idTokenRenewal)
  package static let malformedLogout = Self(.malformedLogout)
  package static let foreignLogout = Self(.foreignLogout)
  package static let expiredLogout = Self(.expiredLogout)
  package static let replayedLogout = Self(.replayedLogout)
  package static let malformedRequestObject = Self(.malformedRequestObject)
  package static let foreignRequestObject = Self(.foreignRequestObject)
  package static let expiredRequestObject = Self(.expiredRequestObject)
  package static let malformedProof = Self(.malformedProof)
  package static let proofMismatch = Self(.proofMismatch)
  package static let staleProof = Self(.staleProof)
  package static let replayedProof = Self(.replayedProof)
  package static let nonceNeeded = Self(.nonceNeeded)
  package static let malformedAccessToken = Self(.malformedAccessToken)
  package static let accessTokenIssuerMismatch = Self(.accessTokenIssuerMismatch)
  package static let accessTokenAudienceMismatch = Self(.accessTokenAudienceMismatch)
  package static let expiredAccessToken = Self(.expiredAccessToken)
  package static let bindingMismatch = Self(.bindingMismatch)
  package static let requestRefused = Self(.requestRefused)
  package static let foreignOrigin = Self(.foreignOrigin)
  package static let privateAddress = Self(.privateAddress)
  package static let malformedAccountFile = Self(.malformedAccountFile)
  package static let undecryptableAccountFile = Self(.undecryptableAccountFile)
  package static let storeExposed = Self(.storeExposed)
  package static let storeTooNew = Self(.storeTooNew)
  package static let agentDenied = Self(.agentDenied)
  package static let agentLocked = Self(.agentLocked)
  package static let agentAccountChoiceNeeded = Self(.agentAccountChoiceNeeded)
  package static let agentFailed = Self(.agentFailed)
  package static let agentOutdated = Self(.agentOutdated)
  package static let agentNotRunning = Self(.agentNotRunning)
  package static let agentAlreadyRunning = Self(.agentAlreadyRunning)
}
