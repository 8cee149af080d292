import Crypto

/// A value that must never be seen: it cannot be printed, interpolated, reflected or encoded by accident.
///
/// Holds any bytes. Two secrets are compared in constant time. The bytes are overwritten when the last copy goes
/// away; copies that Swift's own `String` or `Array` made before are out of its reach. Safe to share between threads.
public struct Secret: Sendable {
  private let storage: Storage

  /// Takes the bytes of a text in UTF-8.
  public init(_ text: String) {
    self.init(Array(text.utf8))
  }

  /// Takes any bytes.
  public init(_ bytes: [UInt8]) {
    storage = Storage(bytes)
  }

  /// The number of bytes, which is not secret.
  public var count: Int { storage.bytes.count }

  /// Whether there are no bytes at all.
  public var isEmpty: Bool { storage.bytes.isEmpty }

  /// The bytes in the clear: for a request, a key or the store, never for a message to a person.
  public var exposedBytes: [UInt8] { storage.bytes }

  /// The text in the clear; bytes that are not UTF-8 are replaced.
  public var exposedText: String { String(decoding: storage.bytes, as: UTF8.self) }

  /// Gives the bytes in the clear to a function, without a copy.
  public func withExposedBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    storage.bytes.withUnsafeBytes(body)
  }

  /// The first eight hexadecimal digits of the SHA-256: what stands for the secret where people compare two.
  public var fingerprint: String {
    let digits = Array("0123456789abcdef".utf8)
    let bytes = SHA256.hash(data: storage.bytes).prefix(4).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: bytes, as: UTF8.self)
  }

  private final class Storage: @unchecked Sendable {
    // Written once, at the end of life, when nobody else can hold it: hence unchecked.
    @exclusivity(unchecked) var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    deinit {
      bytes.withUnsafeMutableBytes { buffer in
        for index in buffer.indices { buffer[index] = 0 }
      }
    }
  }
}

extension Secret: Equatable {
  public static func == (left: Secret, right: Secret) -> Bool {
    ConstantTime.equal(left.storage.bytes, right.storage.bytes)
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "<secret>" }
  public var debugDescription: String { "<secret>" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
