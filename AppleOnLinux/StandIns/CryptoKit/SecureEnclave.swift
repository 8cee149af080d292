// Apple's CryptoKit has all of this; on Linux, swift-crypto has it under another name.
@_exported public import Crypto
public import Foundation
public import Security

/// https://developer.apple.com/documentation/cryptokit/secureenclave
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
public enum SecureEnclave {
  /// https://developer.apple.com/documentation/cryptokit/secureenclave/isavailable
  public static var isAvailable: Bool { StandInEnclave.isThere }

  /// https://developer.apple.com/documentation/cryptokit/secureenclave/p256
  public enum P256 {
    /// https://developer.apple.com/documentation/cryptokit/secureenclave/p256/signing
    public enum Signing {
      /// https://developer.apple.com/documentation/cryptokit/secureenclave/p256/signing/privatekey
      ///
      /// Whether it can be sent to another task is not documented, so it cannot here.
      public struct PrivateKey {
        private let device: UInt8
        private let own: Crypto.P256.Signing.PrivateKey

        /// https://developer.apple.com/documentation/cryptokit/secureenclave/p256/signing/privatekey/init(compactrepresentable:accesscontrol:authenticationcontext:)
        public init(compactRepresentable: Bool = true, accessControl: SecAccessControl) throws {
          device = try StandInEnclave.make(accessControl)
          own = Crypto.P256.Signing.PrivateKey(compactRepresentable: compactRepresentable)
        }

        /// https://developer.apple.com/documentation/cryptokit/secureenclave/p256/signing/privatekey/init(datarepresentation:authenticationcontext:)
        public init(dataRepresentation: Data) throws {
          device = try StandInEnclave.open(dataRepresentation)
          own = try Crypto.P256.Signing.PrivateKey(rawRepresentation: dataRepresentation.dropFirst())
        }

        /// https://developer.apple.com/documentation/cryptokit/secureenclave/p256/signing/privatekey/datarepresentation
        ///
        /// The real one is encrypted for one device. This one says which.
        public var dataRepresentation: Data { Data([device]) + own.rawRepresentation }

        /// https://developer.apple.com/documentation/cryptokit/secureenclave/p256/signing/privatekey/publickey
        public var publicKey: Crypto.P256.Signing.PublicKey { own.publicKey }

        /// https://developer.apple.com/documentation/cryptokit/secureenclave/p256/signing/privatekey/signature(for:)
        public func signature(for data: some DataProtocol) throws -> Crypto.P256.Signing.ECDSASignature {
          try StandInEnclave.sign()
          return try own.signature(for: data)
        }
      }
    }
  }
}
