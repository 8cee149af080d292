package import WayleaveWire

extension RefusalTable {
  /// What the words of the specifications mean, and those of the providers whose shape of error is known.
  package static let common = RefusalTable(specified + denials + unspecified + facebook + twitter + foursquare + zatar)

  /// RFC 6749 §4.1.2.1 and §5.2; RFC 6750 §3.1; RFC 8628 §3.5; RFC 9449 §8; RFC 9470 §3; OpenID Connect Core §3.1.2.6.
  private static let specified: [Row] = [
    Row("invalid_grant", means: .grantGone),
    Row("expired_token", means: .grantGone),
    Row("login_required", means: .userNeeded),
    Row("interaction_required", means: .userNeeded),
    Row("account_selection_required", means: .userNeeded),
    Row("invalid_token", means: .tokenInvalid),
    Row("access_denied", means: .denied),
    Row("consent_required", means: .consentNeeded),
    Row("insufficient_scope", means: .consentNeeded),
    Row("insufficient_user_authentication", means: .stepUpNeeded),
    Row("temporarily_unavailable", means: .unavailable),
    Row("server_error", in: .word, means: .unavailable),
    Row("authorization_pending", means: .unavailable),
    Row("slow_down", means: .unavailable),
    Row("use_dpop_nonce", means: .retryNow),
  ]

  /// What providers say in the place of `access_denied` when the user said no, and what can mean nothing else.
  ///
  /// Of LinkedIn and Apple; VK, Instagram and Deezer; Twitter; Microsoft, to a device that polls.
  private static let denials: [Row] = [
    "user_cancelled_login", "user_cancelled_authorize", "user_cancelled", "user_canceled", "user_denied", "denied",
    "authorization_declined",
  ].map { Row($0, in: .word, means: .denied) }

  /// What GitHub, Slack, Hydra (`token_inactive`), Supabase and others say in the place of `invalid_grant` and `invalid_token`.
  private static let unspecified: [Row] =
    [
      Row("bad_refresh_token", means: .grantGone),
      Row("invalid_refresh_token", means: .grantGone),
      Row("refresh_token_expired", means: .grantGone),
      Row("refresh_token_not_found", means: .grantGone),
      Row("refresh_token_already_used", means: .grantGone),
      Row("session_not_found", in: .word, means: .tokenInvalid),
      Row("session_expired", in: .word, means: .tokenInvalid),
      Row("token_inactive", in: .word, means: .tokenInvalid),
      Row("token_revoked", in: .word, means: .grantGone),
      Row("account_inactive", means: .userNeeded),
      Row("token_expired", in: .word, means: .tokenInvalid),
      Row("invalid_auth", means: .tokenInvalid),
      Row("missing_scope", means: .consentNeeded),
      Row("ratelimited", means: .rateLimited),
      Row("rate_limited", means: .rateLimited),
      Row("rate_limit_exceeded", means: .rateLimited),
      Row("too_many_requests", means: .rateLimited),
    ]
    // The word for a malformed request, with a description that says otherwise.
    + ["refresh token", "refresh_token"].flatMap { token in
      ["expired", "revoked", "invalid"].map {
        Row("invalid_request", describedBy: [token, $0], in: .word, means: .grantGone)
      }
    }

  /// Facebook's codes: 190 is a token that is no longer good, and its subcode says why.
  private static let facebook: [Row] =
    [
      Row("190", subcode: "458", in: .object, means: .grantGone),  // the user removed the app
      Row("190", subcode: "459", in: .object, means: .final),  // the user must go to Facebook first
      Row("190", subcode: "464", in: .object, means: .final),
      Row("190", subcode: "460", in: .object, means: .grantGone),  // the password was changed
      Row("190", subcode: "467", in: .object, means: .grantGone),
      Row("190", in: .object, means: .tokenInvalid),
      Row("102", in: .object, means: .tokenInvalid),
      Row("100", subcode: "36007", in: .object, means: .grantGone),  // the code is too old
      Row("100", subcode: "36009", in: .object, means: .grantGone),  // the code was used
      Row("1", describedBy: ["client secret"], in: .object, means: .final),  // the app's secret is wrong
      Row("1", in: .object, means: .unavailable),
      Row("2", in: .object, means: .unavailable),
      Row("10", in: .object, means: .consentNeeded),
    ]
    + ["4", "17", "32", "341", "368", "613"].map { Row($0, in: .object, means: .rateLimited) }
    + (200...299).map { Row(String($0), in: .object, means: .consentNeeded) }

  /// Twitter's codes: trouble and limits pass; 32 also stands for a wrong signature, so that it says nothing of the token.
  private static let twitter: [Row] =
    ["89", "99"].map { Row($0, in: .list, means: .tokenInvalid) }
    + ["220", "93"].map { Row($0, in: .list, means: .consentNeeded) }
    + ["32", "87", "215", "326"].map { Row($0, in: .list, means: .final) }
    + [Row("64", in: .list, means: .accountSuspended)]
    + ["130", "131"].map { Row($0, in: .list, means: .unavailable) }
    + [Row("88", in: .list, means: .rateLimited), Row("135", in: .list, means: .retryNow)]

  /// Foursquare's types; `invalid_auth` and `rate_limit_exceeded` stand above.
  private static let foursquare: [Row] =
    [Row("not_authorized", in: .meta, means: .consentNeeded), Row("server_error", in: .meta, means: .unavailable)]
    + ["param_error", "endpoint_error", "deprecated", "other"].map { Row($0, in: .meta, means: .final) }

  private static let zatar = [Row("violations", in: .other, means: .final)]
}

extension OAuth2Dialect {
  /// What words mean here: the provider's own rows, then the common ones.
  package var refusalTable: RefusalTable {
    refusals.isEmpty ? .common : RefusalTable(refusals, before: .common)
  }
}
