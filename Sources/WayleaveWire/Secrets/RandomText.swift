#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Unguessable text, drawn from the generator that is handed in.
package enum RandomText {
  /// Draws `count` bytes; 32 of them are 256 bits.
  package static func bytes(_ count: Int, using random: inout some RandomNumberGenerator) -> [UInt8] {
    let count = max(count, 0)
    return [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
      fill(UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(bytes)[..<count]), using: &random)
      filled = count
    }
  }

  /// Draws `count` bytes and writes them as base64url: letters, digits, `-` and `_` only.
  package static func base64URL(bytes count: Int, using random: inout some RandomNumberGenerator) -> String {
    Base64.url.encodedText(bytes(count, using: &random))
  }

  /// Draws `count` bytes and writes them as a secret in base64url, which stands nowhere else.
  package static func secret(bytes count: Int, using random: inout some RandomNumberGenerator) -> Secret {
    withUnsafeTemporaryAllocation(byteCount: max(count, 0), alignment: 8) { bytes in
      defer { bytes.initializeMemory(as: UInt8.self, repeating: 0) }
      fill(bytes, using: &random)
      return secret(writing: UnsafeRawBufferPointer(bytes))
    }
  }

  /// Draws two secrets of `count` bytes each at once, as ``secret(bytes:using:)`` draws one.
  package static func twoSecrets(
    bytes count: Int, using random: inout some RandomNumberGenerator
  ) -> (Secret, Secret) {
    withUnsafeTemporaryAllocation(byteCount: max(count, 0) * 2, alignment: 8) { bytes in
      defer { bytes.initializeMemory(as: UInt8.self, repeating: 0) }
      fill(bytes, using: &random)
      let drawn = UnsafeRawBufferPointer(bytes)
      return (
        secret(writing: UnsafeRawBufferPointer(rebasing: drawn[..<(drawn.count / 2)])),
        secret(writing: UnsafeRawBufferPointer(rebasing: drawn[(drawn.count / 2)...]))
      )
    }
  }

  private static func secret(writing bytes: UnsafeRawBufferPointer) -> Secret {
    Secret(count: Base64.url.encodedCount(bytes.count)) { Base64.url.encode(bytes, into: $0) }
  }

  /// Fills memory from the generator; from the kernel at once when that is the generator.
  ///
  /// The system's own generator calls the kernel for each eight bytes. Nothing is drawn ahead: two processes, one the
  /// fork of the other, never share what is drawn.
  private static func fill<Generator: RandomNumberGenerator>(
    _ bytes: UnsafeMutableRawBufferPointer, using random: inout Generator
  ) {
    if Generator.self == SystemRandomNumberGenerator.self, bytes.fillFromKernel() { return }
    var index = 0
    while index < bytes.count {
      var word = random.next()
      for _ in 0..<min(8, bytes.count - index) {
        bytes[index] = UInt8(truncatingIfNeeded: word)
        word >>= 8
        index += 1
      }
    }
  }

  /// Draws letters and digits only, for counterparts that choke on anything else (an OAuth 1.0 nonce at Twitter).
  package static func alphanumeric(_ count: Int, using random: inout some RandomNumberGenerator) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(count)
    while text.count < count {
      var word = random.next()
      // Ten draws of six bits each; 62 and 63 are thrown away, so that every character is equally likely.
      for _ in 0..<10 where text.count < count {
        let index = Int(word & 63)
        word >>= 6
        if index < alphabet.count { text.append(alphabet[index]) }
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Has the kernel fill the memory; false when it does not.
  fileprivate func fillFromKernel() -> Bool {
    #if canImport(Glibc) || canImport(Musl)
      // "The maximum permitted value for the length argument is 256."
      guard let baseAddress, count <= 256 else { return false }
      return getentropy(baseAddress, count) == 0
    #else
      return false
    #endif
  }
}
