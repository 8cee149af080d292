import HTTPTypes
import WayleaveBackport
import WayleaveOpenID
import WayleaveSignIn
import WayleaveWire

/// The metadata that this process has read, over a store that other processes share.
///
/// Only a document that was accepted is remembered, and one that is refused later is forgotten, so that the next attempt
/// asks the issuer. Safe to use from any thread.
final class MetadataMemory: Sendable {
  private let known = Lock(BoundedMemory<AbsoluteURL, KeptMetadata>())
  private let store: (any MetadataStore)?

  /// A document, and where it comes from.
  struct Answer {
    let response: ResponseMessage
    let isKept: Bool
  }

  init(store: (any MetadataStore)?) { self.store = store }

  /// The document of a request: one that is remembered and fresh, else what the issuer answers; and where the issuer
  /// cannot be reached or is in trouble, one that is not older than a day.
  ///
  /// `isFreshWanted` asks the issuer in any case. A place that is missed is not asked as long as the document is used that
  /// was found at another one: its answer is 404.
  func document(
    for request: RequestMessage, isFreshWanted: Bool, missing missedPlaces: MissedPlaces, by exchange: Exchange,
    at now: Instant
  ) async throws(OAuthError) -> Answer {
    guard let address = request.url.flatMap({ try? AbsoluteURL($0) }) else {
      return Answer(response: try await exchange.document(request), isKept: false)
    }
    let kept = isFreshWanted ? nil : await metadata(at: address)
    if let kept, kept.isFresh(at: now) { return Answer(response: kept.response, isKept: true) }
    if !isFreshWanted, let other = missedPlaces.place(insteadOf: address),
      await metadata(at: other)?.isFresh(at: now) ?? false
    {
      return Answer(response: ResponseMessage(HTTPResponse(status: .notFound)), isKept: true)
    }
    let failure: OAuthError
    do throws(OAuthError) {
      let response = try await exchange.document(request)
      guard response.isInTrouble, let kept, kept.isUsableMeanwhile(at: now) else {
        return Answer(response: response, isKept: false)
      }
      exchange.tell(
        Event(.tolerated, rule: .rfc(8414, "3"), "metadata read at \(kept.readAt): the issuer is in trouble"))
      return Answer(response: kept.response, isKept: true)
    } catch { failure = error }
    guard failure.category == .network, let kept, kept.isUsableMeanwhile(at: now) else { throw failure }
    exchange.tell(Event(.tolerated, rule: failure.rule, "metadata read at \(kept.readAt): \(failure.message)"))
    return Answer(response: kept.response, isKept: true)
  }

  /// Remembers a document that was accepted; one that was remembered already does not become younger by it.
  func accept(_ answer: Answer, to request: RequestMessage, at now: Instant) async {
    let response = answer.response
    guard !answer.isKept, response.status == 200, let address = request.url.flatMap({ try? AbsoluteURL($0) }),
      let document = try? JSON(decoding: response.body).object
    else { return }
    let lifetime = ProviderKeys.lifetime(of: response)
    let metadata = KeptMetadata(document, readAt: now, lifetime: lifetime)
    known.withLock { $0[address] = metadata }
    try? await store?.put(metadata, at: address)
  }

  /// Forgets a document that was refused.
  func refuse(_ request: RequestMessage) async {
    guard let address = request.url.flatMap({ try? AbsoluteURL($0) }) else { return }
    let wasKnown = known.withLock { known in
      defer { known[address] = nil }
      return known[address] != nil
    }
    if wasKnown { try? await store?.put(nil, at: address) }
  }

  private func metadata(at address: AbsoluteURL) async -> KeptMetadata? {
    if let kept = known.withLock({ $0[address] }) { return kept }
    guard let stored = try? await store?.metadata(at: address) else { return nil }
    known.withLock { $0[address] = stored }
    return stored
  }
}
