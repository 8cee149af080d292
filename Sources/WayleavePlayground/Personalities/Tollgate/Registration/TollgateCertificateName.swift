import WayleaveWire

/// The name by which a client's certificate is known to be its own.
///
/// RFC 8705 §2.1.2.
enum TollgateCertificateName: Sendable {
  /// `tls_client_auth_san_dns`.
  case hostName(String)
  /// `tls_client_auth_san_uri`.
  case address(String)

  func isIn(_ certificate: PeerCertificate) -> Bool {
    switch self {
    case .hostName(let name): certificate.hostNames.contains { $0.hasSameBytes(as: name) }
    case .address(let address): certificate.addresses.contains { $0.hasSameBytes(as: address) }
    }
  }
}
