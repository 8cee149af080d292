import Crypto

/// A value that must never be seen: it cannot be printed, interpolated, reflected or encoded by accident.
///
/// Holds any bytes. Two secrets are compared in constant time. The bytes are overwritten when the last copy goes
/// away; copies that Swift's own `String` or `Array` made before are out of its reach. Safe to share between threads.
public struct Secret: Sendable {
  // Written only when it is created and when the last copy goes away; no other thread can hold it then: hence unsafe,
  // and safe.
  nonisolated(unsafe) private let storage: Storage

  /// Takes the bytes of a text in UTF-8.
  public init(_ text: String) {
    var text = text
    storage = text.withUTF8 { Storage.copy(of: UnsafeRawBufferPointer($0)) }
  }

  /// Takes any bytes.
  public init(_ bytes: [UInt8]) {
    storage = bytes.withUnsafeBytes { Storage.copy(of: $0) }
  }

  /// Takes bytes where they lie.
  package init(copying bytes: UnsafeRawBufferPointer) {
    storage = Storage.copy(of: bytes)
  }

  /// Takes so many bytes, which `write` must all write: they never stand anywhere else.
  init(count: Int, write: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
    storage = Storage.make(count: count, write: write)
  }

  /// The number of bytes, which is not secret.
  public var count: Int { storage.header }

  /// Whether there are no bytes at all.
  public var isEmpty: Bool { count == 0 }

  /// The bytes in the clear: for a request, a key or the store, never for a message to a person.
  public var exposedBytes: [UInt8] { withExposedBytes { Array($0) } }

  /// The text in the clear; bytes that are not UTF-8 are replaced.
  public var exposedText: String { withExposedBytes { String(decoding: $0, as: UTF8.self) } }

  /// The text in the clear behind a word that says what it is, as a header field carries it.
  package func exposedText(after word: StaticString) -> String {
    word.withUTF8Buffer { word in
      withExposedBytes { $0.withMemoryRebound(to: UInt8.self) { String(joining: word, nil, $0) } }
    }
  }

  /// Gives the bytes in the clear to a function, without a copy.
  public func withExposedBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    storage.withUnsafeMutablePointers { count, bytes in
      body(UnsafeRawBufferPointer(UnsafeBufferPointer(start: bytes, count: count.pointee)))
    }
  }

  /// The first eight hexadecimal digits of the SHA-256: what stands for the secret where people compare two.
  package var fingerprint: String { SHA256.hash(data: exposedBytes).prefix(4).hexadecimal }

  /// The count and the bytes in one piece of memory.
  private final class Storage: ManagedBuffer<Int, UInt8> {
    static func copy(of bytes: UnsafeRawBufferPointer) -> Storage {
      make(count: bytes.count) { UnsafeMutableRawBufferPointer($0).copyMemory(from: bytes) }
    }

    static func make(count: Int, write: (UnsafeMutableBufferPointer<UInt8>) -> Void) -> Storage {
      let buffer = Storage.create(minimumCapacity: count) { _ in count }
      buffer.withUnsafeMutablePointerToElements { write(UnsafeMutableBufferPointer(start: $0, count: count)) }
      // What `create` makes is of the class that it is called on.
      return unsafeDowncast(buffer, to: Storage.self)
    }

    deinit {
      withUnsafeMutablePointers { count, bytes in
        for index in 0..<count.pointee { bytes[index] = 0 }
      }
    }
  }
}

extension Secret: Equatable {
  public static func == (left: Secret, right: Secret) -> Bool {
    left.withExposedBytes { left in right.withExposedBytes { right in ConstantTime.equal(left, right) } }
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "<secret>" }
  public var debugDescription: String { "<secret>" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
