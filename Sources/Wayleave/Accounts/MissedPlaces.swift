import WayleaveBackport
import WayleaveSignIn
import WayleaveWire

/// The places where an issuer could publish its metadata and does not, each with the place where the document was found.
///
/// A command asks an issuer for its metadata several times, and none of these places twice. Safe to use from any thread.
package final class MissedPlaces: Sendable {
  private let places = Lock(BoundedMemory<AbsoluteURL, AbsoluteURL>())

  /// None yet.
  package init() {}

  /// Remembers the requests that found nothing before one found the document.
  func remember(_ misses: [RequestMessage], before found: RequestMessage) {
    guard let place = Self.address(of: found) else { return }
    let addresses = misses.compactMap(Self.address)
    places.withLock { places in
      places[place] = nil
      for address in addresses { places[address] = place }
    }
  }

  /// Where the document was found that is not at this place; nil where this place was not missed.
  func place(insteadOf address: AbsoluteURL) -> AbsoluteURL? { places.withLock { $0[address] } }

  private static func address(of request: RequestMessage) -> AbsoluteURL? {
    request.url.flatMap { try? AbsoluteURL($0) }
  }
}
