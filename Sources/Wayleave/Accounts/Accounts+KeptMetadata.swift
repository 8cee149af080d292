import WayleaveOAuth2
import WayleaveSignIn
import WayleaveWire

extension Accounts {
  /// Hands the metadata that a sign-in wants to it: a document that was accepted a short while ago, or the issuer's own.
  ///
  /// RFC 8414 §3. A user who agrees to the loss of a protection has the issuer asked in any case.
  func answerMetadata(
    _ request: RequestMessage, of signIn: inout SignIn
  ) async throws(OAuthError) -> SignIn.Step {
    var random = SystemRandomNumberGenerator()
    let time = now()
    return try await document(for: request, isFreshWanted: signIn.acceptsDowngrade) { (response) throws(OAuthError) in
      try signIn.receive(response, at: time, using: &random)
    }
  }

  /// A document of an issuer, handed to `read`; see ``answerMetadata(_:of:)``.
  func document<Value: Sendable>(
    for request: RequestMessage, isFreshWanted: Bool = false,
    reading read: (ResponseMessage) throws(OAuthError) -> Value
  ) async throws(OAuthError) -> Value {
    let answer = try await metadataMemory.document(
      for: request, isFreshWanted: isFreshWanted, missing: missedPlaces, by: exchange, at: now())
    do throws(OAuthError) {
      let value = try read(answer.response)
      await metadataMemory.accept(answer, to: request, at: now())
      return value
    } catch {
      await metadataMemory.refuse(request)
      throw error.withoutSecrets(of: request).inProviderAnswer
    }
  }
}
