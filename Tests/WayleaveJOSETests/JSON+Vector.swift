public import Testing
import WayleaveJOSE
public import WayleaveWire

/// A member that a vector must have.
struct Absent: Error {}

extension Optional {
  /// The value; the test ends when there is none.
  func present() throws -> Wrapped {
    guard let self else { throw Absent() }
    return self
  }
}

extension JSON {
  func text(_ name: String) throws -> String { try self[name].present().string.present() }

  func key(_ name: String = "key") throws -> JSONWebKey { try JSONWebKey(self[name].present().object.present()) }
}

extension Set<SignatureAlgorithm> {
  static let all = Set(SignatureAlgorithm.allCases)
}

extension JSON: CustomTestStringConvertible {
  /// The name of a vector: its numbers would fill the page.
  public var testDescription: String { (self["id"] ?? self["algorithm"])?.string ?? encodedText() }
}
