import Hummingbird
import NIOCore
import NIOSSL

/// What is known of a request's connection.
struct ConnectionContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  private let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }

  /// The certificate that the client showed; nil where none is asked for.
  var certificate: PeerCertificate? {
    get async throws { try await channel.nioSSL_peerCertificate().get().map(PeerCertificate.init) }
  }
}
