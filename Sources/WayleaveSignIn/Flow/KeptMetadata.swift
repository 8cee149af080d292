import HTTPTypes
import WayleaveOpenID
package import WayleaveWire

/// A metadata document as an issuer sent it, and for how long it is used without asking again.
///
/// RFC 8414 §3.2; RFC 9111 §5.2.2 for the time, which has bounds of our own.
package struct KeptMetadata: Sendable, Equatable {
  /// How long a document is used at least, so that a server that forbids it is not asked all the time; and
  /// where the server does not say.
  package static let shortestLife = ProviderKeys.shortestLife
  /// How long a document is used at most, and while no other can be had.
  package static let longestLife = ProviderKeys.longestLife

  /// Everything it said.
  package let document: JSON.Object
  /// When it was read.
  package let readAt: Instant
  /// How long it is used: whole seconds.
  package let life: Duration
  /// The document as the answer that it was, written once: each sign-in reads it.
  package let response: ResponseMessage

  /// A document of now; `lifetime` is what the server allows, nil when it does not say.
  package init(_ document: JSON.Object, readAt now: Instant, lifetime: Duration?) {
    self.document = document
    response = ResponseMessage(.ok, json: .object(document))
    readAt = now
    let bounded = min(max(lifetime ?? Self.shortestLife, Self.shortestLife), Self.longestLife)
    // As the record has it, so that what is read is what was stored.
    life = .seconds(bounded.wholeSeconds)
  }

  /// Whether it is used without asking; a clock that was set back ends that.
  package func isFresh(at now: Instant) -> Bool { (.zero..<life).contains(now - readAt) }

  /// Whether it is used while the issuer cannot be reached.
  package func isUsableMeanwhile(at now: Instant) -> Bool { (.zero..<Self.longestLife).contains(now - readAt) }
}

extension KeptMetadata {
  /// The record, for a store.
  package var json: JSON {
    ["document": .object(document), "read_at": JSON(readAt.secondsSinceEpoch), "life": JSON(life.wholeSeconds)]
  }

  /// Reads what ``json`` wrote; nil when it is something else.
  package init?(json: JSON) {
    guard let document = json["document"]?.object, let readAt = json["read_at"]?.integer,
      let life = json["life"]?.integer
    else { return nil }
    self.init(document, readAt: Instant(secondsSinceEpoch: readAt), lifetime: .seconds(life))
  }
}
