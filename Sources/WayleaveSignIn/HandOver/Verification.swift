package import WayleaveWire

/// The checks of something that another party handed over, in order; the first that fails decides.
package struct Verification: Sendable {
  /// One rule, and whether it holds.
  package struct Check: Sendable {
    package let name: String
    package let rule: OAuthError.Rule
    package let verdict: Verdict
  }

  /// What is verified, as `--json` calls it.
  package let kind: String
  package private(set) var checks: [Check] = []
  /// What it says, in order; to be believed only when every check has passed.
  package var facts: [(name: String, value: String)] = []

  package init(of kind: String) { self.kind = kind }

  /// Makes a check and returns its result; nil when it fails.
  package mutating func check<Value>(
    _ name: String, _ rule: OAuthError.Rule, _ work: () throws(OAuthError) -> Value
  ) -> Value? {
    do throws(OAuthError) {
      let value = try work()
      add(name, rule, .passed)
      return value
    } catch {
      add(name, rule, .failed(error))
      return nil
    }
  }

  /// Makes a check of the result of an earlier one.
  package mutating func check<Given, Value>(
    _ name: String, _ rule: OAuthError.Rule, of given: Given?, _ work: (Given) throws(OAuthError) -> Value
  ) -> Value? {
    guard let given else {
      add(name, rule, .notReached)
      return nil
    }
    return check(name, rule) { () throws(OAuthError) in try work(given) }
  }

  /// Makes a check by asking another server, unless an earlier check has failed.
  ///
  /// A server that cannot be reached decides nothing: then the error is thrown.
  package mutating func ask<Value>(
    _ name: String, _ rule: OAuthError.Rule, _ work: () async throws(OAuthError) -> Value
  ) async throws(OAuthError) -> Value? {
    guard firstFailure == nil else {
      add(name, rule, .notReached)
      return nil
    }
    do throws(OAuthError) {
      let value = try await work()
      add(name, rule, .passed)
      return value
    } catch {
      guard error.category != .network, error.category != .cancelled else { throw error }
      add(name, rule, .failed(error))
      return nil
    }
  }

  package mutating func add(_ name: String, _ rule: OAuthError.Rule, _ verdict: Verdict) {
    checks.append(Check(name: name, rule: rule, verdict: verdict))
  }

  /// The first check that failed, and why.
  package var firstFailure: (name: String, error: OAuthError)? {
    for check in checks {
      if case .failed(let error) = check.verdict { return (check.name, error) }
    }
    return nil
  }
}
