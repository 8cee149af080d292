extension OAuthError {
  /// What happened, as one plain sentence with the values: what a person reads first.
  ///
  /// It is the sentence of the place that failed, or else the general one of the code. Tests and programs read ``code``.
  public var message: String { sentence ?? code.sentence(wanted: expected, got: received.description) }
}

extension OAuthError.Code {
  /// The general sentence of the code: one row for each.
  ///
  /// - Parameters:
  ///   - wanted: what the rule asks for, as the error has it.
  ///   - got: what came, fit to be shown.
  package func sentence(wanted: String, got: String) -> String {
    switch listed {
    case .malformedPercentEncoding: "A “%” stands without two hexadecimal digits after it."
    case .malformedText: "A text is not written correctly: it has to be \(wanted)."
    case .duplicateParameter: "A parameter occurs more than once, and it may occur once."
    case .tooManyFormFields: "A form has too many fields: \(wanted) are allowed."
    case .malformedJSON: "A text is not valid JSON."
    case .malformedURL: "\(got) is not a usable URL: it has to be \(wanted)."
    case .insecureURL: "\(got) would send secrets unprotected: it has to be \(wanted)."
    case .forbiddenHeaderCharacter: "A header field would contain characters that are not allowed there: use \(wanted)."

    case .invalidClient: "The client is not described correctly: it needs \(wanted)."
    case .invalidRedirectURI: "The redirect URI cannot be used: it has to be \(wanted)."
    case .invalidValue: "A value cannot be used: it has to be \(wanted)."
    case .unknownProvider: "\(got) is not a known provider."
    case .malformedProvider: "The description of the provider cannot be used: it needs \(wanted)."
    case .unknownClient: "No client has that name: it needs \(wanted)."
    case .clientOfOtherHost: "The client was saved for other hosts of its provider: \(wanted)."
    case .unknownAccount: "No account of that name is signed in here."
    case .nameTaken: "Another account has that name."
    case .ambiguousAccount: "Several accounts have that name: choose \(wanted)."
    case .unsupported: "This is not possible here: it needs \(wanted)."
    case .weakKey: "The key is too short: it has to be \(wanted)."
    case .unsupportedKey: "The key cannot be used: it has to be \(wanted)."

    case .stateMismatch: "The answer belongs to no sign-in that is waiting."
    case .unsolicitedCallback: "An answer arrived that nothing here was waiting for."
    case .malformedCallback: "The provider's answer to the sign-in is not usable: it needs \(wanted)."
    case .issuerMismatch: "The answer comes from another authorization server than the one that was asked."
    case .audienceMismatch: "The signed answer was made for another client."
    case .expiredCallback: "The signed answer is too old."
    case .temporaryCredentialMismatch: "The answer belongs to no sign-in that is waiting."
    case .callbackNotConfirmed: "The provider does not confirm the callback, so anyone could finish this sign-in."
    case .verifierMissing: "The provider's answer has no verifier (oauth_verifier)."
    case .denied: "The user declined. Nothing was granted."
    case .cancelled: "It was interrupted before it had finished."
    case .timedOut: "The sign-in was not finished in time."
    case .sourceFailed: "The sign-in could not be shown to the user."
    case .authorizationRefused: "The provider refuses to sign in: \(got)."
    case .accountSuspended: "The provider says that the account is suspended."
    case .outOfOrder: "The steps of a sign-in were used in the wrong order."
    case .portInUse: "Another program already uses the port that is needed."
    case .alreadyInProgress: "Another sign-in is still waiting for the user."
    case .metadataIssuerMismatch: "The server's metadata names another issuer: \(got)."
    case .malformedMetadata: "The server's metadata is not usable: it needs \(wanted)."
    case .metadataDowngraded: "The server no longer offers a protection that it had before: \(wanted)."

    case .registrationRefused: "The server refuses to register the client: \(got)."

    case .malformedTokenResponse: "The provider's token answer is not usable: it needs \(wanted)."
    case .unsupportedTokenType: "The provider issued a token of the type \(got), which is not supported."
    case .tokenDowngraded: "The provider issued a token that anyone can use, although one bound to a key was requested."
    case .tokenRefused: "The provider refuses to issue a token: \(got)."
    case .clientRefused: "The provider does not accept the client: \(got)."
    case .grantRefused: "The provider no longer accepts this sign-in: \(got)."
    case .outcomeUnknown: "The connection broke after the request was sent. The server may have acted on it."

    case .unexpectedAnswer: "The server's answer is not usable: it has to be \(wanted)."
    case .unexpectedRedirect: "The server redirects, and this request must not follow a redirect: \(got)."
    case .answerTooLarge: "The server's answer is too large: \(wanted) are allowed."
    case .contentCoding: "The server compressed its answer (\(got)), which is not accepted here."
    case .serverUnavailable: "The server has a problem at the moment: \(got)."

    case .unreachable: "The server cannot be reached: \(got)."
    case .connectionRefused: "No program answers at the server's address: \(got)."
    case .hostNotFound: "The server's name was not found: \(got)."
    case .certificateName: "The server showed a certificate for another name. Nothing was sent to it."
    case .certificateTrust: "The server showed a certificate that is not trusted here. Nothing was sent to it."
    case .proxyFailed: "The proxy does not work: \(got)."
    case .networkTimedOut: "The server did not answer in time."

    case .signatureMismatch: "The signature does not fit the request."
    case .malformedSignedRequest: "The signed request cannot be read: it needs \(wanted)."
    case .missingParameter: "The request lacks \(wanted)."
    case .repeatedParameter: "The request has a parameter more than once."
    case .parametersInTwoPlaces: "The request has OAuth parameters in more than one of header, query and body."
    case .unsupportedVersion: "The request has the OAuth version \(got). Only 1.0 is supported."
    case .malformedTimestamp: "The request's timestamp \(got) is not a positive number of seconds since 1970."
    case .bodyHashMismatch: "The body is not the one that was signed."
    case .unsupportedSignatureMethod: "The signature method \(got) is not supported: use \(wanted)."
    case .staleTimestamp: "The request's timestamp \(got) is too far from the time here."
    case .replayedNonce: "The request was sent before: its nonce was already used."
    case .nonceHistoryFull: "Too many requests arrived at once to remember their nonces."
    case .foreignEcho: "The signed request was made for another place or by another app."

    case .unverifiableHandOver: "This does not show to which app it was issued."
    case .refusedHandOver: "The provider does not accept what was handed over."
    case .foreignClient: "This was issued to another app: \(got)."
    case .foreignUser: "This was issued for another user: \(got)."
    case .replayedHandOver: "This was handed over before."
    case .handOverMemoryFull: "Too much was handed over at once to remember it."

    case .malformedJOSE: "A token or key is not written correctly: it needs \(wanted)."
    case .unsupportedAlgorithm: "The algorithm \(got) is not accepted here: \(wanted) is needed."
    case .unknownKey: "No key fits the token's signature."
    case .ambiguousKey: "More than one key fits the token's signature."
    case .criticalHeader: "The token requires an extension that is not supported: \(got)."
    case .tokenSignatureMismatch: "The token's signature is wrong."
    case .undecryptable: "The token cannot be decrypted with our key."
    case .oversizedJOSE: "A token or key set is too large: \(wanted) are allowed."

    case .missingIDToken: "The provider sent no ID token, although one was requested."
    case .idTokenType: "The provider sent a token of the type \(got) in place of an ID token."
    case .idTokenIssuer: "The ID token comes from \(got), not from \(wanted)."
    case .idTokenAudience: "The ID token was issued for \(got), not for this client."
    case .idTokenAuthorizedParty: "The ID token was issued to another client, \(got)."
    case .expiredIDToken: "The ID token has expired, or does not say when it expires (“exp”: \(got))."
    case .idTokenNotYetValid: "The ID token is not valid yet (“nbf”: \(got))."
    case .idTokenIssuedAt: "The ID token's time of issue is not near the current time (“iat”: \(got))."
    case .idTokenNonce: "The ID token belongs to another sign-in: its nonce is different."
    case .idTokenAuthenticationTime: "The user signed in at the provider too long ago."
    case .idTokenAuthenticationContext:
      "The user signed in at the provider in another way than was requested (“acr”: \(got))."
    case .idTokenAccessTokenHash: "The ID token does not belong to the access token that came with it."
    case .idTokenCodeHash: "The ID token does not belong to the code that came with it."
    case .idTokenStateHash: "The ID token does not belong to the state that came with it."
    case .idTokenSubject: "The ID token does not name the user (“sub”)."
    case .idTokenRenewal: "The refreshed ID token is for another user or another sign-in."

    case .malformedLogout: "The provider's logout message cannot be read: it needs \(wanted)."
    case .foreignLogout: "The provider's logout message is for another client or from another issuer: \(got)."
    case .expiredLogout: "The provider's logout message is too old or from the future."
    case .replayedLogout: "The provider's logout message was used before."

    case .malformedRequestObject: "The signed authorization request cannot be read: it needs \(wanted)."
    case .foreignRequestObject: "The signed authorization request is for another server or from another client: \(got)."
    case .expiredRequestObject: "The signed authorization request has expired, or is not valid yet."

    case .malformedProof: "The proof of possession (DPoP) cannot be read: it needs \(wanted)."
    case .proofMismatch: "The proof of possession (DPoP) is for another request, token or key."
    case .staleProof: "The proof of possession (DPoP) is too old or from the future."
    case .replayedProof: "The proof of possession (DPoP) was used before."
    case .nonceNeeded: "The server requires its own nonce in the proof of possession (DPoP)."
    case .malformedAccessToken: "The access token cannot be read: it needs \(wanted)."
    case .accessTokenIssuerMismatch: "The access token comes from another issuer."
    case .accessTokenAudienceMismatch: "The access token is for another API."
    case .expiredAccessToken: "The access token has expired, or is not valid yet."
    case .bindingMismatch: "The token was sent without the key or certificate that it is bound to."

    case .requestRefused: "The API answered with \(got)."
    case .foreignOrigin: "The credential must not be sent to \(got): it is for \(wanted)."
    case .privateAddress: "\(got) is an address inside a private network, where this request must not go."
    case .signInNeeded: "The sign-in is no longer usable: \(got)."
    case .stepUpNeeded: "The API demands another sign-in: it needs \(wanted)."
    case .scopeNeeded: "The token does not allow this: it needs \(wanted)."

    case .malformedAccountFile: "The file holds no account that can be read: \(got)."
    case .undecryptableAccountFile:
      "The file cannot be decrypted: the passphrase is another one, or the file was changed."
    case .accountExists: "This account is stored already: \(got)."

    case .storeUnreadable: "The store cannot be read: \(got)."
    case .storeUnwritable: "The store cannot be written: \(got)."
    case .storeExposed: "Other users could read or change the store: \(got)."
    case .storeDamaged: "The store is damaged, or its key is another one: \(got)."
    case .storeTooNew: "The store was written by a later version of this program."
    case .storeLocked: "The keyring with the key of the store is locked."
    case .storeKeyGone: "The store was for one session, and its key is gone."
    case .storeBusy: "Another program is using the store."
    case .storeConflict: "Another program changed the credential at the same time."

    case .agentDenied: "The agent does not allow it."
    case .agentLocked: "The agent is locked."
    case .agentAccountChoiceNeeded: "There are several accounts: choose one."
    case .agentFailed: "The agent failed: \(got)."
    case .agentNotRunning: "No agent is running."
    case .agentAlreadyRunning: "An agent is running already."
    }
  }
}
