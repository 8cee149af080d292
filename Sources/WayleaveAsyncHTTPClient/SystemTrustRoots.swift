import NIOSSL
import WayleaveSystem

/// The certificates that the system trusts, read once a process, when the first encrypted connection is made.
///
/// Each server has a TLS context of its own, and each of them would read all of them again. Where there is no file that
/// we know, the TLS library looks for them as it always does.
enum SystemTrustRoots {
  #if os(Linux)
    /// Where distributions have the file with all of them: those of NIOSSL.
    private static let files = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"]
    /// Where administrators may add others, found by their hash.
    private static let folder = "/etc/ssl/certs"

    /// What is trusted; nil where there is no file, or one that cannot be read.
    static let found: (certificates: [NIOSSLCertificate], folder: NIOSSLTrustRoots?)? = {
      guard let file = files.first(where: { kind(of: $0) == .file }),
        let certificates = try? NIOSSLCertificate.fromPEMFile(file), !certificates.isEmpty
      else { return nil }
      return (certificates, kind(of: folder) == .folder ? .file(folder) : nil)
    }()

    private static func kind(of path: String) -> FileStatus.Kind? {
      (try? FileStatus.of(path, followingLink: true))?.kind
    }
  #else
    static let found: (certificates: [NIOSSLCertificate], folder: NIOSSLTrustRoots?)? = nil
  #endif
}

extension TLSConfiguration {
  /// Trusts what the system trusts, in addition to what it trusts already.
  mutating func trustSystem() {
    guard let found = SystemTrustRoots.found else { return }
    // A folder can stand in this one place only.
    trustRoots = found.folder ?? .certificates([])
    additionalTrustRoots.append(.certificates(found.certificates))
  }
}
