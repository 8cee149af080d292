public import Foundation
public import FoundationNetworking
import Synchronization

/// https://developer.apple.com/documentation/security/tls_protocol_version_t
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
public enum tls_protocol_version_t: UInt16, Sendable {
  case TLSv10 = 0x0301
  case TLSv12 = 0x0303
}

/// What was set, by the object: Linux's has no room for it.
private let settings = Mutex<[ObjectIdentifier: Settings]>([:])

private struct Settings {
  var lowestVersion = tls_protocol_version_t.TLSv10
  var waits = true
}

extension URLSessionConfiguration {
  /// https://developer.apple.com/documentation/foundation/urlsessionconfiguration/tlsminimumsupportedprotocolversion
  @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
  public var tlsMinimumSupportedProtocolVersion: tls_protocol_version_t {
    get { standIn.lowestVersion }
    set { settings.withLock { $0[ObjectIdentifier(self), default: Settings()].lowestVersion = newValue } }
  }

  /// https://developer.apple.com/documentation/foundation/urlsessionconfiguration/waitsforconnectivity
  @available(macOS 10.13, iOS 11, tvOS 11, watchOS 4, visionOS 1, *)
  public var waitsForConnectivity: Bool {
    get { standIn.waits }
    set { settings.withLock { $0[ObjectIdentifier(self), default: Settings()].waits = newValue } }
  }

  private var standIn: Settings { settings.withLock { $0[ObjectIdentifier(self)] ?? Settings() } }
}
