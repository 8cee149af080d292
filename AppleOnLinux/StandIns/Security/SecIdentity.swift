public import Foundation
public import FoundationNetworking
import Synchronization

/// https://developer.apple.com/documentation/security/seccertificate
public final class SecCertificate: Sendable {
  let content: Data

  /// A certificate with this DER.
  public init(standIn content: Data) { self.content = content }
}

/// https://developer.apple.com/documentation/security/secidentity
public final class SecIdentity: Sendable {
  let certificate: SecCertificate?

  /// An identity with this certificate; nil for one whose certificate the keychain has lost.
  public init(standIn certificate: SecCertificate?) { self.certificate = certificate }
}

/// https://developer.apple.com/documentation/security/secidentitycopycertificate(_:_:)
public func SecIdentityCopyCertificate(
  _ identityRef: SecIdentity, _ certificateRef: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus {
  certificateRef.pointee = identityRef.certificate
  return identityRef.certificate == nil ? errSecItemNotFound : errSecSuccess
}

/// https://developer.apple.com/documentation/security/seccertificatecopydata(_:)
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData { certificate.content }

/// What a credential was made of: Linux's has no room for an identity.
private let identities = Mutex<[String: (identity: SecIdentity, certificates: [SecCertificate])]>([:])

extension URLCredential {
  /// https://developer.apple.com/documentation/foundation/urlcredential/init(identity:certificates:persistence:)
  public convenience init(identity: SecIdentity, certificates certArray: [Any]?, persistence: Persistence) {
    let name = UUID().uuidString
    let certificates = certArray as? [SecCertificate] ?? []
    identities.withLock { $0[name] = (identity, certificates) }
    self.init(user: name, password: "", persistence: persistence)
  }

  /// https://developer.apple.com/documentation/foundation/urlcredential/identity
  public var identity: SecIdentity? { user.flatMap { name in identities.withLock { $0[name]?.identity } } }

  /// https://developer.apple.com/documentation/foundation/urlcredential/certificates
  public var certificates: [Any] { user.flatMap { name in identities.withLock { $0[name]?.certificates } } ?? [] }
}
