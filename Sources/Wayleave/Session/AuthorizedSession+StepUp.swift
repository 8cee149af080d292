public import WayleaveWire

extension AuthorizedSession {
  /// Sends a request, and where the API demands another sign-in has the user sign in on its terms and sends it again,
  /// once.
  ///
  /// RFC 9470 §4. Throws what ``send(_:within:)`` and ``Accounts/stepUp(_:for:options:)`` throw; a second demand is an
  /// error, since a server may never be content.
  public func send(
    _ request: RequestMessage, steppingUpBy options: Accounts.SignInOptions, within limits: ExchangeLimits = .api
  ) async throws(OAuthError) -> ResponseMessage {
    do throws(OAuthError) { return try await send(request, within: limits) } catch {
      guard [.stepUpNeeded, .scopeNeeded].contains(error.code), error.mayBeMetBySignIn,
        let demand = error.refusal?.demand
      else { throw error }
      try await accounts.stepUp(account, for: demand, options: options)
    }
    // The bounds of the first exchange may have passed while the user signed in.
    let next = ExchangeLimits.within(ExchangeLimits.timeForAPI, maximumBodySize: limits.maximumBodySize)
    return try await send(request, within: next)
  }
}
