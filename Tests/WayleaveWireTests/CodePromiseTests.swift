import Testing
import WayleaveWire

@Suite("The names of failures are a promise: none is renamed, and none becomes another kind of failure")
struct CodePromiseTests {
  // A row that must change here breaks programs that decide by it. New codes are added.
  private static let promise = """
    wire.malformed_percent_encoding unverified caller
    wire.malformed_text unverified caller
    wire.duplicate_parameter unverified caller
    wire.too_many_form_fields unverified caller
    wire.malformed_json unverified caller
    wire.malformed_url configuration caller
    wire.insecure_url configuration caller
    wire.forbidden_header_character unverified caller
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
    configuration.update_refused unverified provider
    sign_in.state_mismatch unverified provider
    sign_in.unsolicited_callback unverified provider
    sign_in.malformed_callback unverified provider
    sign_in.issuer_mismatch unverified provider
    sign_in.audience_mismatch unverified provider
    sign_in.expired_callback unverified provider
    sign_in.temporary_credential_mismatch unverified provider
    sign_in.callback_not_confirmed unverified provider
    sign_in.verifier_missing unverified provider
    sign_in.denied denied user
    sign_in.cancelled cancelled user
    sign_in.timed_out timedOut user
    sign_in.source_failed configuration caller
    sign_in.refused refused provider
    sign_in.account_suspended refused provider
    sign_in.out_of_order configuration caller
    sign_in.port_in_use configuration caller
    sign_in.already_in_progress configuration caller
    discovery.issuer_mismatch unverified provider
    discovery.malformed_metadata unverified provider
    discovery.downgraded unverified provider
    registration.refused refused provider
    token.malformed_answer unverified provider
    token.unsupported_type unverified provider
    token.downgraded unverified provider
    token.refused refused provider
    token.client_refused refused provider
    token.grant_refused refused provider
    token.outcome_unknown network network
    answer.unexpected unverified provider
    answer.redirect unverified provider
    answer.too_large unverified provider
    answer.content_coding unverified provider
    answer.server_unavailable network network
    network.unreachable network network
    network.refused network network
    network.name_not_found network network
    network.certificate_name network network
    network.certificate_trust network network
    network.proxy network network
    network.timed_out network network
    oauth1.signature_mismatch unverified client
    oauth1.malformed_request unverified client
    oauth1.missing_parameter unverified client
    oauth1.repeated_parameter unverified client
    oauth1.parameters_in_two_places unverified client
    oauth1.unsupported_version unverified client
    oauth1.malformed_timestamp unverified client
    oauth1.body_hash_mismatch unverified client
    oauth1.unsupported_signature_method unverified client
    oauth1.stale_timestamp unverified client
    oauth1.replayed_nonce unverified client
    oauth1.nonce_history_full unverified client
    oauth1.foreign_echo unverified client
    hand_over.unverifiable unverified client
    hand_over.refused unverified client
    hand_over.foreign_client unverified client
    hand_over.foreign_user unverified client
    hand_over.replayed unverified client
    hand_over.memory_full unverified client
    jose.malformed unverified caller
    jose.unsupported_algorithm unverified caller
    jose.unknown_key unverified provider
    jose.ambiguous_key unverified provider
    jose.critical_header unverified provider
    jose.signature_mismatch unverified provider
    jose.undecryptable unverified provider
    jose.too_large unverified provider
    id_token.missing unverified provider
    id_token.type unverified provider
    id_token.issuer unverified provider
    id_token.audience unverified provider
    id_token.authorized_party unverified provider
    id_token.expired unverified provider
    id_token.not_yet_valid unverified provider
    id_token.issued_at unverified provider
    id_token.nonce unverified provider
    id_token.auth_time unverified provider
    id_token.acr unverified provider
    id_token.at_hash unverified provider
    id_token.c_hash unverified provider
    id_token.s_hash unverified provider
    id_token.subject unverified provider
    id_token.renewal unverified provider
    logout.malformed unverified provider
    logout.foreign unverified provider
    logout.expired unverified provider
    logout.replayed unverified provider
    request_object.malformed unverified client
    request_object.foreign unverified client
    request_object.expired unverified client
    dpop.malformed unverified client
    dpop.mismatch unverified client
    dpop.stale unverified client
    dpop.replayed unverified client
    dpop.nonce_needed unverified client
    access_token.malformed unverified client
    access_token.issuer unverified client
    access_token.audience unverified client
    access_token.expired unverified client
    access_token.binding unverified client
    request.refused refused provider
    request.foreign_origin configuration caller
    request.private_address unverified caller
    credential.sign_in_needed signInNeeded provider
    credential.step_up_needed signInNeeded provider
    credential.scope_needed signInNeeded provider
    account_file.malformed unverified caller
    account_file.undecryptable unverified caller
    configuration.account_exists configuration caller
    store.unreadable storage store
    store.unwritable storage store
    store.exposed storage store
    store.damaged storage store
    store.too_new storage store
    store.locked storage store
    store.key_gone storage store
    store.no_locks storage store
    store.busy storage store
    store.conflict storage store
    agent.denied denied user
    agent.locked storage store
    agent.account_choice_needed configuration caller
    agent.failed configuration caller
    agent.outdated configuration caller
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
      #expect(error.category == (isMoved ? .unverified : code.kind.category), "\(code)")
    }
  }
}
