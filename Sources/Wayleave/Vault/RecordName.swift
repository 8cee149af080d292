import Crypto
import WayleaveWire

/// What is in a record.
public enum RecordKind: String, Sendable, Hashable, CaseIterable {
  /// A credential of an account.
  case credential
  /// A begun sign-in.
  case signIn = "sign-in"
  /// A client: our registration at a provider.
  case client
  /// The metadata of an issuer.
  case metadata
  /// What the agent may give to a program.
  case grant
  /// What a website stores of its visitors for a time: sessions, begun sign-ins.
  case website
  /// A user of a website, and who that is at a provider: it has no end, and is not among what is looked through for ended
  /// records.
  case user
}

/// The name of a record: its kind, and what it is found by.
public struct RecordName: Sendable, Hashable {
  /// What is in it.
  public let kind: RecordKind
  /// What it is found by. They may be secret: the key of a sign-in is its `state`.
  public let parts: [[UInt8]]

  /// The name of a record that is found by these parts.
  public init(_ kind: RecordKind, _ parts: [[UInt8]]) {
    self.kind = kind
    self.parts = parts
  }

  /// The name as one text, such as the key of a row: the kind, a hyphen, and a SHA-256 in hexadecimal digits.
  ///
  /// It shows nothing of the parts to anyone who does not know them already.
  public var text: String {
    var code = SHA256()
    Self.write(parts, to: { code.update(bufferPointer: $0) })
    return "\(kind.rawValue)-\(code.finalize().hexadecimal)"
  }

  /// Gives the parts to a digest, each behind its length: ("ab", "c") is not ("a", "bc").
  static func write(_ parts: [[UInt8]], to digest: (UnsafeRawBufferPointer) -> Void) {
    for part in parts {
      withUnsafeBytes(of: UInt64(part.count).bigEndian) { digest($0) }
      part.withUnsafeBytes { digest($0) }
    }
  }
}
