import NIOCore
import NIOSSL
import Wayleave
import WayleaveWire

/// What must be true of a connection before the first request goes over it.
struct ConnectionCheck: Sendable, Hashable {
  /// The server that is asked.
  let origin: Origin
  /// The address that was checked; nil when any will do.
  let address: IPAddress?

  /// Fails, with a failure to send, for a connection to another address or with a certificate for another server.
  func verdict(on channel: any Channel) -> EventLoopFuture<Void> {
    // The client reads the URL again. If it ever saw another host in it than we do, it would resolve that one itself.
    let isElsewhere = address != nil && channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) } != address
    let verdict: EventLoopFuture<Void> =
      isElsewhere
      ? channel.eventLoop.makeFailedFuture(TransportFailure.notSent("another address than the one checked"))
      : origin.scheme == "https" ? namesServer(channel) : channel.eventLoop.makeSucceededVoidFuture()
    verdict.whenFailure { _ in
      // Only after the client has let it go.
      channel.eventLoop.execute { channel.close(promise: nil) }
    }
    return verdict
  }

  /// RFC 9525 §6.1: the certificate must be for the name that was asked for.
  ///
  /// TLS has looked already, but is content with the address that it is connected to: a proxy, or a server that a
  /// forged answer of DNS led to, could show a certificate for its own address and be taken for anyone.
  private func namesServer(_ channel: any Channel) -> EventLoopFuture<Void> {
    channel.nioSSL_peerCertificate().flatMapThrowing { certificate in
      guard let certificate, isNamed(in: certificate) else { throw TransportFailure.notSent(.certificateName) }
    }
  }

  private func isNamed(in certificate: NIOSSLCertificate) -> Bool {
    let address = IPAddress(origin.host)
    return certificate._subjectAlternativeNames().contains { name in
      switch name.nameType {
      case .dnsName: address == nil && isNamed(by: String(decoding: name.contents, as: UTF8.self).lowercased())
      case .ipAddress: address.map { $0.bytes.elementsEqual(name.contents) } ?? false
      default: false
      }
    }
  }

  /// RFC 9525 §6.3: the whole name, or a wildcard in the place of its first label.
  func isNamed(by name: String) -> Bool {
    let host = origin.host.hasSuffix(".") ? String(origin.host.dropLast()) : origin.host
    if host.hasSameBytes(as: name) { return true }
    guard name.hasPrefix("*."), let point = host.firstIndex(of: ".") else { return false }
    return String(host[point...]).hasSameBytes(as: String(name.dropFirst()))
  }
}
