extension OAuthError.Code {
  /// Every code there is: its text is a promise, and is never renamed.
  ///
  /// The part before the dot says where it happened; ``kind`` has what kind of thing it is, and whose fault by default.
  package enum Listed: String, Sendable, CaseIterable {
    /// A `%` without two hexadecimal digits.
    case malformedPercentEncoding = "wire.malformed_percent_encoding"
    /// A text that is not UTF-8.
    case malformedText = "wire.malformed_text"
    /// A parameter that may occur once occurs twice.
    case duplicateParameter = "wire.duplicate_parameter"
    /// A form with more fields than anyone needs.
    case tooManyFormFields = "wire.too_many_form_fields"
    /// JSON that breaks RFC 8259 or our limits.
    case malformedJSON = "wire.malformed_json"
    /// A URL that readers would take apart differently.
    case malformedURL = "wire.malformed_url"
    /// A URL that would carry secrets in clear text.
    case insecureURL = "wire.insecure_url"
    /// A value that would break a header field.
    case forbiddenHeaderCharacter = "wire.forbidden_header_character"

    /// A client id, redirect URI or another part of a registration that cannot be right.
    case invalidClient = "configuration.invalid_client"
    /// A redirect URI that no authorization server may accept.
    case invalidRedirectURI = "configuration.invalid_redirect_uri"
    /// A scope, verifier or other value outside its grammar.
    case invalidValue = "configuration.invalid_value"
    /// A provider that has no entry.
    case unknownProvider = "configuration.unknown_provider"
    /// A description of a provider that cannot be read.
    case malformedProvider = "configuration.malformed_provider"
    /// No client is registered at the provider, or several and none was named.
    case unknownClient = "configuration.unknown_client"
    /// A saved client whose provider is at other hosts than when it was saved.
    case clientOfOtherHost = "configuration.client_of_other_host"
    /// No such account is held.
    case unknownAccount = "configuration.unknown_account"
    /// Several accounts answer to the name.
    case ambiguousAccount = "configuration.ambiguous_account"
    /// The name is that of another account.
    case nameTaken = "configuration.name_taken"
    /// The provider does not offer what was asked for.
    case unsupported = "configuration.unsupported"
    /// A key that is too short to be safe.
    case weakKey = "configuration.weak_key"
    /// A key that is none, or of a kind that cannot be used here.
    case unsupportedKey = "configuration.unsupported_key"
    /// Corrections of the catalogue that are not signed as they have to be, are old, or fit no entry.
    case updateRefused = "configuration.update_refused"

    /// A callback whose state belongs to no waiting sign-in.
    case stateMismatch = "sign_in.state_mismatch"
    /// A callback that answers nothing we began.
    case unsolicitedCallback = "sign_in.unsolicited_callback"
    /// A callback whose parameters contradict one another.
    case malformedCallback = "sign_in.malformed_callback"
    /// A callback from another authorization server than the one asked.
    case issuerMismatch = "sign_in.issuer_mismatch"
    /// A signed callback that was made for another client.
    case audienceMismatch = "sign_in.audience_mismatch"
    /// A signed callback that is too old.
    case expiredCallback = "sign_in.expired_callback"
    /// A callback for another temporary credential than ours.
    case temporaryCredentialMismatch = "sign_in.temporary_credential_mismatch"
    /// A provider that does not confirm the callback: OAuth 1.0 before its repair.
    case callbackNotConfirmed = "sign_in.callback_not_confirmed"
    /// A callback without the verifier that the provider must send.
    case verifierMissing = "sign_in.verifier_missing"
    /// The user, or the provider in the user's name, said no.
    case denied = "sign_in.denied"
    /// The user went away, or pressed Ctrl-C.
    case cancelled = "sign_in.cancelled"
    /// The user did not answer in time.
    case timedOut = "sign_in.timed_out"
    /// What shows the sign-in to the user failed: the app's own callback source.
    case sourceFailed = "sign_in.source_failed"
    /// The provider could not or would not begin or finish the sign-in.
    case authorizationRefused = "sign_in.refused"
    /// The provider has suspended the account of the user, or of the owner of the client.
    case accountSuspended = "sign_in.account_suspended"
    /// A sign-in used in an order that its steps do not have.
    case outOfOrder = "sign_in.out_of_order"
    /// The port of the redirect URI is taken.
    case portInUse = "sign_in.port_in_use"
    /// A sign-in is before the user already.
    case alreadyInProgress = "sign_in.already_in_progress"
    /// The metadata of the provider names another issuer than the one asked for.
    case metadataIssuerMismatch = "discovery.issuer_mismatch"
    /// The metadata of the provider cannot be used.
    case malformedMetadata = "discovery.malformed_metadata"
    /// The metadata of the provider lacks a protection that it had before.
    case metadataDowngraded = "discovery.downgraded"

    /// A server that does not register the client.
    case registrationRefused = "registration.refused"

    /// A token answer that is none.
    case malformedTokenResponse = "token.malformed_answer"
    /// A token of a type that we cannot use.
    case unsupportedTokenType = "token.unsupported_type"
    /// A token that anyone can use, where one bound to a key was asked for.
    case tokenDowngraded = "token.downgraded"
    /// The token endpoint refused.
    case tokenRefused = "token.refused"
    /// The client's own credentials were refused.
    case clientRefused = "token.client_refused"
    /// The provider does not honour a grant: a code spent or too old, a refresh token revoked.
    case grantRefused = "token.grant_refused"
    /// The request was sent, and it is unknown whether it was carried out.
    case outcomeUnknown = "token.outcome_unknown"

    /// An answer that is not what the endpoint gives.
    case unexpectedAnswer = "answer.unexpected"
    /// A redirect where none may be followed.
    case unexpectedRedirect = "answer.redirect"
    /// An answer beyond its cap.
    case answerTooLarge = "answer.too_large"
    /// A compressed answer, which could be a bomb.
    case contentCoding = "answer.content_coding"
    /// A server in trouble for now.
    case serverUnavailable = "answer.server_unavailable"

    /// The server cannot be reached.
    case unreachable = "network.unreachable"
    /// No program listens at the server's address and port.
    case connectionRefused = "network.refused"
    /// The server's name has no address.
    case hostNotFound = "network.name_not_found"
    /// The server's certificate is for another name.
    case certificateName = "network.certificate_name"
    /// The server's certificate is not trusted here, or has expired.
    case certificateTrust = "network.certificate_trust"
    /// The proxy cannot be reached, or opens no tunnel.
    case proxyFailed = "network.proxy"
    /// The server did not answer in time.
    case networkTimedOut = "network.timed_out"

    /// A signature that does not belong to the request.
    case signatureMismatch = "oauth1.signature_mismatch"
    /// A signed request that cannot be read.
    case malformedSignedRequest = "oauth1.malformed_request"
    /// A signed request without a parameter that its protocol demands.
    case missingParameter = "oauth1.missing_parameter"
    /// A parameter of the protocol that occurs twice.
    case repeatedParameter = "oauth1.repeated_parameter"
    /// Parameters of the protocol in more than one of header, query and body.
    case parametersInTwoPlaces = "oauth1.parameters_in_two_places"
    /// A version of the protocol other than 1.0.
    case unsupportedVersion = "oauth1.unsupported_version"
    /// A timestamp that is no positive number.
    case malformedTimestamp = "oauth1.malformed_timestamp"
    /// A body that is not the one that was signed for.
    case bodyHashMismatch = "oauth1.body_hash_mismatch"
    /// A signature method that is not offered.
    case unsupportedSignatureMethod = "oauth1.unsupported_signature_method"
    /// A timestamp too far from now.
    case staleTimestamp = "oauth1.stale_timestamp"
    /// A nonce that was used before.
    case replayedNonce = "oauth1.replayed_nonce"
    /// More requests in the window than are remembered.
    case nonceHistoryFull = "oauth1.nonce_history_full"
    /// A signed request handed over for checking that was made for another place or by another consumer.
    case foreignEcho = "oauth1.foreign_echo"

    /// Something handed over that cannot show to which client it was issued.
    case unverifiableHandOver = "hand_over.unverifiable"
    /// Something handed over that the provider does not accept.
    case refusedHandOver = "hand_over.refused"
    /// Something handed over that was issued to another client.
    case foreignClient = "hand_over.foreign_client"
    /// Something handed over that was issued for another user.
    case foreignUser = "hand_over.foreign_user"
    /// Something handed over that was verified before.
    case replayedHandOver = "hand_over.replayed"
    /// More hand-overs than are remembered.
    case handOverMemoryFull = "hand_over.memory_full"

    /// A token, key or key set that is not written as JOSE writes them.
    case malformedJOSE = "jose.malformed"
    /// An algorithm that is none, is not allowed here, or does not belong to the key.
    case unsupportedAlgorithm = "jose.unsupported_algorithm"
    /// A token for which no key fits: a reason to fetch the keys again.
    case unknownKey = "jose.unknown_key"
    /// A token for which more than one key fits.
    case ambiguousKey = "jose.ambiguous_key"
    /// A header that must be understood, and is not.
    case criticalHeader = "jose.critical_header"
    /// A token whose signature its key did not make.
    case tokenSignatureMismatch = "jose.signature_mismatch"
    /// An encrypted token that its key does not open.
    case undecryptable = "jose.undecryptable"
    /// A token or key set beyond its cap.
    case oversizedJOSE = "jose.too_large"

    /// No ID token, though one was asked for.
    case missingIDToken = "id_token.missing"
    /// A token of another type in the place of an ID token.
    case idTokenType = "id_token.type"
    /// An ID token of another issuer.
    case idTokenIssuer = "id_token.issuer"
    /// An ID token that is for others, or for others too.
    case idTokenAudience = "id_token.audience"
    /// An ID token that was issued to another party.
    case idTokenAuthorizedParty = "id_token.authorized_party"
    /// An ID token that has ended, or never says when it does.
    case expiredIDToken = "id_token.expired"
    /// An ID token that is not good yet.
    case idTokenNotYetValid = "id_token.not_yet_valid"
    /// An ID token from the future, or too old to be the answer.
    case idTokenIssuedAt = "id_token.issued_at"
    /// An ID token of another sign-in.
    case idTokenNonce = "id_token.nonce"
    /// An ID token of a user who authenticated too long ago.
    case idTokenAuthenticationTime = "id_token.auth_time"
    /// An ID token of a user who authenticated in another way than was asked for.
    case idTokenAuthenticationContext = "id_token.acr"
    /// An ID token with an access token that it does not vouch for.
    case idTokenAccessTokenHash = "id_token.at_hash"
    /// An ID token with a code that it does not vouch for.
    case idTokenCodeHash = "id_token.c_hash"
    /// An ID token with a state that it does not vouch for.
    case idTokenStateHash = "id_token.s_hash"
    /// An ID token without a usable name for the user.
    case idTokenSubject = "id_token.subject"
    /// An ID token from a refresh that is about another user or sign-in than the first.
    case idTokenRenewal = "id_token.renewal"

    /// A message that ends a session and cannot be read, or lacks what it must have.
    case malformedLogout = "logout.malformed"
    /// A message that ends a session, from another issuer or for another client.
    case foreignLogout = "logout.foreign"
    /// A message that ends a session, too old or from the future.
    case expiredLogout = "logout.expired"
    /// A message that ends a session and was used before.
    case replayedLogout = "logout.replayed"

    /// A request object that cannot be read, or lacks what it must have.
    case malformedRequestObject = "request_object.malformed"
    /// A request object of another client, or for another server.
    case foreignRequestObject = "request_object.foreign"
    /// A request object that is not good yet, or no longer.
    case expiredRequestObject = "request_object.expired"

    /// A proof of possession that cannot be read, or lacks what it must have.
    case malformedProof = "dpop.malformed"
    /// A proof of possession for another request, token or key.
    case proofMismatch = "dpop.mismatch"
    /// A proof of possession too old or from the future.
    case staleProof = "dpop.stale"
    /// A proof of possession that was used before.
    case replayedProof = "dpop.replayed"
    /// A proof of possession without the nonce that the server wants.
    case nonceNeeded = "dpop.nonce_needed"
    /// An access token that is none, or lacks what it must say.
    case malformedAccessToken = "access_token.malformed"
    /// An access token of another issuer.
    case accessTokenIssuerMismatch = "access_token.issuer"
    /// An access token for another API.
    case accessTokenAudienceMismatch = "access_token.audience"
    /// An access token that is not good yet, or no longer.
    case expiredAccessToken = "access_token.expired"
    /// A token bound to a key or a certificate that was not shown with it.
    case bindingMismatch = "access_token.binding"

    /// An API that answered a request with a status of failure.
    case requestRefused = "request.refused"
    /// A request to a place that the credential is not for.
    case foreignOrigin = "request.foreign_origin"
    /// A request to an address that is not public, where only public ones are asked.
    case privateAddress = "request.private_address"
    /// The credential is expired or refused, and only a new sign-in helps.
    case signInNeeded = "credential.sign_in_needed"
    /// The API wants the user to have signed in more recently, or in a better way.
    case stepUpNeeded = "credential.step_up_needed"
    /// The API wants the user to allow more.
    case scopeNeeded = "credential.scope_needed"

    /// A file that should hold an account, and cannot be read as one.
    case malformedAccountFile = "account_file.malformed"
    /// An encrypted file whose passphrase is another one, or that was changed.
    case undecryptableAccountFile = "account_file.undecryptable"
    /// An account that is stored already, and that is not to be replaced.
    case accountExists = "configuration.account_exists"

    /// The store cannot be read.
    case storeUnreadable = "store.unreadable"
    /// The store cannot be written.
    case storeUnwritable = "store.unwritable"
    /// The store is open to others.
    case storeExposed = "store.exposed"
    /// The store is damaged, or its key is another one.
    case storeDamaged = "store.damaged"
    /// The store was written by a later version.
    case storeTooNew = "store.too_new"
    /// The key of the store is in a keyring that is locked or cannot be used.
    case storeLocked = "store.locked"
    /// The key of the store was in memory alone, and the machine was restarted: the store can never be read again.
    case storeKeyGone = "store.key_gone"
    /// The file system of the store has no locks.
    case storeWithoutLocks = "store.no_locks"
    /// Another process holds the store.
    case storeBusy = "store.busy"
    /// The record changed in the meantime.
    case storeConflict = "store.conflict"

    /// The agent may not give the program what it asks for: the user did not allow it.
    case agentDenied = "agent.denied"
    /// The agent is locked.
    case agentLocked = "agent.locked"
    /// The agent holds several accounts, and the program named none.
    case agentAccountChoiceNeeded = "agent.account_choice_needed"
    /// The agent could not do what was asked.
    case agentFailed = "agent.failed"
    /// A program of ours was replaced since the agent began.
    case agentOutdated = "agent.outdated"
    /// No agent runs.
    case agentNotRunning = "agent.not_running"
    /// An agent runs already.
    case agentAlreadyRunning = "agent.already_running"
  }
}
