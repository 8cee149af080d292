import Testing
import WayleaveWire

@Suite("The names of failures are a promise: none is renamed, and none becomes another kind of failure")
struct CodePromiseTests {
  // A row that must change here breaks programs that decide by it. New codes are added.
  private static let promise = """
    wire.malformed_percent_encoding unproved caller
    wire.malformed_text unproved caller
    wire.duplicate_parameter unproved caller
    wire.too_many_form_fields unproved caller
    wire.malformed_json unproved caller
    wire.malformed_url configuration caller
    wire.insecure_url configuration caller
    wire.forbidden_header_character unproved caller
    configuration.invalid_client configuration caller
    configuration.invalid_redirect_uri configuration caller
    configuration.invalid_value configuration caller
    configuration.unknown_provider configuration caller
    configuration.malformed_provider configuration caller
    configuration.unknown_client configuration caller
    configuration.client_of_other_host configuration caller
    configuration.unknown_account signInNeeded caller
    configuration.ambiguous_account configuration caller
    configuration.name_taken configuration caller
    configuration.unsupported configuration caller
    configuration.weak_key configuration caller
    configuration.unsupported_key configuration caller
    sign_in.state_mismatch unproved provider
    sign_in.unsolicited_callback unproved provider
    sign_in.malformed_callback unproved provider
    sign_in.issuer_mismatch unproved provider
    sign_in.audience_mismatch unproved provider
    sign_in.expired_callback unproved provider
    sign_in.temporary_credential_mismatch unproved provider
    sign_in.callback_not_confirmed unproved provider
    sign_in.verifier_missing unproved provider
    sign_in.denied denied user
    sign_in.cancelled cancelled user
    sign_in.timed_out timedOut user
    sign_in.source_failed configuration caller
    sign_in.refused refused provider
    sign_in.account_suspended refused provider
    sign_in.out_of_order configuration caller
    sign_in.port_in_use configuration caller
    sign_in.already_in_progress configuration caller
    discovery.issuer_mismatch unproved provider
    discovery.malformed_metadata unproved provider
    discovery.downgraded unproved provider
    registration.refused refused provider
    token.malformed_answer unproved provider
    token.unsupported_type unproved provider
    token.downgraded unproved provider
    token.refused refused provider
    token.client_refused refused provider
    token.grant_refused refused provider
    token.outcome_unknown network network
    answer.unexpected unproved provider
    answer.redirect unproved provider
    answer.too_large unproved provider
    answer.content_coding unproved provider
    answer.server_unavailable network network
    network.unreachable network network
    network.refused network network
    network.name_not_found network network
    network.certificate_name network network
    network.certificate_trust network network
    network.proxy network network
    network.timed_out network network
    oauth1.signature_mismatch unproved client
    oauth1.malformed_request unproved client
    oauth1.missing_parameter unproved client
    oauth1.repeated_parameter unproved client
    oauth1.parameters_in_two_places unproved client
    oauth1.unsupported_version unproved client
    oauth1.malformed_timestamp unproved client
    oauth1.body_hash_mismatch unproved client
    oauth1.unsupported_signature_method unproved client
    oauth1.stale_timestamp unproved client
    oauth1.replayed_nonce unproved client
    oauth1.nonce_history_full unproved client
    oauth1.foreign_echo unproved client
    hand_over.unverifiable unproved client
    hand_over.refused unproved client
    hand_over.foreign_client unproved client
    hand_over.foreign_user unproved client
    hand_over.replayed unproved client
    hand_over.memory_full unproved client
    jose.malformed unproved caller
    jose.unsupported_algorithm unproved caller
    jose.unknown_key unproved provider
    jose.ambiguous_key unproved provider
    jose.critical_header unproved provider
    jose.signature_mismatch unproved provider
    jose.undecryptable unproved provider
    jose.too_large unproved provider
    id_token.missing unproved provider
    id_token.type unproved provider
    id_token.issuer unproved provider
    id_token.audience unproved provider
    id_token.authorized_party unproved provider
    id_token.expired unproved provider
    id_token.not_yet_valid unproved provider
    id_token.issued_at unproved provider
    id_token.nonce unproved provider
    id_token.auth_time unproved provider
    id_token.acr unproved provider
    id_token.at_hash unproved provider
    id_token.c_hash unproved provider
    id_token.s_hash unproved provider
    id_token.subject unproved provider
    id_token.renewal unproved provider
    logout.malformed unproved provider
    logout.foreign unproved provider
    logout.expired unproved provider
    logout.replayed unproved provider
    request_object.malformed unproved client
    request_object.foreign unproved client
    request_object.expired unproved client
    dpop.malformed unproved client
    dpop.mismatch unproved client
    dpop.stale unproved client
    dpop.replayed unproved client
    dpop.nonce_needed unproved client
    access_token.malformed unproved client
    access_token.issuer unproved client
    access_token.audience unproved client
    access_token.expired unproved client
    access_token.binding unproved client
    request.refused refused provider
    request.foreign_origin configuration caller
    request.private_address unproved caller
    credential.sign_in_needed signInNeeded provider
    credential.step_up_needed signInNeeded provider
    credential.scope_needed signInNeeded provider
    account_file.malformed unproved caller
    account_file.undecryptable unproved caller
    configuration.account_exists configuration caller
    store.unreadable storage store
    store.unwritable storage store
    store.exposed storage store
    store.damaged storage store
    store.too_new storage store
    store.locked storage store
    store.key_gone storage store
    store.busy storage store
    store.conflict storage store
    agent.denied denied user
    agent.locked storage store
    agent.account_choice_needed configuration caller
    agent.failed configuration caller
    agent.not_running configuration caller
    agent.already_running configuration caller
    """

  @Test("each code has the name, the category and the fault that programs and exit codes go by")
  func rows() {
    let rows = OAuthError.Code.allCases.map { "\($0.rawValue) \($0.kind.category.rawValue) \($0.kind.fault.rawValue)" }
    let promised = Self.promise.split(separator: "\n").map(String.init)
    for row in promised { #expect(rows.contains(row), "\(row)") }
    #expect(rows.count == promised.count && Set(promised).count == promised.count)
  }

  @Test("what is printed of a code is its name", arguments: OAuthError.Code.allCases)
  func description(code: OAuthError.Code) {
    #expect("\(code)" == code.rawValue)
  }

  @Test("what a provider sent is never the configuration of the one who reads it", arguments: OAuthError.Fault.allCases)
  func categories(fault: OAuthError.Fault) {
    for code in OAuthError.Code.allCases {
      let error = OAuthError(
        code, rule: .wayleave("r"), expected: "e", received: .nothing, remedy: "Do it.", fault: fault)
      let isMoved = code.kind.category == .configuration && fault != .caller
      #expect(error.category == (isMoved ? .unproved : code.kind.category), "\(code)")
    }
  }
}
