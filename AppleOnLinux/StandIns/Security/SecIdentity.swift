public import Foundation
public import FoundationNetworking
import Synchronization

/// https://developer.apple.com/documentation/security/seccertificate
@available(macOS 10, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
public final class SecCertificate: Sendable {
  let content: Data

  /// A certificate with this DER.
  public init(standIn content: Data) { self.content = content }
}

/// https://developer.apple.com/documentation/security/secidentity
@available(macOS 10, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
public final class SecIdentity: Sendable {
  let certificate: SecCertificate?

  /// An identity with this certificate; nil for one whose certificate the keychain has lost.
  public init(standIn certificate: SecCertificate?) { self.certificate = certificate }
}

/// https://developer.apple.com/documentation/security/secidentitycopycertificate(_:_:)
@available(macOS 10.3, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
public func SecIdentityCopyCertificate(
  _ identityRef: SecIdentity, _ certificateRef: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus {
  certificateRef.pointee = identityRef.certificate
  return identityRef.certificate == nil ? errSecItemNotFound : errSecSuccess
}

/// https://developer.apple.com/documentation/security/seccertificatecopydata(_:)
@available(macOS 10.6, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData { certificate.content }

/// What a credential was made of: Linux's has no room for an identity.
private let identities = Mutex<[String: (identity: SecIdentity, certificates: [SecCertificate])]>([:])

extension URLCredential {
  /// https://developer.apple.com/documentation/foundation/urlcredential/init(identity:certificates:persistence:)
  @available(macOS 10.6, iOS 3, tvOS 9, watchOS 2, visionOS 1, *)
  public convenience init(identity: SecIdentity, certificates certArray: [Any]?, persistence: Persistence) {
    let name = UUID().uuidString
    let certificates = certArray as? [SecCertificate] ?? []
    identities.withLock { $0[name] = (identity, certificates) }
    self.init(user: name, password: "", persistence: persistence)
  }

  /// https://developer.apple.com/documentation/foundation/urlcredential/identity
  @available(macOS 10.6, iOS 3, tvOS 9, watchOS 2, visionOS 1, *)
  public var identity: SecIdentity? { user.flatMap { name in identities.withLock { $0[name]?.identity } } }

  /// https://developer.apple.com/documentation/foundation/urlcredential/certificates
  @available(macOS 10.6, iOS 3, tvOS 9, watchOS 2, visionOS 1, *)
  public var certificates: [Any] { user.flatMap { name in identities.withLock { $0[name]?.certificates } } ?? [] }
}
