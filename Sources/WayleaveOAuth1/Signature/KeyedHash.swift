import Crypto

/// HMAC with its key worked in: two states of the hash, each of which has taken the block that holds the key.
///
/// RFC 2104 §4 describes this way of storing intermediate results. swift-crypto's `HMAC` gives the same code and can be
/// copied too, but reaches the hash through several generic calls, which cost as much as the hash of a request.
struct KeyedHash<Function: HashFunction & Sendable>: Sendable where Function.Digest: DigestInPlace {
  private let inner: Function
  private let outer: Function

  /// Works a key of any length in.
  init(key: [UInt8]) {
    // "Applications that use keys longer than B bytes will first hash the key using H": RFC 2104 §2.
    var block = key.count > Function.blockByteCount ? Array(Function.hash(data: key)) : key
    block += repeatElement(0, count: Function.blockByteCount - block.count)
    inner = Self.state(after: block, with: 0x36)
    outer = Self.state(after: block, with: 0x5C)
  }

  /// The code of a text.
  func code(of text: [UInt8]) -> [UInt8] {
    var inner = inner
    text.withUnsafeBytes { inner.update(bufferPointer: $0) }
    var outer = outer
    inner.finalize().withUnsafeBytes { outer.update(bufferPointer: $0) }
    return outer.finalize().withUnsafeBytes { Array($0) }
  }

  private static func state(after block: [UInt8], with pad: UInt8) -> Function {
    var state = Function()
    block.map { $0 ^ pad }.withUnsafeBytes { state.update(bufferPointer: $0) }
    return state
  }
}

/// A code whose bytes can be read where they lie, as those of swift-crypto can: its own protocol for that is Foundation's.
protocol DigestInPlace {
  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
}

extension Insecure.SHA1Digest: DigestInPlace {}
extension SHA256Digest: DigestInPlace {}
extension SHA512Digest: DigestInPlace {}
