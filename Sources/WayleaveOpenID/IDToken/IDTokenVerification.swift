package import WayleaveJOSE
package import WayleaveWire

/// What every check says of a token, one by one: for people who want to know why it is refused.
///
/// A program that only wants the token makes an ``IDToken``, whose checks are the same.
package struct IDTokenVerification: Sendable {
  /// The checks in their order; after a token that cannot be read there is only the first.
  package let reports: [IDTokenCheck.Report]
  /// The token, when no check failed.
  package let token: IDToken?

  /// Makes every check.
  package init(
    _ text: Secret, verifiedBy keys: JSONWebKeySet, meeting requirements: IDTokenRequirements,
    decryption: TokenDecryption? = nil, at now: Instant
  ) {
    let result: ([IDTokenCheck.Report], IDToken?)
    do throws(OAuthError) {
      let candidate = try IDTokenUnderVerification(text, keys, requirements, decryption, at: now)
      var reports = [IDTokenCheck.Report(check: .form, verdict: .passed)]
      reports += IDTokenCheck.ofContent.map {
        IDTokenCheck.Report(check: $0, verdict: candidate.verdict(of: $0, requirements))
      }
      let isVerified = !reports.contains(where: \.isFailure)
      result = (reports, isVerified ? try IDToken(text, verified: candidate) : nil)
    } catch {
      result = ([IDTokenCheck.Report(check: .form, verdict: .failed(error))], nil)
    }
    (reports, token) = result
  }

  /// The first check that failed, with its error; nil when the token is believed.
  package var firstFailure: (check: IDTokenCheck, error: OAuthError)? {
    for report in reports {
      if case .failed(let error) = report.verdict { return (report.check, error) }
    }
    return nil
  }
}

extension IDTokenCheck.Report {
  fileprivate var isFailure: Bool {
    if case .failed = verdict { true } else { false }
  }
}
