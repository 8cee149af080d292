import HTTPTypes
import WayleaveWire

/// For how long a server lets its answer be cached.
///
/// RFC 9111 §5.2.2, as far as it says anything about a lifetime.
struct CacheControl {
  /// Nil when the server does not say.
  let lifetime: Duration?

  init(of response: ResponseMessage) {
    var lifetime: Int64?
    for directive in (response.head.headerFields[.cacheControl] ?? "").utf8.split(separator: UInt8(ascii: ",")) {
      let words = directive.filter { $0 != 0x20 && $0 != 0x09 }.map(\.lowercased)
      if words.elementsEqual("no-store".utf8) || words.elementsEqual("no-cache".utf8) { lifetime = 0 }
      guard words.starts(with: "max-age=".utf8) else { continue }
      let digits = words.dropFirst(8).filter { $0 != UInt8(ascii: "\"") }
      guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { continue }
      // "If a cache receives a delta-seconds value greater than the greatest integer it can represent": §1.2.2.
      let seconds = Int64(String(decoding: digits, as: UTF8.self)) ?? .max
      lifetime = min(lifetime ?? .max, seconds)
    }
    self.lifetime = lifetime.map { .seconds($0) }
  }
}
