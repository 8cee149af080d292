import WayleaveOAuth2
import WayleaveWire

extension Tollgate {
  /// A sign-in that a device began and a browser is to finish.
  struct Device: Sendable {
    let question: DeviceQuestion
    var polling: Polling
  }
}

extension Tollgate {
  /// What the person is asked in the device's name.
  struct DeviceQuestion: Sendable {
    let clientID: ClientID
    let clientName: String
    let access: RequestedAccess
    let deviceCode: Secret
    let userCode: String
  }
}

extension Tollgate {
  /// The code that a person types.
  ///
  /// RFC 8628 §6.1: eight consonants, so that no word is made by accident; 20⁸ of them.
  enum UserCode {
    private static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ".utf8)

    /// Draws a code as it is shown, `WDJB-MJHT`.
    static func draw(using random: inout some RandomNumberGenerator) -> String {
      let letters = (0..<8).map { _ in alphabet[Int.random(in: alphabet.indices, using: &random)] }
      return String(decoding: letters[..<4] + [UInt8(ascii: "-")] + letters[4...], as: UTF8.self)
    }

    /// What counts of a code that was typed: its letters in either case, without what only makes it readable.
    static func essence(of typed: String) -> Secret {
      Secret(
        typed.utf8.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? $0 - 32 : $0 }.filter(alphabet.contains)
      )
    }
  }
}
