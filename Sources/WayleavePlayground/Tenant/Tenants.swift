import HTTPTypes
import WayleaveBackport
import WayleaveWire

/// The tenants of one playground: isolated from each other, and answering at the same time.
///
/// The default tenant has the paths that the front page lists. `/t/NAME/…` is the tenant NAME, which the first request
/// to it creates.
final class Tenants: Sendable {
  private struct State {
    var origin: String?
    var encryptedOrigin: String?
    var named: [String?: Tenant] = [:]
  }

  /// How many tenants there are at most.
  static let maximum = 256

  private let configuration: PlaygroundConfiguration
  private let pages: Pages
  private let state = Lock(State())

  init(configuration: PlaygroundConfiguration) throws {
    self.configuration = configuration
    pages = try Pages()
  }

  /// Begins to answer at this port; the second one, for clients with certificates, comes first.
  func open(port: Int, isSecond: Bool = false) {
    let scheme = isSecond || configuration.usesTLS ? "https" : "http"
    let origin = "\(scheme)://127.0.0.1:\(port)"
    state.withLock { if isSecond { $0.encryptedOrigin = origin } else { $0.origin = origin } }
  }

  private func isKnown(_ name: String?) -> Bool { state.withLock { $0.named[name] != nil } }

  /// The tenant of this name, which is made where there is none yet; nil where there are too many, and before the
  /// playground is open.
  func tenant(_ name: String?) -> Tenant? {
    state.withLock { state in
      if let tenant = state.named[name] { return tenant }
      guard let origin = state.origin, name == nil || state.named.count < Self.maximum else { return nil }
      let address = TenantAddress(origin: origin, encryptedOrigin: state.encryptedOrigin, name: name)
      let tenant = Tenant(configuration: configuration, address: address, pages: pages)
      state.named[name] = tenant
      return tenant
    }
  }

  /// The tenant that a request is for, or the answer to a request that is for none.
  ///
  /// A page of elsewhere whose name was made to point here still sends its own name.
  func tenant(for request: RequestMessage) -> Result<Tenant, Misdirection> {
    let (origin, encrypted) = state.withLock { ($0.origin, $0.encryptedOrigin) }
    guard let origin else { return .failure(.notOpen) }
    guard let authority = request.head.authority, request.head.headerFields["Host"] == nil else {
      return .failure(.elsewhere(origin))
    }
    let named = "\(request.head.scheme ?? "")://\(authority)"
    let isOfLocalhost =
      request.pathWithoutQuery == TenantAddress.document
      && named.hasSameBytes(as: origin.replacing(part: "127.0.0.1", with: "localhost"))
    guard named.hasSameBytes(as: origin) || encrypted.map(named.hasSameBytes) ?? false || isOfLocalhost else {
      return .failure(.elsewhere(origin))
    }
    // A page of elsewhere must not fill the playground with tenants by its pictures.
    let fetch = request.head.headerFields
    let name = TenantAddress.split(request.pathWithoutQuery).name
    guard fetch["Sec-Fetch-Site"] != "cross-site" || fetch["Sec-Fetch-Mode"] == "navigate" || isKnown(name) else {
      return .failure(.tooMany)
    }
    return tenant(TenantAddress.split(request.pathWithoutQuery).name).map { .success($0) } ?? .failure(.tooMany)
  }

  func answer(_ request: RequestMessage, from certificate: PeerCertificate? = nil) async -> ResponseMessage {
    switch tenant(for: request) {
    case .success(let tenant):
      switch await tenant.receive(request, from: certificate) {
      case .answered(let answer): answer
      case .faulty(let reply): await tenant.answer(request, with: reply, from: certificate)
      }
    case .failure(let misdirection): misdirection.response
    }
  }
}
